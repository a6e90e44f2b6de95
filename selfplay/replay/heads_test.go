package replay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/gametest"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

var allHeads = nn.Heads{Reply: true, Owner: true, Margin: true, MovesLeft: true}

// owned returns a game in which, when it is over, the cells belong in turn to the winner, the seats after it and nobody.
func owned(g *game.Game) *game.Game {
	with := *g
	with.Owners = func(s game.State, dst []game.Player) {
		returns := make([]float32, g.Players)
		s.Returns(returns)
		for cell := range g.Cells() {
			dst[cell] = game.Player((game.OutcomeOf(returns) + cell) % (g.Players + 1))
			if int(dst[cell]) == g.Players {
				dst[cell] = game.Nobody
			}
		}
	}
	return &with
}

// headGames differ in what matters to the targets: passes, turns of several moves, three seats, and chance.
var headGames = []*game.Game{ataxx.Size4, owned(gametest.Tiny), owned(gametest.Tiny3), owned(gametest.TinyDice)}

// searchedRecord is a game of random moves, about half of them with a policy target; some games are cut off.
func searchedRecord(g *game.Game, number uint64) *shard.Record {
	rng := rand.New(rand.NewPCG(2, number))
	s := g.New()
	r := &shard.Record{Number: number}
	if number%3 == 1 { // from another position than the start
		for range 2 {
			legal := s.AppendActions(nil)
			s.Apply(legal[rng.IntN(len(legal))])
		}
		r.Start = g.Notation.FormatState(s)
	}
	for s.ToMove() != game.Terminal {
		legal := s.AppendActions(nil)
		p := shard.Ply{Action: legal[rng.IntN(len(legal))]}
		if s.ToMove() >= 0 {
			p.Weight = 1
			if rng.IntN(2) == 0 {
				p.Full, p.Simulations, p.Value = true, 8, make([]float32, g.Outcomes())
				p.Value[0] = 1
				for i, a := range legal {
					weight := float32(1) / float32(int(1)<<(i+1))
					if i == len(legal)-1 {
						weight *= 2
					}
					p.Policy = append(p.Policy, shard.Weight{Action: a, Weight: weight})
				}
			}
		}
		r.Plies = append(r.Plies, p)
		s.Apply(p.Action)
		if number%5 == 4 && len(r.Plies) == 4 && s.ToMove() != game.Terminal {
			r.Truncated, r.Ending = true, "stopped"
			return r
		}
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	r.Outcome, r.Ending = game.OutcomeOf(returns), s.Ending().Reason
	return r
}

// headTargets are the targets of the heads of one sample, found slowly: everything is played again and looked up anew.
func headTargets(g *game.Game, r *shard.Record, at int, sym *game.Symmetry) *nn.Batch {
	b := &nn.Batch{N: 1}
	b.AddHeads(nn.Spec{Width: g.Width, Height: g.Height, PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions,
		Players: g.Players, Heads: allHeads})
	position := func(plies int) game.State {
		s, err := r.Position(g)
		if err != nil {
			panic(err)
		}
		for _, p := range r.Plies[:plies] {
			s.Apply(p.Action)
		}
		return s
	}
	mover := position(at).ToMove()
	if at+1 < len(r.Plies) {
		if next := position(at + 1).ToMove(); next >= 0 && next != mover && r.Plies[at+1].Policy != nil {
			plain := make([]float32, g.Actions())
			for _, w := range r.Plies[at+1].Policy {
				plain[w.Action] = w.Weight
			}
			sym.MapPolicy(b.Reply, plain)
			b.ReplyWeight[0] = 1
		}
	}
	if r.Truncated {
		return b
	}
	b.OwnerWeight[0], b.MarginWeight[0], b.MovesLeftWeight[0] = 1, 1, 1
	owners := make([]game.Player, g.Cells())
	g.Owners(position(len(r.Plies)), owners)
	count := map[game.Player]int{}
	one := make([]float32, g.Cells()*(g.Players+1))
	for cell, owner := range owners {
		count[owner]++
		entry := g.Players
		for i := range g.Players {
			if game.Player((int(mover)+i)%g.Players) == owner {
				entry = i
			}
		}
		one[cell*(g.Players+1)+entry] = 1
	}
	sym.MapPlanes(b.Owner, one, g.Players+1)
	best := 0
	for seat := range game.Player(g.Players) {
		if seat != mover {
			best = max(best, count[seat])
		}
	}
	b.Margin[0] = float32(count[mover]-best) / float32(g.Cells())
	b.MovesLeft[0] = float32(len(r.Plies)-at) / float32(g.Cells())
	return b
}

// heads lists the targets of a batch's heads by name.
func heads(b *nn.Batch) map[string][]float32 {
	return map[string][]float32{
		"reply": b.Reply, "reply weight": b.ReplyWeight, "owner": b.Owner, "owner weight": b.OwnerWeight,
		"margin": b.Margin, "margin weight": b.MarginWeight, "moves left": b.MovesLeft, "moves left weight": b.MovesLeftWeight,
	}
}

func TestHeadTargets(t *testing.T) {
	for _, g := range headGames {
		t.Run(g.Name, func(t *testing.T) {
			w := NewWindow(g, Sizing{Base: 1000, Exponent: 1, Growth: 1}, allHeads)
			with, without := map[string]int{}, map[string]int{}
			b := &nn.Batch{N: 1}
			w.allocate(b)
			for number := range uint64(12) {
				r := searchedRecord(g, number)
				if err := r.Check(g); err != nil {
					t.Fatal(err)
				}
				if err := w.Add(r); err != nil {
					t.Fatal(err)
				}
				for at := range r.Plies {
					if r.Plies[at].Weight == 0 {
						continue
					}
					symmetry := (at + int(number)) % len(g.Symmetries)
					fill(t, w, b, at, symmetry)
					want := heads(headTargets(g, r, at, &g.Symmetries[symmetry]))
					for name, got := range heads(b) {
						if !slices.Equal(got, want[name]) {
							t.Fatalf("game %d, ply %d, symmetry %d: %s is %v, want %v", number, at, symmetry, name, got, want[name])
						}
						if strings.HasSuffix(name, "weight") && got[0] == 0 {
							without[name]++
						} else {
							with[name]++
						}
					}
				}
			}
			for _, name := range []string{"reply weight", "owner weight", "margin weight", "moves left weight"} {
				// In the game of dice no seat moves right after another: the roll comes in between.
				none := name == "reply weight" && g.Name == gametest.TinyDice.Name
				if none != (with[name] == 0) || without[name] == 0 {
					t.Errorf("%s: %d samples with a target and %d without", name, with[name], without[name])
				}
			}
		})
	}
}

// fill writes the sample at a ply of the newest game into a batch of one row.
func fill(t *testing.T, w *Window, b *nn.Batch, at, symmetry int) {
	t.Helper()
	g := &w.games[len(w.games)-1]
	w.scratch.CopyFrom(g.start)
	for _, p := range g.record.Plies[:at] {
		w.scratch.Apply(p.Action)
	}
	w.fillRow(b, 0, g, at, &w.game.Symmetries[symmetry], Targets{})
}

// A game whose targets can be read off the board: o has to pass and is left with a1 alone, one of 16 cells.
func TestHeadTargetsOfAKnownGame(t *testing.T) {
	g := ataxx.Size4
	r := &shard.Record{Start: "xxxx/xxxx/xxx1/oxx1 x 0 1"}
	s, err := r.Position(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"d2", "0000", "d1"} {
		a, err := g.Notation.ParseAction(s, move)
		if err != nil {
			t.Fatal(err)
		}
		p := shard.Ply{Action: a, Weight: 1, Full: true, Simulations: 1, Value: []float32{1, 0, 0}}
		p.Policy = []shard.Weight{{Action: a, Weight: 1}}
		r.Plies = append(r.Plies, p)
		s.Apply(a)
	}
	r.Ending = s.Ending().Reason
	w := NewWindow(g, Sizing{Base: 100, Exponent: 1}, allHeads)
	if err := w.Add(r); err != nil {
		t.Fatal(err)
	}
	b := &nn.Batch{N: 1}
	w.allocate(b)
	for at, want := range []string{
		"margin 0.875, 3 plies, a1 [0 1 0], d4 [1 0 0], reply [272]",
		"margin -0.875, 2 plies, a1 [1 0 0], d4 [0 1 0], reply [51]",
		"margin 0.875, 1 plies, a1 [0 1 0], d4 [1 0 0], reply []",
	} {
		fill(t, w, b, at, 0)
		var reply []int
		for a, p := range b.Reply {
			if p > 0 {
				reply = append(reply, a)
			}
		}
		got := fmt.Sprintf("margin %v, %v plies, a1 %v, d4 %v, reply %v", b.Margin[0], 16*b.MovesLeft[0], b.Owner[:3], b.Owner[45:], reply)
		if got != want {
			t.Errorf("ply %d: %s, want %s", at, got, want)
		}
	}
}

// The targets of the heads leave what is drawn, and all other targets, alone; and what is drawn passes the batch's own check.
func TestHeadsChangeNothingElse(t *testing.T) {
	for _, g := range headGames {
		plain := NewWindow(g, Sizing{Base: 1000, Exponent: 1, Growth: 1}, nn.Heads{})
		headed := NewWindow(g, Sizing{Base: 1000, Exponent: 1, Growth: 1}, allHeads)
		for number := range uint64(10) {
			for _, w := range []*Window{plain, headed} {
				if err := w.Add(searchedRecord(g, number)); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, b := &nn.Batch{N: 64}, &nn.Batch{N: 64}
		for range 3 {
			for w, batch := range map[*Window]*nn.Batch{plain: a, headed: b} {
				if err := w.Fill(batch, Targets{SearchShare: 0.5, Symmetries: true}, rand.New(rand.NewPCG(5, 6))); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !slices.Equal(a.Inputs, b.Inputs) || !slices.Equal(a.Illegal, b.Illegal) || !slices.Equal(a.Policy, b.Policy) ||
			!slices.Equal(a.Outcome, b.Outcome) || !slices.Equal(a.PolicyWeight, b.PolicyWeight) || !slices.Equal(a.OutcomeWeight, b.OutcomeWeight) {
			t.Errorf("%s: with heads other samples are drawn", g.Name)
		}
		if a.Reply != nil || a.Owner != nil || a.Margin != nil || a.MovesLeft != nil {
			t.Errorf("%s: a window for a net without heads gives targets for them", g.Name)
		}
		spec := nn.Spec{Game: g.Name, Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes), PolicyPlanes: g.PolicyPlanes,
			ExtraActions: g.ExtraActions, Players: g.Players, Heads: allHeads}
		if err := b.Check(spec); err != nil {
			t.Errorf("%s: %v", g.Name, err)
		}
	}
}

// Without owners there is nothing to learn about them.
func TestGamesWithoutOwners(t *testing.T) {
	for _, h := range []nn.Heads{{Owner: true}, {Margin: true}} {
		w := NewWindow(five, Sizing{Base: 100, Exponent: 1}, h)
		if err := w.Add(randomRecord(t, 1)); err == nil || !strings.Contains(err.Error(), "no owners in "+five.Name) {
			t.Errorf("error %v, want one that says that there are no owners", err)
		}
	}
	w := NewWindow(five, Sizing{Base: 100, Exponent: 1}, nn.Heads{Reply: true, MovesLeft: true})
	if err := w.Add(randomRecord(t, 1)); err != nil {
		t.Errorf("replies and moves left need no owners: %v", err)
	}
}
