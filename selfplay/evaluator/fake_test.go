package evaluator_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gipfel/game/catalog"
	"gipfel/game/gametest"
	"gipfel/selfplay/evaluator"
)

// TestFakesAreForTheirGame: their spec is one that files could have.
func TestFakesAreForTheirGame(t *testing.T) {
	for _, g := range catalog.All() {
		s := evaluator.Uniform(g).Spec()
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", g.Name, err)
		}
		if s.Game != g.Name || s.RulesVersion != g.Version ||
			s.InputSize() != g.InputSize() || s.Actions() != g.Actions() || s.Outcomes() != g.Outcomes() {
			t.Errorf("%s: the spec is %+v", g.Name, s)
		}
	}
}

func TestUniform(t *testing.T) {
	g := gameNamed(t, "xima-4p")
	out := mustPredict(t, evaluator.Uniform(g), positions(g, 1, 1)[0])
	if !slices.Equal(out.Outcome, []float32{0.2, 0.2, 0.2, 0.2, 0.2}) {
		t.Errorf("the outcomes are %v", out.Outcome)
	}
	if slices.Min(out.Policy) != 0 || slices.Max(out.Policy) != 0 {
		t.Error("the policy is not uniform")
	}
}

// TestRandom: other positions and other seeds have other answers, and these are spread out.
func TestRandom(t *testing.T) {
	g := gameNamed(t, "ataxx-5x5")
	m := evaluator.Random(g, 1)
	rows := positions(g, 2, 1)
	first, second := mustPredict(t, m, rows[0]), mustPredict(t, m, rows[1])
	other := mustPredict(t, evaluator.Random(g, 2), rows[0])
	if slices.Equal(first.Policy, second.Policy) || slices.Equal(first.Outcome, second.Outcome) {
		t.Error("two positions have the same answer")
	}
	if slices.Equal(first.Policy, other.Policy) || slices.Equal(first.Outcome, other.Outcome) {
		t.Error("two seeds give the same answer")
	}
	if low, high := slices.Min(first.Policy), slices.Max(first.Policy); low < -2 || low > -1.9 || high < 1.9 || high > 2 {
		t.Errorf("the logits reach from %v to %v, want -2 to 2", low, high)
	}
	sum := 0.0
	for _, l := range first.Policy {
		sum += float64(l)
	}
	if mean := sum / float64(len(first.Policy)); math.Abs(mean) > 0.2 { // 3.5 standard deviations
		t.Errorf("the logits' mean is %v, want about 0", mean)
	}
}

// TestMaterialFollowsTheStones: in Ataxx, whose score counts the stones, the odds grow with the difference.
func TestMaterialFollowsTheStones(t *testing.T) {
	g := gameNamed(t, "ataxx")
	m := without(t)(evaluator.Material(g))
	for fen, want := range map[string]float64{
		"x5o/7/7/7/7/7/o5x x 0 1":          0.5,
		"xx4o/7/7/7/7/7/o5x x 0 1":         1 / (1 + math.Exp(-0.11)),
		"xx4o/7/7/7/7/7/o5x o 0 1":         1 / (1 + math.Exp(0.11)),
		"xxxxxxx/xxxxx2/7/7/7/7/oo5 x 0 1": 1 / (1 + math.Exp(-1.1)),
	} {
		s, err := g.Notation.ParseState(fen)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]float32, g.InputSize())
		g.Encode(s, row)
		out := mustPredict(t, m, row)
		if math.Abs(float64(out.Outcome[0])-want) > 1e-6 || math.Abs(float64(out.Outcome[1])-(1-want)) > 1e-6 || out.Outcome[2] != 0 {
			t.Errorf("%s: the outcomes are %v, want %.3f, %.3f and 0", fen, out.Outcome, want, 1-want)
		}
		if slices.Min(out.Policy) != 0 || slices.Max(out.Policy) != 0 {
			t.Errorf("%s: the policy is not uniform", fen)
		}
	}
}

// TestMaterialPlanes changes one input plane after the other: exactly those that are listed here change the odds, each in the
// direction that it should, for each seat.
func TestMaterialPlanes(t *testing.T) {
	signs := map[string]map[string]float64{
		"Ataxx": {"own stones": 1, "enemy stones": 1},
		"XIMA":  {"top normal": 1, "top special": 1, "hand normal": 1, "captured special": -1},
	}
	for _, g := range catalog.All() {
		kinds, countable := signs[g.Title]
		m, err := evaluator.Material(g)
		if !countable {
			if want := "there is none to count in " + g.Name; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want one that says %q", g.Name, err, want)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		counted := 0
		for p, plane := range g.Planes {
			seat, sign := materialOf(kinds, plane.Name)
			if sign != 0 {
				counted++
			}
			row := make([]float32, g.InputSize())
			for i := p; i < len(row); i += len(g.Planes) {
				row[i] = 1
			}
			out := mustPredict(t, m, row).Outcome
			even := 1 / float64(g.Players)
			if got := float64(out[seat]) - even; sign == 0 && math.Abs(got) > 1e-6 || sign != 0 && got*sign < 0.02 {
				t.Errorf("%s: with plane %q the seat's odds are %v, against %v without; want sign %v",
					g.Name, plane.Name, out[seat], even, sign)
			}
		}
		if want := len(kinds) * g.Players; g.Title == "XIMA" && counted != want {
			t.Errorf("%s: %d planes are counted, want %d", g.Name, counted, want)
		} else if g.Title == "Ataxx" && counted != 2 {
			t.Errorf("%s: %d planes are counted, want 2", g.Name, counted)
		}
	}
}

// materialOf says whose a plane is, and in which direction it should count; 0 for planes that should not.
func materialOf(signs map[string]float64, name string) (seat int, sign float64) {
	if s, ok := signs[name]; ok { // Ataxx
		if strings.HasPrefix(name, "enemy") {
			seat = 1
		}
		return seat, s
	}
	for i, suffix := range []string{" own", " seat+1", " seat+2", " seat+3"} {
		if kind, ok := strings.CutSuffix(name, suffix); ok && signs[kind] != 0 {
			return i, signs[kind]
		}
	}
	return 0, 0
}

// TestMaterialOfAnotherEncoding: a plane that is renamed, or a seat too many, is an error and no silent zero.
func TestMaterialOfAnotherEncoding(t *testing.T) {
	g := *gameNamed(t, "ataxx")
	g.Planes = slices.Clone(g.Planes)
	g.Planes[1].Name = "opposing stones"
	if _, err := evaluator.Material(&g); err == nil || !strings.Contains(err.Error(), `ataxx has no input plane "enemy stones"`) {
		t.Errorf("error %v", err)
	}
	g.Players = 3
	if _, err := evaluator.Material(&g); err == nil || !strings.Contains(err.Error(), `ataxx has 3 seats, but "own stones" is counted for 2`) {
		t.Errorf("error %v", err)
	}
	if _, err := evaluator.Material(gametest.Tiny); err == nil || !strings.Contains(err.Error(), "none to count in "+gametest.Tiny.Name) {
		t.Errorf("error %v", err)
	}
}
