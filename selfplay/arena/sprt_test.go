package arena

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gipfel/game/ataxx"
)

// at returns the distribution nearest to this one whose mean is the given score: its shares times e^(x·score).
func (d distribution) at(score float64) distribution {
	low, high := -60.0, 60.0
	tilted := d
	for range 100 {
		x, sum := (low+high)/2, 0.0
		for h, share := range d.share {
			tilted.share[h] = share * math.Exp(x*float64(h)/4)
			sum += tilted.share[h]
		}
		for h := range tilted.share {
			tilted.share[h] /= sum
		}
		if tilted.mean() < score {
			low = x
		} else {
			high = x
		}
	}
	return tilted
}

// simulate plays matches between players with a distribution of scores, and returns how often they ended in each verdict and
// after how many pairs on average.
func (s SPRT) simulate(d distribution, matches, planned int, rng *rand.Rand) (rates [4]float64, pairs float64) {
	for range matches {
		p := make(PairScores, 5)
		decision := s.Decide(p, planned)
		for decision.Verdict == Open {
			p[d.draw(rng)]++
			decision = s.Decide(p, planned)
		}
		rates[decision.Verdict] += 1 / float64(matches)
		pairs += float64(decision.Pairs) / float64(matches)
	}
	return rates, pairs
}

// TestSPRTErrorRates simulates matches under both hypotheses: with many draws and with few, with a first move that decides
// nearly everything (the two games of a pair then cancel each other) and with players that are good at different openings (they
// then repeat each other). Run it with -v to see the rates.
func TestSPRTErrorRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const matches, planned = 2000, 5000
	for _, s := range []SPRT{
		{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05, MinimumPairs: DefaultMinimumPairs},
		{Elo0: -20, Elo1: 60, Alpha: 0.1, Beta: 0.02, MinimumPairs: DefaultMinimumPairs},
	} {
		for _, d := range nulls {
			if !d.symmetric() {
				continue
			}
			under0, pairs0 := s.simulate(d.at(s.Elo0.Score()), matches, planned, rng)
			under1, pairs1 := s.simulate(d.at(s.Elo1.Score()), matches, planned, rng)
			t.Logf("%-56s elo0 %+3.0f, alpha %.2f: %.3f, %4.0f pairs; elo1 %+3.0f, beta %.2f: %.3f, %4.0f pairs", d.name,
				float64(s.Elo0), s.Alpha, under0[AcceptH1], pairs0, float64(s.Elo1), s.Beta, under1[AcceptH0], pairs1)
			// Three standard errors of the rates themselves.
			if most := s.Alpha + 3*math.Sqrt(s.Alpha*(1-s.Alpha)/matches); under0[AcceptH1] > most {
				t.Errorf("%s: H1 is accepted in %.1f%% of the matches under H0", d.name, 100*under0[AcceptH1])
			}
			if most := s.Beta + 3*math.Sqrt(s.Beta*(1-s.Beta)/matches); under1[AcceptH0] > most {
				t.Errorf("%s: H0 is accepted in %.1f%% of the matches under H1", d.name, 100*under1[AcceptH0])
			}
			if under0[Undecided]+under1[Undecided] > 0.001 {
				t.Errorf("%s: undecided at rates of %.4f and %.4f", d.name, under0[Undecided], under1[Undecided])
			}
		}
	}
}

// TestSPRTNeedsPairs shows why pairs are counted and not games: where the two games of a pair repeat each other, a test on
// games has twice the data that there are.
func TestSPRTNeedsPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	s := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05, MinimumPairs: DefaultMinimumPairs}
	const matches = 1000
	wrong := 0
	for range matches {
		games := make(PairScores, 3)
		for s.Decide(games, 1_000_000).Verdict == Open {
			games[2*rng.IntN(2)] += 2 // a pair
		}
		if s.Decide(games, 1_000_000).Verdict == AcceptH1 {
			wrong++
		}
	}
	if rate := float64(wrong) / matches; rate < 0.08 {
		t.Errorf("a test on games accepts H1 in %.1f%% of the matches of equal players: the simulation does not tell it from one on pairs", 100*rate)
	}
}

