package arena

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Summary writes the result for people, several lines each ending in a newline. The first line says it all in short:
//
//	A vs B: 200 games, 181 won, 17 drawn, 2 lost; score 94.8% (95% interval over pairs 91.9–96.5)
//
// Seats have the names that the game gives them.
func (r *Result) Summary() string {
	var b strings.Builder
	if r.Record.Games == 0 {
		fmt.Fprintf(&b, "%s vs %s: no pair of games finished", r.A, r.B)
		if r.UncountedGames > 0 {
			fmt.Fprintf(&b, "; finished but not counted: %s", games(r.UncountedGames))
		}
		b.WriteString("\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%s vs %s: %s; score %.1f%% (%g%% interval over pairs %.1f–%.1f)\n", r.A, r.B, r.Record,
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
	line("won", "%s, lost %s; %g%% intervals over single games", r.Won.Percent(), lost.Percent(), 100*r.Confidence)
	line("pairs", "%d of %d planned%s%s", r.Pairs, r.PlannedPairs, stopped, r.uncounted())
	line("Elo", "%v", r.Elo)
	line("pair scores", "%s", r.PairScores)
	for seat := range r.Seats {
		line(fmt.Sprintf("%s in seat %s", r.A, r.SeatNames[seat]), "%s", r.seatLine(&r.Seats[seat].A))
	}
	for seat := range r.Seats {
		s := &r.Seats[seat]
		line("seat "+r.SeatNames[seat], "wins %.1f%%, whoever holds it", 100*float64(s.Wins())/float64(max(1, s.Games())))
	}
	line("length", "mean %.1f plies", r.MeanPlies)
	line("repeated", "%s, %d of the openings", games(r.DuplicateGames), r.RepeatedOpenings)
	if r.Forfeits != [2]int{} {
		line("forfeited", "%d by %s, %d by %s", r.Forfeits[A], r.A, r.Forfeits[B], r.B)
	}
	// Writing to a strings.Builder cannot fail.
	_ = w.Flush()
	return b.String()
}

// seatLine sums up the games in which A held a seat. With two seats, what the seat scores is what A scores. With more, A loses
// no game by losing with one seat of several, so only what the seat itself has won is shown.
func (r *Result) seatLine(seat *Record) string {
	if len(r.Seats) == 2 {
		return fmt.Sprintf("%v; score %.1f%%", seat, 100*seat.Score())
	}
	return fmt.Sprintf("%s, this seat won %d", games(seat.Games), seat.Wins)
}

// uncounted says that an interrupted match has finished games that do not count, if it has.
func (r *Result) uncounted() string {
	if r.UncountedGames == 0 {
		return ""
	}
	return fmt.Sprintf(", %s; finished but not counted: %s", countedPairs, games(r.UncountedGames))
}

// String returns "200 games, 181 won, 17 drawn, 2 lost", with the truncated ones if there are any.
func (r Record) String() string {
	text := fmt.Sprintf("%s, %d won, %d drawn, %d lost", games(r.Games), r.Wins, r.Draws, r.Losses)
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

// games writes a number of games.
func games(n int) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
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
