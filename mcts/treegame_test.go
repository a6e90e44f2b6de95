package mcts

import (
	"fmt"
	"math/rand/v2"

	"gipfel/game"
)

// The tests play games given as explicit trees: every position is written down, so that any pattern of turns, dice and
// endings can be built, and an obvious recursion knows its value.

// position is one node of such a game.
type position struct {
	id        uint64 // tells positions apart, for the fake net
	mover     game.Player
	actions   []game.Action // ascending
	next      []*position
	odds      []float32 // at chance nodes
	outcome   int       // at the end
	truncated bool
}

// treeActions is the number of actions of every such game; legal ones need not be contiguous.
const treeActions = 12

// treeGame returns the game that starts at a position.
func treeGame(players int, start *position) *game.Game {
	return &game.Game{
		Name: "explicit tree", Players: players,
		Width: treeActions, Height: 1, PolicyPlanes: 1,
		MaxActions: treeActions, MaxPlies: 64,
		New: func() game.State { return &walker{players: players, at: start} },
	}
}

// walker is a game.State: a place in the tree.
type walker struct {
	players int
	at      *position
}

func (w *walker) ToMove() game.Player { return w.at.mover }

func (w *walker) AppendActions(dst []game.Action) []game.Action {
	return append(dst, w.at.actions...)
}

func (w *walker) AppendOdds(dst []float32) []float32 { return append(dst, w.at.odds...) }

func (w *walker) Apply(a game.Action) {
	for i, legal := range w.at.actions {
		if legal == a {
			w.at = w.at.next[i]
			return
		}
	}
	panic(fmt.Sprintf("action %d is not legal", a))
}

func (w *walker) CopyFrom(s game.State) { *w = *s.(*walker) }

func (w *walker) Returns(dst []float32) {
	switch {
	case w.at.mover != game.Terminal:
		panic("Returns of an unfinished game")
	case w.at.truncated || w.at.outcome == game.Draw(w.players):
		game.DrawReturns(dst, w.players)
	default:
		game.WinReturns(dst, w.players, game.Player(w.at.outcome))
	}
}

func (w *walker) Ending() game.Ending {
	if w.at.mover != game.Terminal {
		return game.Ending{}
	}
	return game.Ending{Reason: "end of the tree", Truncated: w.at.truncated}
}

// Builders. ids are handed out in the order of building.

type forest struct{ ids uint64 }

func (f *forest) add(p position) *position {
	f.ids++
	p.id = f.ids
	return &p
}

// end is a finished game.
func (f *forest) end(outcome int) *position {
	return f.add(position{mover: game.Terminal, outcome: outcome})
}

// cut is a game that was cut off.
func (f *forest) cut() *position {
	return f.add(position{mover: game.Terminal, truncated: true})
}

// turn is a position with moves 0, 1, ….
func (f *forest) turn(mover game.Player, next ...*position) *position {
	p := position{mover: mover, next: next}
	for i := range next {
		p.actions = append(p.actions, game.Action(i))
	}
	return f.add(p)
}

// dice is a chance node.
func (f *forest) dice(odds []float32, next ...*position) *position {
	p := f.turn(game.Chance, next...)
	p.odds = odds
	return p
}

// random builds a tree of at most the given depth.
func (f *forest) random(rng *rand.Rand, players, depth int, dice, cut bool) *position {
	ends := depth == 0 || depth < 5 && rng.IntN(4) == 0
	switch {
	case ends && cut && rng.IntN(8) == 0:
		return f.cut()
	case ends:
		return f.end(rng.IntN(players + 1))
	}
	n := 1 + rng.IntN(4)
	p := position{mover: game.Player(rng.IntN(players))}
	if dice && rng.IntN(4) == 0 {
		p.mover = game.Chance
		for i := range n {
			p.odds = append(p.odds, float32(i+1)/float32(n*(n+1)/2))
		}
	}
	a := 0
	for left := n; left > 0; left-- {
		a += rng.IntN((treeActions-a)/left + 1 - min(1, (treeActions-a)/left))
		p.actions = append(p.actions, game.Action(a))
		p.next = append(p.next, f.random(rng, players, depth-1, dice, cut))
		a++
	}
	return f.add(p)
}

// The reference.

// expected returns the utility of every seat under best play, averaged over dice (max-n, expectiminimax for two players).
// Of moves equally good for the mover the first is taken.
func expected(p *position, players int) []float64 {
	u := make([]float64, players)
	switch p.mover {
	case game.Terminal:
		returns := make([]float32, players)
		(&walker{players, p}).Returns(returns)
		for i, r := range returns {
			u[i] = float64(r)
		}
	case game.Chance:
		for i, next := range p.next {
			for seat, v := range expected(next, players) {
				u[seat] += float64(p.odds[i]) * v
			}
		}
	default:
		for i, next := range p.next {
			if v := expected(next, players); i == 0 || v[p.mover] > u[p.mover]+1e-9 {
				u = v
			}
		}
	}
	return u
}

// outcomes is the set of results that are possible if every seat plays its best and chooses at will between moves that are
// equally good for it. unknown stands for a game cut off.
func outcomes(p *position, players int) map[int]bool {
	const unknown = -1
	set := map[int]bool{}
	switch {
	case p.mover == game.Terminal && p.truncated:
		set[unknown] = true
	case p.mover == game.Terminal:
		set[p.outcome] = true
	case p.mover == game.Chance:
		for _, next := range p.next {
			for o := range outcomes(next, players) {
				set[o] = true
			}
		}
	default:
		// A move is out if it is at best as good as another is at worst, unless both are certain and equally good.
		utility := func(o int) float64 {
			switch o {
			case int(p.mover):
				return 1
			case game.Draw(players), unknown:
				return 0
			}
			return -1 / float64(players-1)
		}
		var all []map[int]bool
		floor := -1.0
		for _, next := range p.next {
			s := outcomes(next, players)
			all = append(all, s)
			lo, _ := bounds(s, utility)
			floor = max(floor, lo)
		}
		for _, s := range all {
			if lo, hi := bounds(s, utility); hi > floor || lo == floor {
				for o := range s {
					set[o] = true
				}
			}
		}
	}
	return set
}

func bounds(set map[int]bool, utility func(int) float64) (lo, hi float64) {
	lo, hi = 1, -1
	for o := range set {
		lo, hi = min(lo, utility(o)), max(hi, utility(o))
	}
	return lo, hi
}
