package shard

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// testGame has chance events, repeated turns and a pass.
var testGame = gametest.TinyDice

// playGame plays a random game and notes what a search might have found.
func playGame(g *game.Game, number uint64) *Record {
	rng := rand.New(rand.NewPCG(1, number))
	r := &Record{Number: number, Model: uint32(number / 10)}
	s := g.New()
	if number%5 == 4 { // from a position
		s.Apply(s.AppendActions(nil)[0])
		r.Start = g.Notation.FormatState(s)
	}
	for s.ToMove() != game.Terminal {
		legal := s.AppendActions(nil)
		p := Ply{Action: legal[rng.IntN(len(legal))]}
		if s.ToMove() >= 0 {
			p.Weight = 1
			if len(legal) > 1 {
				p.Simulations = 1 + uint32(rng.IntN(200))
				p.Value = distribution(rng, g.Outcomes())
			}
			if len(legal) > 1 && rng.IntN(4) == 0 {
				p.Full, p.Weight = true, rng.Float32()*3
				for i, w := range distribution(rng, len(legal)) {
					p.Policy = append(p.Policy, Weight{legal[i], w})
				}
			}
		}
		r.Plies = append(r.Plies, p)
		s.Apply(p.Action)
		if number%7 == 6 && len(r.Plies) == 5 && s.ToMove() != game.Terminal {
			r.Truncated, r.Ending = true, "stopped"
			return r
		}
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	r.Outcome, r.Ending = game.OutcomeOf(returns), s.Ending().Reason
	return r
}

// distribution returns n random numbers that sum to 1.
func distribution(rng *rand.Rand, n int) []float32 {
	d := make([]float32, n)
	var sum float32
	for i := range d {
		d[i] = rng.Float32() + 1e-3
		sum += d[i]
	}
	for i := range d {
		d[i] /= sum
	}
	return d
}

func playGames(n int) []*Record {
	records := make([]*Record, n)
	for i := range records {
		records[i] = playGame(testGame, uint64(i))
	}
	return records
}

func testHeader() Header {
	h := HeaderFor(testGame)
	h.Seed, h.Program = 42, "test"
	return h
}

// writeShard writes a shard whose frames hold at most perFrame records, and returns its path.
func writeShard(t testing.TB, records []*Record, perFrame int) (string, Info) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games"+Extension)
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		if i > 0 && i%perFrame == 0 {
			w.flush()
		}
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	info, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return path, info
}
