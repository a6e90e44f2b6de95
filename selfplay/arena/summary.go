package arena

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Summary writes the result for people, several lines each ending in a newline. The first line says it all in short:
//
//	A vs B: 200 games, 181 won, 17 drawn, 2 lost; score 94.8% (95% interval 91.9–96.5)
func (r *Result) Summary() string {
	var b strings.Builder
	if r.Record.Games == 0 {
		fmt.Fprintf(&b, "%s vs %s: no games finished\n", r.A, r.B)
		return b.String()
	}
	fmt.Fprintf(&b, "%s vs %s: %s; score %.1f%% (%g%% interval %.1f–%.1f)\n", r.A, r.B, r.Record,
		100*r.Score.Value, 100*r.Confidence, 100*r.Score.Low, 100*r.Score.High)

	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	line := func(label, format string, values ...any) {
		_, _ = fmt.Fprintf(w, "  %s\t%s\n", label, fmt.Sprintf(format, values...))
	}
	stopped := ""
	if r.Stopped {
		stopped = ", stopped early"
	}
	lost := Wilson(r.Record.Losses, r.Record.Games, r.Confidence)
	line("won", "%s, lost %s, both with %g%% intervals", r.Won.Percent(), lost.Percent(), 100*r.Confidence)
	line("pairs", "%d of %d planned%s", r.Pairs, r.PlannedPairs, stopped)
	line("Elo", "%v", r.Elo)
	line("pair scores", "%s", r.PairScores)
	for seat := range r.Seats {
		s := &r.Seats[seat]
		line(fmt.Sprintf("%s in seat %d", r.A, seat), "%v; score %.1f%%", s.A, 100*s.A.Score())
	}
	for seat := range r.Seats {
		s := &r.Seats[seat]
		line(fmt.Sprintf("seat %d", seat), "wins %.1f%%, whoever holds it", 100*float64(s.Wins())/float64(max(1, s.Games())))
	}
	line("length", "mean %.1f plies", r.MeanPlies)
	line("repeated", "%d games, %d openings", r.DuplicateGames, r.RepeatedOpenings)
	if r.Forfeits != [2]int{} {
		line("forfeited", "%d by %s, %d by %s", r.Forfeits[A], r.A, r.Forfeits[B], r.B)
	}
	// Writing to a strings.Builder cannot fail.
	_ = w.Flush()
	return b.String()
}

// String returns "200 games, 181 won, 17 drawn, 2 lost", with the truncated ones if there are any.
func (r Record) String() string {
	text := fmt.Sprintf("%d games, %d won, %d drawn, %d lost", r.Games, r.Wins, r.Draws, r.Losses)
	if r.Truncated > 0 {
		text += fmt.Sprintf(", %d cut off", r.Truncated)
	}
	return text
}

// String returns "2–0: 81, 1½–½: 15, …", best first, those that do not occur left out.
func (p PairScores) String() string {
	var parts []string
	for h := len(p) - 1; h >= 0; h-- {
		if p[h] > 0 {
			parts = append(parts, fmt.Sprintf("%s–%s: %d", points(h), points(len(p)-1-h), p[h]))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// points writes a number of half points.
func points(half int) string {
	switch {
	case half == 1:
		return "½"
	case half%2 == 1:
		return fmt.Sprintf("%d½", half/2)
	}
	return fmt.Sprint(half / 2)
}
