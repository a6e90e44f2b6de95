package evaluator_test

import (
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/evaluator"
)

// TestRandomSymmetryIsOneOfThem: the answer is that of one image, turned back; over some positions every symmetry has its turn,
// none of them much more often than the others.
func TestRandomSymmetryIsOneOfThem(t *testing.T) {
	for _, g := range games() {
		n := 200
		if g.InputSize() > 2000 {
			n = 60
		}
		inner := evaluator.Random(g, 1)
		m := without(t)(evaluator.RandomSymmetry(g, inner, 7))
		uses := make([]int, len(g.Symmetries))
		for _, row := range positions(g, n, 4) {
			// All images of the position; those of a symmetric position are several times the same.
			matching := matchingSymmetries(t, g, inner, row, mustPredict(t, m, row))
			if len(matching) == 0 {
				t.Fatalf("%s: the answer is not that of any image", g.Name)
			}
			if len(matching) == 1 {
				uses[matching[0]]++
			}
		}
		if slices.Min(uses) == 0 || slices.Max(uses) > n/2 {
			t.Errorf("%s: the symmetries are used %v times", g.Name, uses)
		}
	}
}

// matchingSymmetries lists the symmetries by whose image a model would have given an answer.
func matchingSymmetries(t *testing.T, g *game.Game, inner nn.Model, row []float32, answer nn.Outputs) (list []int) {
	image := make([]float32, len(row))
	for s := range g.Symmetries {
		g.Symmetries[s].MapPlanes(image, row, len(g.Planes))
		turned := mustPredict(t, inner, image)
		back := nn.Outputs{Policy: make([]float32, g.Actions()), Outcome: turned.Outcome}
		g.Symmetries[s].UnmapPolicy(back.Policy, turned.Policy)
		if equalBits(back, answer) {
			list = append(list, s)
		}
	}
	return list
}

// TestRandomSymmetrySeed: with other seeds other images are chosen, with the same seed the same ones.
func TestRandomSymmetrySeed(t *testing.T) {
	g := gameNamed(t, "ataxx")
	inner := evaluator.Random(g, 1)
	in := slices.Concat(positions(g, 100, 5)...)
	ok := without(t)
	one := mustPredict(t, ok(evaluator.RandomSymmetry(g, inner, 1)), in)
	if same := mustPredict(t, ok(evaluator.RandomSymmetry(g, inner, 1)), in); !equalBits(one, same) {
		t.Error("the same seed gives other answers")
	}
	two := mustPredict(t, ok(evaluator.RandomSymmetry(g, inner, 2)), in)
	changed := 0
	for i := range 100 {
		if !equalBits(rowOf(inner.Spec(), one, i), rowOf(inner.Spec(), two, i)) {
			changed++
		}
	}
	if changed < 70 { // seven of eight are expected
		t.Errorf("another seed changes %d of 100 answers", changed)
	}
}
