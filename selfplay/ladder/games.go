package ladder

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

// textWidthOfMoves is how long a line of moves may be.
const textWidthOfMoves = 100

// WriteGames writes all games of a ladder's matches in a format much like PGN, which docs/formats.md describes: tags in brackets,
// an empty line, the moves in the game's notation with comments in braces, the result, an empty line.
func (l *Ladder) WriteGames(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, m := range l.matches {
		for i := range m.games {
			row := &m.games[i]
			r, err := matchbook.FromRow(l.variant, row)
			if err != nil {
				return fmt.Errorf("%s: match %d, pair %d, game %d: %w", m.dir, m.ID, row.Pair, row.Game, err)
			}
			l.writeGame(b, m, row, &r)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the games: %w", err)
	}
	return nil
}

// writeGame writes one game. The writer keeps errors to its Flush.
func (l *Ladder) writeGame(b *bufio.Writer, m *match, row *ledger.MatchGame, r *arena.GameResult) {
	tag := func(name, value string) { _, _ = fmt.Fprintf(b, "[%s \"%s\"]\n", name, escapeTag(value)) }
	opening := strings.Fields(row.Opening)
	tag("Event", fmt.Sprintf("%s: %s against %s", m.Kind, m.names[0], m.names[1]))
	tag("Date", m.Started.Format("2006.01.02"))
	tag("Round", fmt.Sprintf("%d.%d.%d", m.ID, row.Pair+1, row.Game+1))
	tag("Game", l.Game)
	tag("RulesVersion", fmt.Sprint(l.RulesVersion))
	tag("SeatNames", strings.Join(l.variant.SeatNames, " "))
	for seat, name := range m.seated(row) {
		tag(fmt.Sprintf("Seat%d", seat+1), name)
	}
	result := resultOf(r)
	tag("Result", result)
	tag("Termination", r.Ending)
	if r.Start != "" {
		tag("Position", r.Start)
	}
	if len(opening) > 0 {
		tag("Opening", fmt.Sprint(len(opening)))
	}
	_, _ = b.WriteString("\n")
	words := opening
	for i, move := range strings.Fields(row.Moves) {
		words = append(words, move)
		if i < len(r.Thoughts) {
			words = append(words, comment(r.Thoughts[i])...)
		}
	}
	writeWrapped(b, append(words, result))
	_, _ = b.WriteString("\n")
}

// comment writes what is known of a move: its value, if there is one, and its time. Events of chance have none.
func comment(t arena.Thought) []string {
	switch {
	case t.Value != nil:
		return []string{fmt.Sprintf("{%+.3f", *t.Value), fmt.Sprintf("%.6fs}", t.Seconds)}
	case t.Seconds > 0:
		return []string{fmt.Sprintf("{%.6fs}", t.Seconds)}
	}
	return nil
}

// resultOf writes the result by seats: "1-0", "0-1", "0-0-1-0"; a draw is "1/2-1/2", with more seats "1/3-1/3-1/3" and so on; and
// "*" says that the game was cut off, so that nobody knows.
func resultOf(r *arena.GameResult) string {
	if r.Truncated {
		return "*"
	}
	parts := make([]string, len(r.Seats))
	for seat := range parts {
		switch {
		case r.Drawn():
			parts[seat] = fmt.Sprintf("1/%d", len(parts))
		case seat == r.Outcome:
			parts[seat] = "1"
		default:
			parts[seat] = "0"
		}
	}
	return strings.Join(parts, "-")
}

// writeWrapped writes words in lines.
func writeWrapped(b *bufio.Writer, words []string) {
	width := 0
	for _, word := range words {
		switch {
		case width == 0:
		case width+1+len(word) > textWidthOfMoves:
			_, _ = b.WriteString("\n")
			width = 0
		default:
			_, _ = b.WriteString(" ")
			width++
		}
		_, _ = b.WriteString(word)
		width += len(word)
	}
	_, _ = b.WriteString("\n")
}

// escapeTag makes a text fit to stand between quotation marks in one line.
var escapeTag = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace
