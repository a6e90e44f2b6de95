package main

import (
	"fmt"
	"slices"
	"strings"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/evaluator"
)

// uniform is the name of the net that knows nothing.
const uniform = "uniform"

// fakeNet is a net that is no file: it is for every game that it can be made for.
type fakeNet struct {
	name string
	make func(g *game.Game) (nn.Model, error)
}

// fakeNets are those that the command line knows.
var fakeNets = []fakeNet{
	{uniform, func(g *game.Game) (nn.Model, error) { return evaluator.Uniform(g), nil }},
	{"material", evaluator.Material},
}

// fakeNamed returns the fake net of a name, or nil.
func fakeNamed(name string) *fakeNet {
	i := slices.IndexFunc(fakeNets, func(f fakeNet) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &fakeNets[i]
}

// symmetry says which images of a position, by the symmetries of the board, a net is asked about.
type symmetry string

const (
	noSymmetry     symmetry = "none"    // the position itself
	randomSymmetry symmetry = "random"  // one for each position
	averageOfAll   symmetry = "average" // all of them
)

// wantSymmetry is what a symmetry may be, for messages.
const wantSymmetry = "none, random or average"

// symmetryUsage is the help of the flag.
const symmetryUsage = "ask the net about the position itself (none), one symmetric image of each (random), or all (average)"

// symmetrySeed chooses the images of "random". It is always the same, so that a position has the same evaluation in every game.
const symmetrySeed = 0

// parseSymmetry reads one.
func parseSymmetry(text string) (symmetry, error) {
	switch s := symmetry(text); s {
	case noSymmetry, randomSymmetry, averageOfAll:
		return s, nil
	}
	return "", errValue
}

// around returns a model that asks another one in this way.
func (s symmetry) around(g *game.Game, m nn.Model) (nn.Model, error) {
	switch s {
	case randomSymmetry:
		return evaluator.RandomSymmetry(g, m, symmetrySeed)
	case averageOfAll:
		return evaluator.Averaged(g, m)
	}
	return m, nil
}

// suffix is what the symmetry adds to the name of a net.
func (s symmetry) suffix() string {
	if s == noSymmetry {
		return ""
	}
	return ",symmetry=" + string(s)
}

// symmetryFlagError is the error for a value that --symmetry does not take.
func symmetryFlagError(text string) error {
	return &usageError{fmt.Errorf("--symmetry %q: want %s", text, wantSymmetry)}
}

// withoutFile lists the players that are no files: "random, greedy, uniform or material".
func withoutFile(names ...string) string {
	for _, f := range fakeNets {
		names = append(names, f.name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// ask has a contender's net asked in some way, unless its options have said how.
func (c *contender) ask(symmetryText string) error {
	s, err := parseSymmetry(symmetryText)
	switch {
	case err != nil:
		return symmetryFlagError(symmetryText)
	case c.baseline != "":
		return &usageError{fmt.Errorf("%s has no net: --symmetry is for nets", c.name)}
	case !slices.ContainsFunc(c.options, func(o string) bool { return strings.HasPrefix(o, "symmetry=") }):
		c.symmetry = s
		c.name += s.suffix()
	}
	return nil
}
