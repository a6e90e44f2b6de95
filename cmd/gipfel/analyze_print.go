package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// printAnalysis writes an analysis for people, or as JSON.
func (a *app) printAnalysis(info *analysis, top int) error {
	if a.json {
		return a.writeJSON(info)
	}
	printf(a.stdout, "%s, %s to move: %s\n", info.Game, info.ToMove, info.Position)
	printf(a.stdout, "net: %s; %s, %d simulations (%d evaluated, %d from the cache: %.1f%%) in %.2f s on %s, %s at once; ended: %s\n",
		info.Model, info.Algorithm, info.Simulations, info.Evaluations, info.Cached, 100*info.CachedShare, info.Seconds,
		count(info.Threads, "thread", "threads"), count(info.Leaves, "leaf", "leaves"), info.Ending)
	switch {
	case info.Proven != nil:
		printf(a.stdout, "value: proven: %s\n\n", info.Proven)
	case info.Value == nil:
		printf(a.stdout, "value: not searched, since a single move is legal\n\n")
	default:
		printf(a.stdout, "value: %s\n\n", odds(info.Outcomes, info.Value))
	}
	if err := a.printMoves(info, top); err != nil {
		return err
	}
	printf(a.stdout, "\nshare of the visits by the cell that the move belongs to, in percent:\n%s", info.picture())
	return nil
}

// printMoves lists the moves, best first.
func (a *app) printMoves(info *analysis, top int) error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	printf(w, "MOVE\tVISITS\tSHARE\tPRIOR\t%s\tPROVEN\tLINE\n", strings.ToUpper(strings.Join(info.Outcomes, "\t")))
	for _, m := range info.Moves[:min(top, len(info.Moves))] {
		printf(w, "%s\t%d\t%.1f%%\t%.1f%%", m.Move, m.Visits, 100*m.Share, 100*m.Prior)
		for i := range info.Outcomes {
			if m.Value == nil {
				printf(w, "\t–")
			} else {
				printf(w, "\t%.1f%%", 100*m.Value[i])
			}
		}
		proven := ""
		if m.Proven != nil {
			proven = m.Proven.String()
		}
		printf(w, "\t%s\t%s\n", proven, strings.Join(m.Line, " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if rest := len(info.Moves) - top; rest > 0 {
		printf(a.stdout, "and %d more\n", rest)
	}
	return nil
}

// String writes a certain result: "a wins in 3 plies".
func (p *provenResult) String() string {
	plies := count(p.Plies, "ply", "plies")
	if p.Outcome == "draw" {
		return "a draw in " + plies
	}
	return fmt.Sprintf("%s wins in %s", p.Outcome, plies)
}

// odds writes a distribution over outcomes: "x wins 54.2%, o wins 43.9%, draw 1.9%".
func odds(outcomes []string, value []float32) string {
	parts := make([]string, len(outcomes))
	for i, name := range outcomes {
		if name != "draw" {
			name += " wins"
		}
		parts[i] = fmt.Sprintf("%s %.1f%%", name, 100*value[i])
	}
	return strings.Join(parts, ", ")
}

// picture draws the board with what stands on it and the share of the visits of each cell.
func (info *analysis) picture() string {
	const width = 5
	var b strings.Builder
	columns, rows := info.diagram.Columns, info.diagram.Rows
	pad := func(text string) {
		b.WriteString(strings.Repeat(" ", max(1, width-utf8.RuneCountInString(text))))
		b.WriteString(text)
	}
	for y := len(rows) - 1; y >= 0; y-- {
		fmt.Fprintf(&b, "%3s", rows[y])
		for x := range columns {
			pad(info.cellText(y*len(columns) + x))
		}
		b.WriteByte('\n')
	}
	b.WriteString("   ")
	for _, name := range columns {
		pad(name)
	}
	b.WriteByte('\n')
	return b.String()
}

// cellText is what the picture shows on a cell: the piece on top, or a point, or a dash for a gap, then the share of the visits.
func (info *analysis) cellText(cell int) string {
	text := "."
	switch c := &info.diagram.Cells[cell]; {
	case c.Gap:
		text = "-"
	case len(c.Pieces) > 0:
		text = c.Pieces[len(c.Pieces)-1].Letter
	}
	if share := info.Cells[cell].Share; share > 0 {
		percent := fmt.Sprintf("%.0f", 100*share)
		if percent == "0" {
			percent = "<1"
		}
		if text == "." {
			text = ""
		}
		text += percent
	}
	return text
}