// TestSPRTNeedsOrder shows why results are taken in the order in which games were begun: if the games that the first player wins
// are the short ones, and many are in flight, then results in the order of finish begin with its wins.
func TestSPRTNeedsOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	s := SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, MinimumPairs: DefaultMinimumPairs}
	const matches, inFlight, planned = 1000, 64, 1000
	rate := func(byFinish bool) float64 {
		wrong := 0
		for range matches {
			if s.inParallel(inFlight, planned, byFinish, rng).Verdict == AcceptH1 {
				wrong++
			}
		}
		return float64(wrong) / matches
	}
	if r := rate(false); r > 0.07 {
		t.Errorf("in order, H1 is accepted in %.1f%% of the matches of equal players", 100*r)
	}
	if r := rate(true); r < 0.15 {
		t.Errorf("in order of finish, H1 is accepted in %.1f%% of the matches only: the simulation does not tell the orders apart", 100*r)
	}
}

// inParallel plays a match of equal players in which pairs won take one unit of time and pairs lost take three.
func (s SPRT) inParallel(inFlight, planned int, byFinish bool, rng *rand.Rand) SPRTDecision {
	p := make(PairScores, 5)
	type pair struct{ score, end int }
	var flying []pair
	for now := 0; ; now++ {
		for len(flying) < inFlight {
			score := 4 * rng.IntN(2)
			flying = append(flying, pair{score, now + 3 - score/2})
		}
		for i := 0; i < len(flying); {
			if flying[i].end > now {
				if !byFinish {
					break // all after it wait
				}
				i++
				continue
			}
			p[flying[i].score]++
			flying = append(flying[:i], flying[i+1:]...)
			if d := s.Decide(p, planned); d.Verdict != Open {
				return d
			}
		}
	}
}

// TestSPRTStopsAMatch plays real matches: whatever is in flight, the answer and the games before it are the same.
func TestSPRTStopsAMatch(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 150, Alpha: 0.05, Beta: 0.05, MinimumPairs: 5}
	g := ataxx.Size4
	for _, c := range []struct {
		a, b    Player
		verdict Verdict
	}{
		{Greedy(g), Random(g), AcceptH1},
		{Random(g), Greedy(g), AcceptH0},
	} {
		settings := Settings{Pairs: 300, Seed: 1, OpeningMax: 3, Stop: s.Stop}
		one := mustPlay(t, g, settings, c.a, c.b)
		settings.Lanes, settings.Slots = 3, 5
		many := mustPlay(t, g, settings, c.a, c.b)
		d := s.Decide(one.PairScores, one.PlannedPairs)
		if d.Verdict != c.verdict || !one.Stopped || d.Pairs != one.Pairs || d.Pairs >= 300 {
			t.Errorf("%s against %s: %v", c.a.Name, c.b.Name, d)
		}
		if again := s.Decide(many.PairScores, many.PlannedPairs); again != d {
			t.Errorf("%s against %s: %v, but with more games in flight %v", c.a.Name, c.b.Name, d, again)
		}
		// One pair less, and it was open.
		last := 0
		for _, game := range one.Games[len(one.Games)-2:] {
			last += game.halfPoints()
		}
		one.PairScores[last]--
		if d := s.Decide(one.PairScores, one.PlannedPairs); d.Verdict != Open {
			t.Errorf("%s against %s: already %v before the last pair", c.a.Name, c.b.Name, d)
		}
	}
}

func TestSPRTOfPairsThatEndAlike(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, MinimumPairs: 1}
	for h := range 5 {
		first := 0
		for n := 1; n <= 2000 && first == 0; n++ {
			p := make(PairScores, 5)
			p[h] = n
			d := s.Decide(p, 10_000)
			if math.IsNaN(d.LLR) || math.IsInf(d.LLR, 0) {
				t.Fatalf("%v: LLR %g", p, d.LLR)
			}
			if d.Verdict != Open {
				first = n
			}
			if h >= 3 && d.Verdict == AcceptH0 || h <= 2 && d.Verdict == AcceptH1 {
				t.Errorf("%v: %v", p, d)
			}
		}
		// An exact test needs ln 20 / ln(s₁/s₀) = 106 pairs won outright.
		if first < 20 {
			t.Errorf("all pairs with %d half points: decided after %d pairs", h, first)
		}
	}
	if llr := s.LLR(make(PairScores, 5)); llr != 0 {
		t.Errorf("LLR of nothing: %g", llr)
	}
}

