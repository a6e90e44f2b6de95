package xima

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// TestAgainstReference plays random games on both implementations and compares everything after each ply: legal actions,
// position, end, and the increments with fresh computations.
func TestAgainstReference(t *testing.T) {
	plies := 10_000
	switch {
	case gametest.Long():
		plies = 100_000
	case testing.Short():
		plies = 1_000
	}
	for _, g := range Variants() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, 8))
			n := variantOf(g).players
			seen := map[string]int{}
			for played, number := 0, 0; played < plies; number++ {
				tastes := make([]taste, n)
				for i := range tastes {
					tastes[i] = taste(rng.IntN(int(repeating)))
					if number%8 == 1 || number%32 == 0 {
						tastes[i] = repeating
					}
				}
				s, r := g.New().(*state), newReference(g)
				if number%2 == 1 {
					s, r = randomPosition(t, g, rng)
				}
				k, err := compareGame(g, s, r, rng, tastes, seen)
				if err != nil {
					t.Fatalf("game %d: %v", number, err)
				}
				played += k
			}
			t.Logf("seen: %v", seen)
		})
	}
}

// taste is what a random player prefers. Uniformly random play seldom captures, climbs or repeats.
type taste int

const (
	anything taste = iota
	capturing
	climbing
	repeating
)

// choose picks an action by taste, sometimes any.
func (k taste) choose(rng *rand.Rand, s *state, actions []game.Action, last game.Action) game.Action {
	a := actions[rng.IntN(len(actions))]
	if s.phase == rolling || k == anything || rng.IntN(4) == 0 {
		return a
	}
	best := -1
	for range min(32, len(actions)) {
		b := actions[rng.IntN(len(actions))]
		if w := k.like(s, b, last); w > best {
			a, best = b, w
		}
	}
	if k == repeating && slices.Contains(actions, last) {
		return last
	}
	return a
}

// like rates an action; last is the reverse of the player's last move.
func (k taste) like(s *state, a game.Action, last game.Action) int {
	t := s.v.decode(a)
	switch {
	case t.kind >= pass:
		return 0
	case k == capturing && s.isCapture(t):
		return 100
	case k == climbing || k == capturing:
		return int(s.height[t.to])
	}
	return 0
}

// reverse returns the move back.
func reverse(s *state, a game.Action) game.Action {
	if int(a) >= s.v.pass {
		return game.NoAction
	}
	t := s.v.decode(a)
	if t.kind != move {
		return game.NoAction
	}
	t.from, t.to, t.direction = t.to, t.from, t.direction^4
	return s.v.number(t)
}

// compareGame plays a game to its end and returns the number of plies. It counts in seen what has happened.
func compareGame(g *game.Game, s *state, r *reference, rng *rand.Rand, tastes []taste, seen map[string]int) (int, error) {
	before := r.plies
	last := make([]game.Action, g.Players)
	for i := range last {
		last[i] = game.NoAction
	}
	for {
		numbers, moves := r.actions(g)
		if err := compare(s, r, numbers); err != nil {
			return 0, err
		}
		if r.ended {
			seen[r.reason]++
			return r.plies - before, nil
		}
		if s.occurrences > 1 {
			seen["repeated position"]++
		}
		a := tastes[s.turn].choose(rng, s, numbers, last[s.turn])
		if r.waiting {
			s.Apply(a)
			r.roll(g, a)
			continue
		}
		note(seen, s, r, moves[a])
		last[s.turn] = reverse(s, a)
		due, hand := r.quiet+1 >= 20*r.inPlay(), r.hand
		s.Apply(a)
		r.apply(moves[a])
		if next := r.hand[r.turn]; !due && next > hand[r.turn] && next%3 == hand[r.turn]%3 {
			seen["extra material for a blocked seat"]++
		}
		if !r.ended && r.inPlay() < r.players {
			seen["play without a seat"]++
		}
	}
}

// randomPosition returns a position that play seldom leads to, in both implementations: few or many blocks in a heap, on
// the rim or everywhere, captured specials, hands all but empty, and a game that has gone on for long.
func randomPosition(t *testing.T, g *game.Game, rng *rand.Rand) (*state, *reference) {
	t.Helper()
	r := newReference(g)
	clear(r.seen)
	r.mostSeen, r.moves = 0, nil
	r.turn = rng.IntN(r.players)
	r.plies = max(r.quiet, maxPlies-1-rng.IntN(100))
	r.quiet = rng.IntN(20 * r.players)
	spread := 1 + rng.IntN(r.size)
	full := rng.IntN(4) == 0   // a block on each cell of the rim
	walled := rng.IntN(4) == 0 // double columns of the other seats on most cells
	centre := refCell{rng.IntN(r.size), rng.IntN(r.size)}
	put := func(b refBlock) {
		c := refCell{(centre.x + rng.IntN(spread)) % r.size, (centre.y + rng.IntN(spread)) % r.size}
		if c != r.summit() {
			r.board[c.x][c.y] = append(r.board[c.x][c.y], b)
		}
	}
	for seat := range r.players {
		if rng.IntN(6) == 0 {
			r.lost[seat] = true // and nothing else
			r.hand[seat], r.inHand[seat] = 0, false
			continue
		}
		r.hand[seat] = max(0, rng.IntN(12)-8)
		for range rng.IntN(2 * r.start) {
			put(refBlock{seat, false})
		}
		switch r.inHand[seat] = false; rng.IntN(4) {
		case 0:
			r.inHand[seat] = true
		case 1:
			r.lost[seat] = true
		default:
			put(refBlock{seat, true})
		}
	}
	for c := range r.size * r.size {
		c := refCell{c % r.size, c / r.size}
		if full && r.rimDistance(c) == 0 && len(r.column(c)) == 0 {
			r.board[c.x][c.y] = []refBlock{{rng.IntN(r.players), false}}
		}
		if walled && len(r.column(c)) == 0 && c != r.summit() && rng.IntN(20) > 0 {
			b := refBlock{(r.turn + 1 + rng.IntN(r.players-1)) % r.players, false}
			r.board[c.x][c.y] = []refBlock{b, b}
		}
	}
	for seat := range r.players { // specials that were to be put on the summit
		if !r.inHand[seat] && !r.hasSpecial(seat) {
			r.lost[seat] = true
		}
	}
	r.waiting = r.rolls(r.turn)
	text := r.position()
	s, err := g.Notation.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	r.count()
	r.startTurn()
	return s.(*state), r
}

