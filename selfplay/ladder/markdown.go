package ladder

import (
	"fmt"
	"io"
	"strings"

	"gipfel/selfplay/rating"
)

// WriteMarkdown writes the ladder as a section with tables.
func (l *Ladder) WriteMarkdown(w io.Writer, superiority bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", escapeMarkdown(l.heading()))
	l.groups(func(_ int, entries []rating.Entry) {
		rows := [][]string{titles}
		for i := range entries {
			rows = append(rows, l.line(i+1, &entries[i]))
		}
		writeTable(&b, rows)
	})
	for _, remark := range l.remarks() {
		fmt.Fprintf(&b, "- %s\n", escapeMarkdown(remark))
	}
	if superiority {
		fmt.Fprintf(&b, "\n%s\n\n", superiorityTitle)
		writeTable(&b, l.superiorityTable())
	} else {
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTable writes a table whose first row are the titles. The column named player is aligned to the left, numbers to the right.
func writeTable(b *strings.Builder, rows [][]string) {
	for i, row := range rows {
		b.WriteByte('|')
		for _, cell := range row {
			fmt.Fprintf(b, " %s |", escapeMarkdown(cell))
		}
		b.WriteByte('\n')
		if i > 0 {
			continue
		}
		b.WriteByte('|')
		for _, title := range row {
			if title == "player" {
				b.WriteString("---|")
			} else {
				b.WriteString("--:|")
			}
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// escapeMarkdown keeps names from being taken for markup.
var escapeMarkdown = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`, "\n", " ").Replace
