package arena

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"
)

func TestEnoughDecimals(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		want string
	}{
		{50.04, 50, "50.04 50.00"},
		{50.0004, 50, "50.0004 50.0000"},
		{50, 50, "50.0 50.0"},
		{51, 50, "51.0 50.0"},
		{49.999, 50, "49.999 50.000"},
		{50.00000000000001, 50, "50.00000000000001 50.00000000000000"},
	} {
		n := enoughDecimals(1, c.x, c.y)
		if got := fixed(c.x, n) + " " + fixed(c.y, n); got != c.want {
			t.Errorf("%g and %g are written %s, want %s", c.x, c.y, got, c.want)
		}
	}
}

// TestTextsDoNotContradictVerdicts reads the numbers of the texts again, with thresholds and bounds a hair away from what they
// are compared with among others.
func TestTextsDoNotContradictVerdicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	gate := regexp.MustCompile(`lower bound ([\d.]+)%, must exceed ([\d.]+)%`)
	sprt := regexp.MustCompile(`LLR (-?[\d.]+) \(bounds (-?[\d.]+) and (-?[\d.]+)\)`)
	for i := range 3000 {
		p := distribution{share: [5]float64{0.1, 0.2, 0.3, 0.25, 0.15}}.sample(40, rng)
		off := []float64{1e-3, 1e-6, 1e-9, 1e-12, 0}[i%5] * float64(1-2*(i/5%2))
		low, _ := p.sums().bounds(oneSided(0.95))
		d := Gate{Threshold: low - off, Confidence: 0.95}.Decide(p, 40)
		found := gate.FindStringSubmatch(d.String())
		if exceeds := number(t, found[1]) > number(t, found[2]); exceeds != d.Promote {
			t.Fatalf("%+v is written %q", d, d)
		}
		s := SPRTDecision{LLR: 2.9957 - off, Lower: -2.9957, Upper: 2.9957, Verdict: Open}
		if s.LLR >= s.Upper {
			s.Verdict = AcceptH1
		}
		found = sprt.FindStringSubmatch(s.String())
		if reached := number(t, found[1]) >= number(t, found[3]); reached != (s.Verdict == AcceptH1) {
			t.Fatalf("%+v is written %q", s, s)
		}
		s = SPRTDecision{LLR: -2.9957 + off, Lower: -2.9957, Upper: 2.9957, Verdict: Open}
		if s.LLR <= s.Lower {
			s.Verdict = AcceptH0
		}
		found = sprt.FindStringSubmatch(s.String())
		if reached := number(t, found[1]) <= number(t, found[2]); reached != (s.Verdict == AcceptH0) {
			t.Fatalf("%+v is written %q", s, s)
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func ExampleDecision_String() {
	d := Decision{Decided: true, Promote: true, Score: 0.585, LowerBound: 0.5002, Threshold: 0.5, Pairs: 100, Planned: 100}
	fmt.Println(d)
	// Output:
	// promoted: score 58.5% over 100 of 100 pairs, lower bound 50.02%, must exceed 50.00%
}
