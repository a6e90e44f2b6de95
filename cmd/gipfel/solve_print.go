package main

import (
	"context"
	"strconv"
	"strings"
	"text/tabwriter"

	"gipfel/game/atimo/solve"
)

// solveSummary is what all values together come to. The names in JSON are relied on by scripts.
type solveSummary struct {
	Game       string           `json:"game"`
	Value      solveValue       `json:"value"`
	Positions  int              `json:"positions"`
	Kinds      int              `json:"kinds"`
	Counts     []solveCount     `json:"counts"`
	FirstCores []solveFirstCore `json:"first_cores"`
	// Slowest is the value of the decided positions that take longest, and Longest are they.
	Slowest solveValue `json:"slowest"`
	Longest []string   `json:"longest"`
}

// solveValue is a value for the player to move: W, D or L. A draw has 0 plies.
type solveValue struct {
	Outcome string `json:"outcome"`
	Plies   int    `json:"plies"`
}

type solveCount struct {
	Phase     string     `json:"phase"`
	Value     solveValue `json:"value"`
	Positions int        `json:"positions"`
	Kinds     int        `json:"kinds"`
}

// solveFirstCore is what a first Core comes to; see solve.FirstCore.
type solveFirstCore struct {
	Cell    string     `json:"cell"`
	Alike   int        `json:"alike"`
	Value   solveValue `json:"value"`
	Losing  []string   `json:"losing_replies"`
	Slowest solveValue `json:"slowest_loss"`
}

func valueOf(v solve.Value) solveValue { return solveValue{v.Outcome.String(), v.Plies} }

// summarize sums all values up and prints that.
func (a *app) summarize(ctx context.Context, db *solve.DB) error {
	task := a.progress.Start("count", int64(solve.Indices()), "positions")
	defer task.Done()
	s, err := db.Summarize(ctx, func(n int) { task.Add(int64(n)) })
	if err != nil {
		return err
	}
	task.Done()
	r := solveSummary{Game: solve.Game().Name, Value: valueOf(s.Value), Slowest: valueOf(s.Slowest), Longest: s.Longest}
	for _, c := range s.Counts {
		r.Positions += c.Positions
		r.Kinds += c.Kinds
		r.Counts = append(r.Counts, solveCount{c.Phase.String(), valueOf(c.Value), c.Positions, c.Kinds})
	}
	for _, f := range s.Cores {
		losing := append([]string{}, f.Losing...) // an empty list, not null
		r.FirstCores = append(r.FirstCores, solveFirstCore{f.Cell, f.Alike, valueOf(f.Value), losing, valueOf(f.Slowest)})
	}
	if a.json {
		return a.writeJSON(r)
	}
	return a.printSolution(&r)
}

// printSolution prints a summary for people.
func (a *app) printSolution(r *solveSummary) error {
	printf(a.stdout, "%s: %s under best play\n\n", r.Game, r.Value.text("the first player"))
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	printf(w, "PHASE\tPLAYER TO MOVE\tPOSITIONS\tKINDS\n")
	for _, c := range r.Counts {
		printf(w, "%s\t%s\t%d\t%d\n", c.Phase, c.Value.short(), c.Positions, c.Kinds)
	}
	printf(w, "all\t\t%d\t%d\n", r.Positions, r.Kinds)
	printf(w, "\n")
	if err := w.Flush(); err != nil {
		return err
	}
	printf(w, "FIRST CORE\tCELLS ALIKE\tVALUE\tSECOND CORES THAT LOSE\n")
	for _, f := range r.FirstCores {
		losing := "none"
		if len(f.Losing) > 0 {
			losing = strings.Join(f.Losing, " ") + ", in " + plies(f.Slowest.Plies)
		}
		printf(w, "%s\t%d\t%s\t%s\n", f.Cell, f.Alike, f.Value.text("the second player"), losing)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	printf(a.stdout, "\nThe longest way to an end that can be forced: the player to move %s, in these positions and those like them:\n",
		r.Slowest.short())
	for _, position := range r.Longest {
		printf(a.stdout, "  %s\n", position)
	}
	return nil
}

func plies(n int) string { return count(n, "ply", "plies") }

// short writes a value as a word or two about the player to move.
func (v solveValue) short() string {
	switch {
	case v.Outcome == solve.Draw.String():
		return "draws"
	case v.Plies == 0:
		return "has lost"
	}
	word := map[string]string{"W": "wins", "L": "loses"}[v.Outcome]
	return word + " in " + strconv.Itoa(v.Plies)
}

// text writes a value as one that some player has.
func (v solveValue) text(who string) string {
	if v.Outcome == solve.Draw.String() {
		return "a draw"
	}
	return who + " " + v.short()
}
