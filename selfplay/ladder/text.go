package ladder

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"gipfel/selfplay/rating"
)

// titles are the columns of the table. All but the player are numbers.
var titles = []string{"rank", "player", "Elo", "interval", "games", "score"}

// line returns what the table says of an entry. Ranks are counted from 1 within a group.
func (l *Ladder) line(rank int, e *rating.Entry) []string {
	interval := "anchor"
	if l.Anchors[e.Group] != e.Name {
		interval = fmt.Sprintf("%+.0f to %+.0f", e.Low, e.High)
	}
	return []string{fmt.Sprint(rank), e.Name, elo(e.Elo), interval, fmt.Sprint(e.Games), fmt.Sprintf("%.1f%%", 100*e.Score)}
}

// elo writes a rating: "+12", "-12" or "0".
func elo(x float64) string {
	if x = math.Round(x); x == 0 {
		return "0"
	}
	return fmt.Sprintf("%+.0f", x)
}

// groups calls f for each group of players that have met, with its entries.
func (l *Ladder) groups(f func(group int, entries []rating.Entry)) {
	for group := range l.Anchors {
		first := 0
		for first < len(l.Entries) && l.Entries[first].Group != group {
			first++
		}
		end := first
		for end < len(l.Entries) && l.Entries[end].Group == group {
			end++
		}
		f(group, l.Entries[first:end])
	}
}

// heading says what the ladder rests on.
func (l *Ladder) heading() string {
	return fmt.Sprintf("%s: %s, %s in %s", l.Game, count(len(l.Entries), "player", "players"), count(l.Games, "game", "games"),
		count(l.Matches, "match", "matches"))
}

// remarks are what is to be known beside the ratings, a sentence each without its full stop.
func (l *Ladder) remarks() []string {
	remarks := []string{fmt.Sprintf("intervals of %g%% over pairs of games, relative to the anchor, which is 0", 100*l.Confidence)}
	if len(l.Anchors) > 1 {
		remarks = append(remarks, fmt.Sprintf("%d groups of players have not met, even by way of others: ratings of different groups cannot be compared",
			len(l.Anchors)))
	}
	var seats []string
	for _, s := range l.Seats {
		seats = append(seats, fmt.Sprintf("%s wins %s", s.Name, s.Won.Percent()))
	}
	remarks = append(remarks, fmt.Sprintf("by seat, whoever holds it: %s; %s drawn, %s cut off", strings.Join(seats, ", "),
		l.share(l.Draws), l.share(l.Truncated)))
	for _, f := range l.FirstMove {
		remarks = append(remarks, fmt.Sprintf("moving first is worth %s Elo (%+.0f to %+.0f)", elo(f.Elo), f.Low, f.High))
	}
	if len(l.FirstMove) == 0 {
		remarks = append(remarks, "what moving first is worth cannot be said: nearly every pair of games was won by one player as a whole")
	}
	if l.Forfeits > 0 {
		remarks = append(remarks, fmt.Sprintf("%s forfeited", count(l.Forfeits, "game was", "games were")))
	}
	repeated := fmt.Sprintf("%s equal to an earlier one, move by move", count(l.DuplicateGames, "game is", "games are"))
	if l.DuplicateGames > 0 {
		repeated += ": intervals take each for a game of its own, and are too narrow"
	}
	return append(remarks, repeated)
}

func (l *Ladder) share(n int) string {
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(1, l.Games)))
}

// count writes a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// WriteText writes the ladder for a terminal, with the table of likelihoods of superiority if asked for.
func (l *Ladder) WriteText(w io.Writer, superiority bool) error {
	var b strings.Builder
	fmt.Fprintln(&b, l.heading())
	l.groups(func(group int, entries []rating.Entry) {
		if group > 0 {
			b.WriteByte('\n')
		}
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintf(t, "  %s\n", strings.Join(titles, "\t"))
		for i := range entries {
			_, _ = fmt.Fprintf(t, "  %s\n", strings.Join(l.line(i+1, &entries[i]), "\t"))
		}
		_ = t.Flush() // a strings.Builder takes everything
	})
	for _, remark := range l.remarks() {
		fmt.Fprintf(&b, "  %s\n", remark)
	}
	if superiority {
		b.WriteString("\n" + superiorityTitle + "\n")
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for i, row := range l.superiorityTable() {
			if i == 0 {
				row[0] = ""
			}
			_, _ = fmt.Fprintf(t, "  %s\n", strings.Join(row, "\t"))
		}
		_ = t.Flush()
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const superiorityTitle = "How likely it is that the player of the row is stronger than that of the column, by their numbers, in percent:"

// superiorityTable returns the likelihoods as a table, whose first row and column are titles.
func (l *Ladder) superiorityTable() [][]string {
	head := []string{"player"}
	for i := range l.Entries {
		head = append(head, fmt.Sprint(i+1))
	}
	table := [][]string{head}
	for i, row := range l.Superiority {
		cells := []string{fmt.Sprintf("%d %s", i+1, l.Entries[i].Name)}
		for j, p := range row {
			switch {
			case i == j:
				cells = append(cells, "")
			case p == nil:
				cells = append(cells, "?")
			default:
				cells = append(cells, fmt.Sprintf("%.1f", 100**p))
			}
		}
		table = append(table, cells)
	}
	return table
}