// TestSPRTFormula holds the ratio against one computed from the scores one by one.
func TestSPRTFormula(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, MinimumPairs: 1}
	var all []float64
	p := PairScores{3, 9, 11, 14, 8, 0, 2} // of three games
	for h, n := range p {
		for range n {
			all = append(all, float64(h)/6)
		}
	}
	n, mean := float64(len(all)), 0.0
	for _, x := range all {
		mean += x / n
	}
	variance := 4 * 0.25 / n // two pairs won and two lost
	for _, x := range all {
		variance += (x - mean) * (x - mean) / n
	}
	// Twice the log likelihood of a normal distribution with the best variance for its mean, up to a constant.
	best := func(mu float64) float64 { return -n * math.Log(variance+(mean-mu)*(mean-mu)) }
	near(t, "LLR", s.LLR(p), (best(1/(1+math.Pow(10, -0.25)))-best(0.5))/2, 1e-9)
	// Exchanging players and hypotheses changes the sign.
	mirrored := SPRT{Elo0: -100, Elo1: 0}
	near(t, "LLR of the mirrored match", mirrored.LLR(PairScores{2, 0, 8, 14, 11, 9, 3}), -s.LLR(p), 1e-9)
}

func TestSPRTVerdicts(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, MinimumPairs: 40}
	for _, c := range []struct {
		scores  PairScores
		planned int
		want    Verdict
	}{
		{PairScores{0, 0, 0, 0, 0}, 100, Open},
		{PairScores{0, 0, 0, 0, 39}, 100, Open}, // too few
		{PairScores{0, 0, 0, 0, 40}, 100, AcceptH1},
		{PairScores{40, 0, 0, 0, 0}, 100, AcceptH0},
		{PairScores{8, 2, 18, 7, 9}, 44, Undecided},
		{PairScores{0, 0, 0, 0, 40}, 40, AcceptH1}, // with the last pair
		{PairScores{0, 0, 0, 0, 10}, 10, Undecided},
	} {
		d := s.Decide(c.scores, c.planned)
		if d.Verdict != c.want {
			t.Errorf("%v of %d: %v", c.scores, c.planned, d)
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var back SPRTDecision
		if err := json.Unmarshal(text, &back); err != nil || back != d {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	var v Verdict
	if v.UnmarshalText([]byte("perhaps")) == nil {
		t.Error(`"perhaps" is a verdict`)
	}
}

func TestSPRTValidate(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, MinimumPairs: 1}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for field, spoil := range map[string]func(*SPRT){
		"elo0":    func(s *SPRT) { s.Elo0 = 10 },
		"elo1":    func(s *SPRT) { s.Elo1 = Elo(math.Inf(1)) },
		"alpha":   func(s *SPRT) { s.Alpha = 0 },
		"beta":    func(s *SPRT) { s.Beta = math.NaN() },
		"minimum": func(s *SPRT) { s.MinimumPairs = 0 },
	} {
		s := good
		spoil(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

func ExampleSPRT_Decide() {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05, MinimumPairs: DefaultMinimumPairs}
	fmt.Println(test.Decide(PairScores{10, 30, 60, 65, 35}, 400))
	fmt.Println(test.Decide(PairScores{20, 40, 60, 40, 20}, 400))
	fmt.Println(test.Decide(PairScores{2, 4, 9, 5, 3}, 400))
	fmt.Println(test.Decide(PairScores{2, 4, 9, 5, 3}, 23))
	// Output:
	// H1 accepted (+50 Elo or more): LLR 11.75 (bounds -3.00 and 3.00) after 200 of 400 pairs, score 60.6%; H0 was +0 Elo or less
	// H0 accepted (+0 Elo or less): LLR -5.03 (bounds -3.00 and 3.00) after 180 of 400 pairs, score 50.0%; H1 was +50 Elo or more
	// not yet decided between H0 (+0 Elo or less) and H1 (+50 Elo or more): LLR -0.04 (bounds -3.00 and 3.00) after 23 of 400 pairs, score 53.3%
	// undecided between H0 (+0 Elo or less) and H1 (+50 Elo or more): LLR -0.04 (bounds -3.00 and 3.00) after 23 of 23 pairs, score 53.3%
}
