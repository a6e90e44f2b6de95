package rating

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.8f, want %.8f", what, got, want)
	}
}

func mustRate(t testing.TB, matches []Match, o Options) *Ladder {
	t.Helper()
	l, err := Rate(matches, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// of returns the entry with a name, and its index.
func (l *Ladder) of(t *testing.T, name string) (Entry, int) {
	t.Helper()
	i := slices.IndexFunc(l.Entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("%q is not on the ladder", name)
	}
	return l.Entries[i], i
}

func scores(a, b string, counts ...int) Match { return Match{Players: []string{a, b}, Scores: counts} }

func TestTwoPlayersFollowTheirScore(t *testing.T) {
	l := mustRate(t, []Match{scores("net", "random", 10, 20, 30, 40, 50)}, Options{})
	net, _ := l.of(t, "net")
	won := 20*0.5 + 30 + 40*1.5 + 50*2
	share := (won + 0.25) / (300 + 0.5)
	near(t, "Elo", net.Elo, 400*math.Log10(share/(1-share)), 1e-7)
	near(t, "score", net.Score, won/300, 1e-12)
	if random, _ := l.of(t, "random"); random.Elo != 0 || random.Low != 0 || random.High != 0 || l.Anchors[0] != "random" {
		t.Errorf("the anchor: %+v", random)
	}
	// The textbook's interval: the standard error of the mean score over pairs, and the slope of the curve. The ladder's is
	// a little wider.
	variance := 0.0
	for h, n := range []float64{10, 20, 30, 40, 50} {
		off := float64(h)/4 - won/300
		variance += n * off * off / 149
	}
	half := 1.959964 * math.Sqrt(variance/150) / (share * (1 - share)) * 400 / math.Ln10
	if got := net.High - net.Elo; got < half || got > 1.03*half {
		t.Errorf("half of the interval is %.2f, want a little more than %.2f", got, half)
	}
}

func TestEverythingWonOrEvenStaysFiniteAndKeepsWidth(t *testing.T) {
	for _, c := range []struct {
		scores          []int
		elo             float64
		least, greatest float64 // of half the interval
	}{
		{[]int{0, 0, 0, 0, 50}, 1041.26, 400, 900}, // 100.25–0.25
		{[]int{50, 0, 0, 0, 0}, -1041.26, 400, 900},
		{[]int{0, 0, 0, 0, 1}, 381.70, 400, 1500},
		{[]int{0, 0, 1, 0, 0}, 0, 250, 800},
		{[]int{0, 0, 50, 0, 0}, 0, 8, 30},
	} {
		net, _ := mustRate(t, []Match{scores("net", "random", c.scores...)}, Options{}).of(t, "net")
		near(t, "Elo", net.Elo, c.elo, 0.01)
		near(t, "middle of the interval", (net.Low+net.High)/2, net.Elo, 1e-9)
		if half := (net.High - net.Low) / 2; half < c.least || half > c.greatest {
			t.Errorf("%v: half of the interval is %.0f, want %.0f to %.0f", c.scores, half, c.least, c.greatest)
		}
	}
}

// unbalanced are matches between five players, some of whom never meet.
func unbalanced() []Match {
	w := world{elo: []float64{0, 100, 250, 180, 500}, firstMove: 120, draws: 0.2, rng: rand.New(rand.NewPCG(1, 2))}
	return []Match{w.match(0, 1, 30), w.match(1, 2, 25), w.match(2, 0, 40), w.match(3, 2, 11), w.match(3, 4, 35), w.match(1, 0, 7)}
}

// TestMaximum holds the fit against a likelihood that is written down game by game and maximised by a search that knows no
// derivatives.
func TestMaximum(t *testing.T) {
	matches := unbalanced()
	l := mustRate(t, matches, Options{Anchor: "p000"})
	index := map[string]int{"p000": 0, "p001": 1, "p002": 2, "p003": 3, "p004": 4}
	var games, of [5][5]float64 // played, and scored by the first index
	for _, m := range matches {
		a, b := index[m.Players[0]], index[m.Players[1]]
		for _, p := range m.Pairs {
			for _, g := range p.Games {
				score := 0.5
				if g.Outcome < 2 {
					score = float64(1 - g.Seats[g.Outcome])
				}
				games[a][b]++
				games[b][a]++
				of[a][b] += score
				of[b][a] += 1 - score
			}
		}
	}
	var all [5]float64
	for i := range games {
		for j := range games {
			all[i] += games[i][j]
		}
	}
	likelihood := func(elo [5]float64) float64 {
		sum := 0.0
		for i := range elo {
			for j := range elo {
				if games[i][j] > 0 {
					// A quarter of a game won and one lost a player; each pair of players is visited from both sides.
					won := of[i][j] + 0.25/2*games[i][j]*(1/all[i]+1/all[j])
					sum += won * math.Log(expectedScore(elo[i]-elo[j]))
				}
			}
		}
		return sum
	}
	var best [5]float64
	for step := 256.0; step > 1e-6; {
		moved := false
		for i := 1; i < 5; i++ {
			for _, d := range []float64{-step, step} {
				trial := best
				trial[i] += d
				if likelihood(trial) > likelihood(best) {
					best, moved = trial, true
				}
			}
		}
		if !moved {
			step /= 2
		}
	}
	for name, i := range index {
		e, _ := l.of(t, name)
		near(t, name, e.Elo, best[i], 1e-3)
	}
}

// TestFewPairsAmongMany rates a newcomer whose few pairs all ended alike, among players whose pairs did not.
func TestFewPairsAmongMany(t *testing.T) {
	old := scores("old", "other", 20, 20, 20, 20, 20)
	l := mustRate(t, []Match{old, scores("new", "old", 0, 0, 3, 0, 0)}, Options{Anchor: "old"})
	e, _ := l.of(t, "new")
	other, _ := l.of(t, "other")
	// Were its pairs as those of the others, its interval would be wider by the root of 100/3.
	if ratio := (e.High - e.Low) / (other.High - other.Low); ratio < 3.5 || ratio > 7 {
		t.Errorf("the interval after 3 pairs is %.1f times that after 100", ratio)
	}
}

// TestIntervalsAgainstTheJackknife leaves out one pair after the other.
func TestIntervalsAgainstTheJackknife(t *testing.T) {
	matches := unbalanced()
	l := mustRate(t, matches, Options{Anchor: "p000"})
	sum, squares, n := make(map[string]float64), make(map[string]float64), 0.0
	for i := range matches {
		for k := range matches[i].Pairs {
			fewer := slices.Clone(matches)
			fewer[i].Pairs = slices.Delete(slices.Clone(matches[i].Pairs), k, k+1)
			for _, e := range mustRate(t, fewer, Options{Anchor: "p000"}).Entries {
				sum[e.Name] += e.Elo
				squares[e.Name] += e.Elo * e.Elo
			}
			n++
		}
	}
	for _, e := range l.Entries {
		if e.Name == "p000" {
			continue
		}
		jackknife := math.Sqrt((n - 1) * (squares[e.Name]/n - sum[e.Name]/n*sum[e.Name]/n))
		if ratio := (e.High - e.Elo) / 1.959964 / jackknife; ratio < 0.9 || ratio > 1.15 {
			t.Errorf("%s: the standard error is %.2f times that of the jackknife, %.1f", e.Name, ratio, jackknife)
		}
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	matches := unbalanced()
	want := mustRate(t, matches, Options{Anchor: "p002"})
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		shuffled := make([]Match, len(matches))
		for i, at := range rng.Perm(len(matches)) {
			m := matches[at]
			m.Pairs = slices.Clone(m.Pairs)
			rng.Shuffle(len(m.Pairs), func(i, j int) { m.Pairs[i], m.Pairs[j] = m.Pairs[j], m.Pairs[i] })
			if rng.IntN(2) == 0 {
				m = exchanged(m)
			}
			shuffled[i] = m
		}
		got := mustRate(t, shuffled, Options{Anchor: "p002"})
		for i, e := range got.Entries {
			w := want.Entries[i]
			if e.Name != w.Name || e.Games != w.Games || e.Pairs != w.Pairs || e.Opponents != w.Opponents {
				t.Errorf("%+v, want %+v", e, w)
			}
			near(t, e.Name, e.Elo, w.Elo, 1e-6)
			near(t, e.Name+" low", e.Low, w.Low, 1e-6)
			near(t, e.Name+" high", e.High, w.High, 1e-6)
		}
		near(t, "first move", got.FirstMove[0].Elo, want.FirstMove[0].Elo, 1e-6)
	}
}

// exchanged names the two players of a match the other way round.
func exchanged(m Match) Match {
	m.Players = []string{m.Players[1], m.Players[0]}
	pairs := m.Pairs
	m.Pairs = nil
	for _, p := range pairs {
		var q Pair
		for _, g := range p.Games {
			q.Games = append(q.Games, Game{Seats: []int{1 - g.Seats[0], 1 - g.Seats[1]}, Outcome: g.Outcome})
		}
		m.Pairs = append(m.Pairs, q)
	}
	return m
}

func TestAnchorShifts(t *testing.T) {
	matches := unbalanced()
	a, b := mustRate(t, matches, Options{Anchor: "p000"}), mustRate(t, matches, Options{Anchor: "p004"})
	shift, _ := a.of(t, "p004")
	for i, e := range a.Entries {
		other, j := b.of(t, e.Name)
		near(t, e.Name, other.Elo, e.Elo-shift.Elo, 1e-6)
		for k, f := range a.Entries {
			_, l := b.of(t, f.Name)
			p, _ := a.Superiority(i, k)
			q, _ := b.Superiority(j, l)
			near(t, "superiority of "+e.Name+" over "+f.Name, q, p, 1e-9)
		}
	}
	// The interval is that of the difference, whoever is the anchor.
	first, _ := b.of(t, "p000")
	near(t, "width seen from the other side", first.High-first.Low, shift.High-shift.Low, 1e-6)
}

func TestTwiceTheDataShrinkIntervals(t *testing.T) {
	w := world{elo: []float64{0, 100, 200}, draws: 0.3, rng: rand.New(rand.NewPCG(5, 6))}
	once := w.roundRobin(400)
	twice := append(slices.Clone(once), once...)
	counted := slices.Clone(once)
	for i := range counted {
		counted[i].Pairs = slices.Clone(once[i].Pairs)
		for k := range counted[i].Pairs {
			counted[i].Pairs[k].Count = 2
		}
	}
	a, b, c := mustRate(t, once, Options{}), mustRate(t, twice, Options{}), mustRate(t, counted, Options{})
	for i, e := range a.Entries {
		near(t, e.Name, b.Entries[i].Elo, e.Elo, 0.1)
		near(t, e.Name+" counted", c.Entries[i].Elo, b.Entries[i].Elo, 1e-6)
		near(t, e.Name+" counted, high", c.Entries[i].High, b.Entries[i].High, 1e-6)
		if width := e.High - e.Low; width > 0 {
			near(t, e.Name+": ratio of widths", width/(b.Entries[i].High-b.Entries[i].Low), math.Sqrt2, 0.02)
		}
	}
}

func TestGroups(t *testing.T) {
	l := mustRate(t, []Match{
		scores("a", "b", 1, 1, 1, 1, 1), scores("c", "d", 0, 0, 0, 1, 3), scores("b", "random", 0, 0, 2, 2, 1),
		{Players: []string{"alone", "too"}},
	}, Options{})
	if want := []string{"random", "c", "alone", "too"}; !slices.Equal(l.Anchors, want) {
		t.Errorf("anchors %q, want %q", l.Anchors, want)
	}
	groups := make(map[string]int)
	for i, e := range l.Entries {
		groups[e.Name] = e.Group
		if i > 0 && (e.Group < l.Entries[i-1].Group || e.Group == l.Entries[i-1].Group && e.Elo > l.Entries[i-1].Elo) {
			t.Errorf("%s comes after %s", e.Name, l.Entries[i-1].Name)
		}
	}
	for name, want := range map[string]int{"random": 0, "a": 0, "b": 0, "c": 1, "d": 1, "alone": 2, "too": 3} {
		if groups[name] != want {
			t.Errorf("%s is in group %d, want %d", name, groups[name], want)
		}
	}
	if other := mustRate(t, []Match{scores("a", "b", 1, 1, 1, 1, 1), scores("c", "d", 0, 0, 0, 1, 3)}, Options{Anchor: "d"}); other.Anchors[0] != "d" ||
		other.Anchors[1] != "a" || other.Entries[1].Name != "d" {
		t.Errorf("with d as the anchor: %+v", other)
	}
	_, a := l.of(t, "a")
	_, c := l.of(t, "c")
	if _, ok := l.Superiority(a, c); ok || l.SuperiorityTable()[a][c] != nil {
		t.Error("players who never met are compared")
	}
	if _, err := json.Marshal(l); err != nil {
		t.Error(err)
	}
}

func TestAnchors(t *testing.T) {
	matches := []Match{scores("x", "y", 1, 1, 1, 1, 1)}
	if l := mustRate(t, matches, Options{}); l.Anchors[0] != "x" {
		t.Errorf("anchor %q, want the first", l.Anchors[0])
	}
	if l := mustRate(t, append(matches, scores("y", "random", 0, 0, 1, 0, 0)), Options{}); l.Anchors[0] != "random" {
		t.Errorf("anchor %q, want random", l.Anchors[0])
	}
	if _, err := Rate(matches, Options{Anchor: "z"}); err == nil || !strings.Contains(err.Error(), `"z"`) {
		t.Errorf("an unknown anchor: %v", err)
	}
	if l := mustRate(t, nil, Options{}); len(l.Entries) != 0 {
		t.Errorf("nothing gives %+v", l)
	}
}

func TestSuperiority(t *testing.T) {
	l := mustRate(t, unbalanced(), Options{Anchor: "p000", Confidence: 0.6826895})
	_, anchor := l.of(t, "p000")
	e, i := l.of(t, "p001")
	// Half the interval is one standard error.
	want := 0.5 * math.Erfc(-e.Elo/(e.High-e.Elo)/math.Sqrt2)
	p, _ := l.Superiority(i, anchor)
	near(t, "superiority", p, want, 1e-6)
	table := l.SuperiorityTable()
	for i := range table {
		for j := range table {
			near(t, "sum of both sides", *table[i][j]+*table[j][i], 1, 1e-9)
			if *table[i][j] > 0.5 && l.Entries[i].Elo < l.Entries[j].Elo {
				t.Errorf("%s is likely stronger than %s and below it", l.Entries[i].Name, l.Entries[j].Name)
			}
		}
		near(t, "superiority over itself", *table[i][i], 0.5, 0)
	}
}

func TestCounts(t *testing.T) {
	w := world{elo: []float64{0, 0, 0}, rng: rand.New(rand.NewPCG(7, 8))}
	m := w.match(0, 1, 10)
	m.DuplicateGames = 3
	m.Scores = []int{0, 0, 2, 0, 0}
	m.Pairs[0].Count = 4
	l := mustRate(t, []Match{m, w.match(0, 2, 5)}, Options{})
	if l.Matches != 2 || l.Pairs != 20 || l.Games != 40 || l.DuplicateGames != 3 {
		t.Errorf("%+v", l)
	}
	for name, want := range map[string][4]int{"p000": {20, 40, 3, 2}, "p001": {15, 30, 3, 1}, "p002": {5, 10, 0, 1}} {
		e, _ := l.of(t, name)
		if got := [4]int{e.Pairs, e.Games, e.DuplicateGames, e.Opponents}; got != want {
			t.Errorf("%s: pairs, games, duplicates and opponents %v, want %v", name, got, want)
		}
	}
	if l.FirstMove[0].Games != 36 { // those of Scores tell nothing
		t.Errorf("%+v", l.FirstMove)
	}
}

func TestErrors(t *testing.T) {
	game := func(seats []int, outcome int) Match {
		return Match{Players: []string{"a", "b"}, Pairs: []Pair{{Games: []Game{{seats, outcome}}}}}
	}
	three := Match{Players: []string{"a", "b", "c"}, Pairs: []Pair{{Games: []Game{{[]int{0, 1}, 0}, {[]int{0, 2}, 0}}}}}
	for message, m := range map[string]Match{
		"1 players: want 2 or more":       {Players: []string{"a"}},
		"player 1 has no name":            {Players: []string{"a", ""}},
		`player "a" is there twice`:       {Players: []string{"a", "a"}},
		"seat 1 belongs to player 2":      game([]int{0, 2}, 0),
		"outcome 3: want a seat, 0 to 1":  game([]int{0, 1}, 3),
		"outcome -1":                      game([]int{0, 1}, -1),
		"1 seats: want 2 or more":         game([]int{0}, 0),
		"all seats belong to player 1":    game([]int{1, 1}, 0),
		"pair 0: no games":                {Players: []string{"a", "b"}, Pairs: []Pair{{}}},
		"count -2: want 0 or more":        {Players: []string{"a", "b"}, Pairs: []Pair{{Count: -2}}},
		"3 scores of pairs of 2 players":  scores("a", "b", 1, 2, 3),
		"-1 pairs with 4 half points":     scores("a", "b", 1, 2, 3, 4, -1),
		"-3 duplicate games":              {Players: []string{"a", "b"}, DuplicateGames: -3},
		"played by [0 2], but the first ": three,
		"3 seats, but other games of \"\" have 2": {Players: []string{"a", "b"}, Pairs: []Pair{
			{Games: []Game{{[]int{0, 1}, 0}}}, {Games: []Game{{[]int{0, 1, 1}, 0}}},
		}},
	} {
		_, err := Rate([]Match{scores("a", "b", 1, 1, 1, 1, 1), m}, Options{})
		if err == nil || !strings.Contains(err.Error(), message) || !strings.HasPrefix(err.Error(), "rating: match 1: ") {
			t.Errorf("%v, want %q", err, message)
		}
	}
	if _, err := Rate(nil, Options{Confidence: 1}); err == nil {
		t.Error("a confidence of 1 is taken")
	}
}
