package gametest

import (
	"errors"
	"fmt"

	"gipfel/game"
)

// horizons are those at which keys are compared; the last one is beyond the end of any game.
func (s *suite) horizons() []int { return []int{0, 1, 2, 3, s.g.MaxPlies} }

// checkHash compares positions by what can be seen of them and by their keys.
func checkHash(s *suite) error {
	if _, ok := s.g.New().(game.Hasher); !ok {
		return nil // no game needs keys
	}
	seen := &keyed{suite: s, byView: make(map[string]uint64), byKeys: make(map[[3]uint64]string)}
	copied := s.g.New()
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.sampled(r) {
			if st.ToMove() < 0 {
				continue
			}
			copied.CopyFrom(st)
			if err := errors.Join(s.sameKeys(st, copied), seen.compare(st), seen.swap(st)); err != nil {
				return s.at(r, i, st, err)
			}
		}
	}
	return nil
}

// sameKeys demands that two equal positions have the same keys.
func (s *suite) sameKeys(a, b game.State) error {
	for _, horizon := range s.horizons() {
		position, past := a.(game.Hasher).Hash(horizon)
		position2, past2 := b.(game.Hasher).Hash(horizon)
		if position != position2 || past != past2 {
			return fmt.Errorf("a position and its copy have different keys at horizon %d", horizon)
		}
	}
	return nil
}

// keyed remembers positions and their keys. What can be seen and decides what comes next is written as one string.
type keyed struct {
	*suite
	byView map[string]uint64    // first keys
	byKeys map[[3]uint64]string // views, by horizon and both keys
}

// scrambled are the bits of a first key at which positions are told apart here, the lowest not being among them: a key in which
// the seat to move is one bit would serve to tell all positions apart, but not a table that is addressed by some of the bits.
const scrambled = 0xffff_ffff_0000_fffe

// compare demands that positions which look the same share the first key, and that those which share both have the same
// future within the horizon: at a horizon of one ply, the same actions with the same results; at one beyond the end of the
// game, all that can be seen.
func (k *keyed) compare(st game.State) error {
	whole := k.written(st)
	position, past := st.(game.Hasher).Hash(k.g.MaxPlies)
	position &= scrambled
	if other, ok := k.byView[whole]; ok && other != position {
		return errors.New("two positions look the same, but have different keys")
	}
	k.byView[whole] = position
	if err := k.agree([3]uint64{uint64(k.g.MaxPlies), position, past}, whole); err != nil {
		return err
	}
	position, past = st.(game.Hasher).Hash(1)
	return k.agree([3]uint64{1, position & scrambled, past}, k.onePly(st))
}

func (k *keyed) agree(keys [3]uint64, view string) error {
	if other, ok := k.byKeys[keys]; ok && other != view {
		return fmt.Errorf("two positions have the same keys at horizon %d, but they are\n%s\nand\n%s", keys[0], other, view)
	}
	k.byKeys[keys] = view
	return nil
}

// written is a view of a position without its string, which may count moves that no rule looks at.
func (k *keyed) written(st game.State) string {
	v := k.look(st)
	return fmt.Sprint(v.mover, v.board, v.actions, v.encoding)
}

// onePly writes the actions of a position and who is to move after each, or how the game ends.
func (k *keyed) onePly(st game.State) string {
	text := fmt.Sprint(st.ToMove())
	next := k.g.New()
	returns := make([]float32, k.g.Players)
	for _, a := range st.AppendActions(nil) {
		next.CopyFrom(st)
		next.Apply(a)
		text += fmt.Sprint(" ", a, next.ToMove())
		if next.ToMove() == game.Terminal {
			next.Returns(returns)
			text += fmt.Sprint(returns, next.Ending())
		}
	}
	return text
}

// swap plays two actions of one seat around the same reply in both orders, which leads to the same position, or to nearly
// the same one.
func (k *keyed) swap(st game.State) error {
	var line [3]game.Action
	first := k.g.New()
	first.CopyFrom(st)
	for i := range line {
		if first.ToMove() < 0 {
			return nil
		}
		actions := first.AppendActions(nil)
		line[i] = actions[k.rng.IntN(len(actions))]
		first.Apply(line[i])
	}
	second := k.g.New()
	second.CopyFrom(st)
	for _, i := range []int{2, 1, 0} {
		if !legal(second, line[i]) {
			return nil
		}
		second.Apply(line[i])
	}
	for _, s := range []game.State{first, second} {
		if s.ToMove() >= 0 {
			if err := k.compare(s); err != nil {
				return fmt.Errorf("after %v and in reverse order: %w", line, err)
			}
		}
	}
	return nil
}

func legal(st game.State, a game.Action) bool {
	if st.ToMove() < 0 {
		return false
	}
	for _, b := range st.AppendActions(nil) {
		if a == b {
			return true
		}
	}
	return false
}

// checkEvaluation checks what a game says of positions that are not the end, and of their actions.
func checkEvaluation(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.positions(r) {
			if st.ToMove() == game.Terminal {
				continue
			}
			if err := errors.Join(s.evaluationIsSound(st), ranksAreSound(st)); err != nil {
				return s.at(r, i, st, err)
			}
		}
	}
	return nil
}

func (s *suite) evaluationIsSound(st game.State) error {
	if s.g.Evaluate == nil {
		return nil
	}
	before := s.look(st)
	for seat := range game.Player(s.g.Players) {
		if v := s.g.Evaluate(st, seat); v < -game.MaxEvaluation || v > game.MaxEvaluation {
			return fmt.Errorf("the evaluation for seat %d is %d, not within ±%d", seat, v, game.MaxEvaluation)
		}
	}
	if err := before.differs(s.look(st)); err != nil {
		return fmt.Errorf("before and after an evaluation: %w", err)
	}
	return nil
}

func ranksAreSound(st game.State) error {
	ranker, ok := st.(game.Ranker)
	if !ok || st.ToMove() < 0 {
		return nil
	}
	const sentinel, largest = 4242, 1000
	actions := st.AppendActions(nil)
	all := ranker.AppendRanks([]int32{sentinel}, actions)
	if len(all) != len(actions)+1 || all[0] != sentinel {
		return fmt.Errorf("%d actions have %d ranks appended", len(actions), len(all)-1)
	}
	for i, rank := range all[1:] {
		if rank < -largest || rank > largest {
			return fmt.Errorf("the rank of action %d is %d, not within ±%d", actions[i], rank, largest)
		}
	}
	return nil
}

// guess asks a position that is not the end whatever a search asks beside the rules, and returns the ranks appended to dst.
func (s *suite) guess(st game.State, actions []game.Action, dst []int32) []int32 {
	if s.g.Evaluate != nil {
		s.g.Evaluate(st, 0)
	}
	if st.ToMove() < 0 {
		return dst
	}
	if h, ok := st.(game.Hasher); ok {
		h.Hash(1)
	}
	if r, ok := st.(game.Ranker); ok {
		return r.AppendRanks(dst, actions)
	}
	return dst
}