func (r *reference) hasSpecial(seat int) bool {
	for _, file := range r.board {
		for _, column := range file {
			if slices.Contains(column, refBlock{seat, true}) {
				return true
			}
		}
	}
	return false
}

// note counts events that are rare in random play.
func note(seen map[string]int, s *state, r *reference, m *refMove) {
	switch {
	case m == nil && r.second:
		seen["stop"]++
	case m == nil:
		seen["pass"]++
	case m.to == r.summit() && s.special[s.turn] == captured:
		seen["rescue"]++
	case !m.insert && s.captures(m.to.y*r.size+m.to.x, s.turn) != 0:
		seen["capture"]++
	}
	if len(s.barred) > 0 && len(s.appendUnbarred(nil)) > len(s.appendLegal(nil)) {
		seen["barred move"]++
	}
	for seat, hand := range s.normals {
		if int(hand) > s.v.normals {
			seen[fmt.Sprintf("more than the first material, seat %d", seat)]++
		}
	}
}

// compare compares a state with the reference and with itself freshly computed.
func compare(s *state, r *reference, numbers []game.Action) error {
	text := notation{s.v}.FormatState(s)
	if want := r.position(); text != want {
		return fmt.Errorf("position is\n%s, want\n%s", text, want)
	}
	if got := s.AppendActions(nil); !slices.Equal(got, numbers) {
		return fmt.Errorf("%s: actions are %v, want %v", text, got, numbers)
	}
	wantMover := game.Player(r.turn)
	switch {
	case r.ended:
		wantMover = game.Terminal
		if int(s.winner) != r.winner && (r.winner >= 0 || s.winner != game.Terminal) || s.reason != r.reason {
			return fmt.Errorf("%s: ends with %d, %q, want %d, %q", text, s.winner, s.reason, r.winner, r.reason)
		}
	case r.waiting:
		wantMover = game.Chance
	}
	if got := s.ToMove(); got != wantMover {
		return fmt.Errorf("%s: %d is to move, want %d", text, got, wantMover)
	}
	if r.mode == sport && !r.ended && int(s.occurrences) != r.seen[r.key()] {
		return fmt.Errorf("%s: occurred %d times, want %d", text, s.occurrences, r.seen[r.key()])
	}
	if r.plies%4 > 0 && !r.ended {
		return nil // what has gone wrong stays wrong for a few plies
	}
	return s.check()
}

// check compares everything that Apply keeps up to date with a fresh computation.
func (s *state) check() error {
	if h := s.freshHash(); s.hash != h {
		return fmt.Errorf("hash is %x, fresh %x", s.hash, h)
	}
	fresh := emptyState(s.v, len(s.blocks))
	for c := range s.v.area {
		column := s.column(c)
		for i := range column {
			k := newKind(game.Player(column[i]-'a'), false)
			if column[i] < 'a' {
				k = newKind(game.Player(column[i]-'A'), true)
			}
			fresh.push(c, k)
		}
	}
	for c := range s.v.area {
		if s.top[c] != 0 {
			fresh.relevel(c)
		}
	}
	switch {
	case fresh.height != s.height:
		return fmt.Errorf("heights are %v, fresh %v", s.height, fresh.height)
	case fresh.lines != s.lines:
		return fmt.Errorf("lines are %x, fresh %x", s.lines, fresh.lines)
	case fresh.tops != s.tops || fresh.vacant != s.vacant:
		return fmt.Errorf("sets of cells are %x, %x, fresh %x, %x", s.tops, s.vacant, fresh.tops, fresh.vacant)
	case fresh.standing != s.standing:
		return fmt.Errorf("standing blocks are %v, fresh %v", s.standing, fresh.standing)
	}
	used := len(s.blocks) - 1
	for id := s.free; id != 0; id = s.blocks[id].below {
		used--
	}
	standing := 0
	for _, n := range s.standing {
		standing += int(n)
	}
	if used != standing {
		return fmt.Errorf("the pool has %d blocks in use, the board %d", used, standing)
	}
	return nil
}
