package arena

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

// mixed returns two players that use all they are given: random numbers, memory, batches.
func mixed(g *game.Game, batch int) (a, b Player) {
	return netPlayer(fakeNet{game: g, opinions: true},
		NetSettings{Simulations: 12, Temperature: 1, TemperaturePlies: 4, LCB: true, Leaves: 2, Batch: batch}), Greedy(g)
}

func TestLanesAndSlotsChangeNothing(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice, ataxx.Size4} {
		t.Run(g.Name, func(t *testing.T) {
			play := func(lanes, slots, batch int) *Result {
				a, b := mixed(g, batch)
				return mustPlay(t, g, Settings{Pairs: 6, Seed: 9, OpeningMax: 2, Lanes: lanes, Slots: slots}, a, b)
			}
			want := play(1, 1, 0)
			for _, lanes := range []int{1, 2} {
				for _, slots := range []int{1, 3, 16} {
					for _, batch := range []int{0, 2} {
						if d := diff(play(lanes, slots, batch), want); d != "" {
							t.Errorf("%d lanes, %d slots, batch %d: not as with one of each:\n%s", lanes, slots, batch, d)
						}
					}
				}
			}
		})
	}
}

func TestSeedChangesTheGames(t *testing.T) {
	a, b := mixed(gametest.Tiny, 0)
	s := Settings{Pairs: 4, Seed: 1, OpeningMax: 2}
	first := mustPlay(t, gametest.Tiny, s, a, b)
	s.Seed = 2
	if diff(mustPlay(t, gametest.Tiny, s, a, b).Games, first.Games) == "" {
		t.Error("two seeds give the same games")
	}
}

func TestLongerMatchBeginsLikeShorter(t *testing.T) {
	a, b := mixed(gametest.TinyDice, 0)
	short := mustPlay(t, gametest.TinyDice, Settings{Pairs: 3, Seed: 4, OpeningMax: 2}, a, b)
	long := mustPlay(t, gametest.TinyDice, Settings{Pairs: 7, Seed: 4, OpeningMax: 2}, a, b)
	if d := diff(long.Games[:len(short.Games)], short.Games); d != "" {
		t.Error(d)
	}
}

func TestResumeEqualsUninterrupted(t *testing.T) {
	for _, g := range []*game.Game{gametest.TinyDice, gametest.Tiny3} {
		a, b := mixed(g, 0)
		s := Settings{Pairs: 6, Seed: 11, OpeningMax: 2, Lanes: 2, Slots: 2}
		want := mustPlay(t, g, s, a, b)
		rng := rand.New(rand.NewPCG(1, 1))
		for _, share := range []float64{0, 0.1, 0.5, 0.9, 1} {
			t.Run(fmt.Sprintf("%s with %g done", g.Name, share), func(t *testing.T) {
				s := s
				fresh := make(map[int]bool) // pairs that are not done
				for _, one := range want.Games {
					if rng.Float64() < share {
						s.Done = append(s.Done, one)
					} else {
						fresh[one.Pair] = true
					}
				}
				rng.Shuffle(len(s.Done), func(i, j int) { s.Done[i], s.Done[j] = s.Done[j], s.Done[i] })
				finished, last := len(s.Done), -1
				s.Progress = func(n, planned int) {
					if finished++; n != finished || planned != len(want.Games) {
						t.Errorf("progress %d of %d, want %d of %d", n, planned, finished, len(want.Games))
					}
				}
				s.OnPair = func(games []GameResult) error {
					pair := games[0].Pair
					if !fresh[pair] || pair <= last {
						t.Errorf("pair %d is delivered after %d; fresh are %v", pair, last, fresh)
					}
					last = pair
					delete(fresh, pair)
					return nil
				}
				if d := diff(mustPlay(t, g, s, a, b), want); d != "" {
					t.Error(d)
				}
				if len(fresh) > 0 || finished != len(want.Games) {
					t.Errorf("pairs %v were not delivered; %d games reported", fresh, finished)
				}
			})
		}
	}
}

