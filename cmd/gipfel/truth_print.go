package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"gipfel/selfplay/truth"
)

// printTruth writes the result.
func (a *app) printTruth(r *truthReport) error {
	if a.json {
		return a.writeJSON(r)
	}
	printf(a.stdout, "%s, %s; the judge is %s\n", r.Game, r.Model, r.Judge)
	for _, result := range r.Results {
		if err := a.printTruthResult(result, r.Exact); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printTruthResult(r *truth.Result, exact bool) error {
	unproven := "drawn"
	if !exact {
		unproven = "open"
	}
	positions := count(r.Positions, "position", "positions")
	printf(a.stdout, "\n%s of %s: %d won, %d %s, %d lost\n", positions, r.Set, r.Won, r.Drawn, unproven, r.Lost)
	if r.Errable == 0 {
		printf(a.stdout, "Nobody can err in any of them.\n")
	} else {
		printf(a.stdout, "An error is possible in %d of them; a random move is one there with %.1f%%.\n\n", r.Errable, 100*r.ByChance)
		if err := a.printErrors(r.Errors, exact); err != nil {
			return err
		}
	}
	printf(a.stdout, "\n%s", agreementText(&r.Value, exact))
	return nil
}

// printErrors prints a table of errors.
func (a *app) printErrors(list []truth.Errors, exact bool) error {
	draw := "DRAW"
	if !exact {
		draw = "OPEN"
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	printf(w, "MOVES BY\tERRORS\tWHERE POSSIBLE\tOF ALL\tWIN TO %s\tWIN TO LOSS\t%s TO LOSS\n", draw, draw)
	for _, e := range list {
		printf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", e.Player, e.All.Times, e.Possible.Share.Percent(), e.All.Share.Percent(),
			timesText(e.WinToDraw), timesText(e.WinToLoss), timesText(e.DrawToLoss))
	}
	return w.Flush()
}

// timesText writes "3 of 120", the latter being the positions in which it could happen.
func timesText(c truth.Count) string { return fmt.Sprintf("%d of %d", c.Times, c.Of) }

// agreementText says how well the net's values agree.
func agreementText(v *truth.Agreement, exact bool) string {
	if v.Positions == 0 {
		return "Values: none is proven.\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Values, from -1 to 1, are off by %.3f on average", v.MeanError)
	if !exact {
		fmt.Fprintf(&b, " in the %d positions whose value is proven", v.Positions)
	}
	fmt.Fprintf(&b, ", and nearer to the exact one than to any other in\n")
	for _, kind := range []struct {
		name string
		truth.Count
	}{{"won", v.Won}, {"drawn", v.Drawn}, {"lost", v.Lost}} {
		if kind.Of > 0 {
			fmt.Fprintf(&b, "  %-5s  %s of %d\n", kind.name, kind.Share.Percent(), kind.Of)
		}
	}
	return b.String()
}