func TestResumeRefusesGamesOfAnotherMatch(t *testing.T) {
	g := gametest.Tiny
	a, b := Random(g), Greedy(g)
	s := Settings{Pairs: 3, Seed: 1, OpeningMin: 1, OpeningMax: 2}
	done := mustPlay(t, g, s, a, b).Games
	for want, spoil := range map[string]func(games []GameResult){
		"game 6: the match has games 0 to 5": func(games []GameResult) { games[5].Game = 6 },
		"game -1: the match has":             func(games []GameResult) { games[5].Game = -1 },
		"game 4 is there twice":              func(games []GameResult) { games[5] = games[4] },
		"game 3: belongs to pair 1, not 2":   func(games []GameResult) { games[3].Pair = 2 },
		"game 2: seats are [1 0]":            func(games []GameResult) { games[2].Seats = []int{1, 0} },
		"game 1: its opening is not that of this match": func(games []GameResult) {
			games[1].Opening = slices.Concat(games[1].Opening, games[1].Moves[:1])
			games[1].Moves = games[1].Moves[1:]
		},
		"game 1: outcome": func(games []GameResult) { games[1].Outcome = (games[1].Outcome + 1) % 3 },
	} {
		s := s
		s.Done = slices.Clone(done)
		spoil(s.Done)
		if _, err := Play(t.Context(), g, s, a, b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	s.Seed, s.Done = 2, done
	if _, err := Play(t.Context(), g, s, a, b); err == nil || !strings.Contains(err.Error(), "another seed") {
		t.Errorf("error %v, want one that asks about the seed", err)
	}
}

func TestSeatsAreBalanced(t *testing.T) {
	for _, c := range []struct {
		g             *game.Game
		pairs, inEach int // games in each seat that A has to play
	}{
		{gametest.Tiny, 5, 5},
		{gametest.Tiny3, 4, 12}, // of a pair, one alone and two with another
		{atimo.Four, 2, 8},      // of a pair, one alone and three with others
	} {
		t.Run(c.g.Name, func(t *testing.T) {
			r := mustPlay(t, c.g, Settings{Pairs: c.pairs, Seed: 1, OpeningMax: 4, Slots: 4}, Random(c.g), named("other", Random(c.g)))
			for seat, s := range r.Seats {
				if s.A.Games != c.inEach || s.B.Games != c.inEach {
					t.Errorf("seat %d: A has it %d times, B %d times, want %d", seat, s.A.Games, s.B.Games, c.inEach)
				}
			}
			for first := 0; first < len(r.Games); first += PairGames(c.g) {
				seen := make(map[string]bool)
				for _, one := range r.Games[first : first+PairGames(c.g)] {
					seen[fmt.Sprint(one.Seats)] = true
					if !slices.Equal(one.Opening, r.Games[first].Opening) {
						t.Errorf("game %d begins with %v, the first of its pair with %v", one.Game, one.Opening, r.Games[first].Opening)
					}
				}
				if len(seen) != PairGames(c.g) {
					t.Errorf("the pair from game %d on has %d different seatings, want %d", first, len(seen), PairGames(c.g))
				}
			}
		})
	}
}

func TestDuplicatesAreCounted(t *testing.T) {
	for _, c := range []struct {
		openingPlies, games, openings int
	}{
		{0, 8, 4}, // of 10 games from the start position, 2 differ by their seating
		{1, 0, 1}, // a different first move for each pair, but there are only four that are no images of each other
	} {
		s := Settings{Pairs: 5, Seed: 1, OpeningMin: c.openingPlies, OpeningMax: c.openingPlies, Lanes: 2, Slots: 3}
		r := mustPlay(t, gametest.Tiny, s, lowest("one"), lowest("other"))
		if r.DuplicateGames != c.games || r.RepeatedOpenings != c.openings {
			t.Errorf("openings of %d plies: %d duplicate games and %d repeated openings, want %d and %d",
				c.openingPlies, r.DuplicateGames, r.RepeatedOpenings, c.games, c.openings)
		}
	}
}
