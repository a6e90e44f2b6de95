package gametest

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"testing"

	"gipfel/game"
)

var variantName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func checkMetadata(s *suite) error {
	g := s.g
	var errs []error
	demand := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	demand(variantName.MatchString(g.Name), "name %q is not made of a-z, 0-9 and single dashes", g.Name)
	demand(g.Title != "", "no title")
	demand(g.Version >= 1, "version %d is less than 1", g.Version)
	demand(g.Players >= 2 && g.Players <= game.MaxPlayers, "%d players are not 2 to %d", g.Players, game.MaxPlayers)
	demand(len(g.SeatNames) == g.Players, "%d seat names for %d players", len(g.SeatNames), g.Players)
	demand(uniqueAndFilled(g.SeatNames), "seat names %q are empty or repeated", g.SeatNames)
	demand(g.Width >= 1 && g.Height >= 1, "board of %d×%d cells", g.Width, g.Height)
	demand(g.PolicyPlanes >= 0 && g.ExtraActions >= 0, "%d policy planes, %d extra actions", g.PolicyPlanes, g.ExtraActions)
	demand(g.Actions() >= 1 && g.Actions() <= int(game.NoAction), "%d actions are not 1 to %d", g.Actions(), game.NoAction)
	demand(g.MaxActions >= 1, "MaxActions is %d", g.MaxActions)
	demand(g.MaxPlies >= 1, "MaxPlies is %d", g.MaxPlies)
	demand(g.New != nil, "no New")
	demand(g.Encode != nil, "no Encode")
	demand(g.Notation != nil, "no notation")
	demand(len(g.Planes) >= 1, "no input planes")
	names, docs := make([]string, len(g.Planes)), true
	for i, p := range g.Planes {
		names[i] = p.Name
		docs = docs && p.Doc != ""
	}
	demand(uniqueAndFilled(names), "names of input planes %q are empty or repeated", names)
	demand(docs, "an input plane has no doc")
	demand(len(g.ActionPlanes) == g.PolicyPlanes && len(g.Extras) == g.ExtraActions,
		"%d policy planes and %d extra actions are described of %d and %d", len(g.ActionPlanes), len(g.Extras), g.PolicyPlanes, g.ExtraActions)
	demand(uniqueAndFilled(actionNames(g)), "names of actions %q are empty or repeated", actionNames(g))
	for _, name := range s.historyPlanes {
		demand(slices.Contains(names, name), "option HistoryPlanes names %q, which is no input plane", name)
	}
	return errors.Join(errs...)
}

// actionNames lists the names of policy planes and extra actions.
func actionNames(g *game.Game) (names []string) {
	for _, p := range g.ActionPlanes {
		names = append(names, p.Name)
	}
	for _, e := range g.Extras {
		names = append(names, e.Name)
	}
	return names
}

func uniqueAndFilled(names []string) bool {
	sorted := slices.Sorted(slices.Values(names))
	return !slices.Contains(sorted, "") && len(slices.Compact(sorted)) == len(names)
}

func checkStart(s *suite) error {
	first := s.g.New()
	if m := first.ToMove(); m != 0 && m != game.Chance {
		return fmt.Errorf("seat to move at the start is %d", m)
	}
	before := s.look(first)
	for first.ToMove() != game.Terminal { // whatever happens to one must not happen to the next
		first.Apply(first.AppendActions(nil)[0])
	}
	if err := before.differs(s.look(s.g.New())); err != nil {
		return fmt.Errorf("two new games differ after one was played: %w", err)
	}
	return nil
}

func checkActions(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.positions(r) {
			if err := s.at(r, i, st, s.actionsAreSound(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// actionsAreSound checks the list of legal actions of one position.
func (s *suite) actionsAreSound(st game.State) error {
	const sentinel = 0xBEEF
	all := st.AppendActions([]game.Action{sentinel})
	if len(all) == 0 || all[0] != sentinel {
		return errors.New("AppendActions does not append: it overwrites what dst held")
	}
	actions, mover := all[1:], st.ToMove()
	switch {
	case mover == game.Terminal && len(actions) > 0:
		return fmt.Errorf("the game is over, but there are legal actions %v", actions)
	case mover == game.Terminal:
		return nil
	case mover != game.Chance && (mover < 0 || int(mover) >= s.g.Players):
		return fmt.Errorf("seat to move is %d of %d", mover, s.g.Players)
	case len(actions) == 0:
		return errors.New("the game is not over, but there are no legal actions")
	case len(actions) > s.g.MaxActions:
		return fmt.Errorf("%d legal actions exceed MaxActions = %d", len(actions), s.g.MaxActions)
	}
	for i, a := range actions {
		if mover >= 0 && int(a) >= s.g.Actions() {
			return fmt.Errorf("action %d is beyond the policy of %d", a, s.g.Actions())
		}
		if i > 0 && actions[i-1] >= a {
			return fmt.Errorf("actions do not ascend: %d before %d", actions[i-1], a)
		}
	}
	return nil
}

func checkChance(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.positions(r) {
			if st.ToMove() != game.Chance {
				continue
			}
			if err := s.at(r, i, st, oddsAreSound(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// oddsAreSound checks the odds of one chance node.
func oddsAreSound(st game.State) error {
	c, ok := st.(game.Chancer)
	if !ok {
		return fmt.Errorf("chance is to move, but %T is no game.Chancer", st)
	}
	const sentinel = 42
	all := c.AppendOdds([]float32{sentinel})
	if len(all) == 0 || all[0] != sentinel {
		return errors.New("AppendOdds does not append: it overwrites what dst held")
	}
	odds, outcomes := all[1:], st.AppendActions(nil)
	if len(odds) != len(outcomes) {
		return fmt.Errorf("%d odds for %d outcomes", len(odds), len(outcomes))
	}
	var sum float64
	for _, p := range odds {
		if !(p > 0) {
			return fmt.Errorf("odds %v are not all positive", odds)
		}
		sum += float64(p)
	}
	if math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("odds %v sum to %v", odds, sum)
	}
	return nil
}

func checkEnding(s *suite) error {
	for r, err := range s.records() { // a game longer than MaxPlies is reported here
		if err != nil {
			return err
		}
		for i, st := range s.positions(r) {
			if err := s.at(r, i, st, s.endingIsSound(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// endingIsSound checks that a game in progress has no ending, and what a finished one returns.
func (s *suite) endingIsSound(st game.State) error {
	end := st.Ending()
	if st.ToMove() != game.Terminal {
		if end != (game.Ending{}) {
			return fmt.Errorf("the game goes on, but its ending is %+v", end)
		}
		return nil
	}
	if end.Reason == "" {
		return errors.New("the game is over without a reason")
	}
	// One more entry than needed: Returns may write dst[:Players] only.
	got := poisoned(s.g.Players + 1)
	st.Returns(got)
	if got[s.g.Players] == got[s.g.Players] {
		return errors.New("returns are written beyond the number of seats")
	}
	got = got[:s.g.Players]
	var sum float64
	for _, u := range got {
		if !(u >= -1 && u <= 1) {
			return fmt.Errorf("returns %v are not all in [-1, 1]", got)
		}
		sum += float64(u)
	}
	if math.Abs(sum) > 1e-6 {
		return fmt.Errorf("returns %v sum to %v", got, sum)
	}
	// Values are learned as a distribution over outcomes, so the returns must be those of one outcome.
	want := make([]float32, s.g.Players)
	if winner := game.OutcomeOf(got); winner < s.g.Players {
		game.WinReturns(want, s.g.Players, game.Player(winner))
	}
	for i := range want {
		if math.Abs(float64(want[i]-got[i])) > 1e-6 {
			return fmt.Errorf("returns %v are neither those of a win nor of a draw (nearest: %v)", got, want)
		}
	}
	if end.Truncated && game.OutcomeOf(got) != game.Draw(s.g.Players) {
		return fmt.Errorf("the game was cut off, but its returns are %v", got)
	}
	return nil
}

func checkReplay(s *suite) error {
	// Two positions take turns as the end of the chain; each is still dirty from two plies (or a whole game) before.
	chain := [2]game.State{s.g.New(), s.g.New()}
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, replayed := range s.positions(r) {
			link := chain[i%2]
			if i == 0 {
				link.CopyFrom(replayed)
			} else {
				link.CopyFrom(chain[(i+1)%2])
				link.Apply(r.actions[i-1])
			}
			if err := s.look(replayed).differs(s.look(link)); err != nil {
				return s.at(r, i, replayed, fmt.Errorf("replayed and copied: %w", err))
			}
		}
	}
	return nil
}

func checkIndependence(s *suite) error {
	dirty := s.g.New()
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.sampled(r) {
			before := s.look(st)
			if err := before.differs(s.look(st)); err != nil {
				return s.at(r, i, st, fmt.Errorf("seen once and again: %w", err))
			}
			dirty.CopyFrom(st)
			s.playOn(dirty, 4)
			if err := before.differs(s.look(st)); err != nil {
				return s.at(r, i, st, fmt.Errorf("before and after a copy was played: %w", err))
			}
			source, copied := s.g.New(), s.g.New()
			source.CopyFrom(st)
			copied.CopyFrom(source)
			s.playOn(source, 4)
			if err := before.differs(s.look(copied)); err != nil {
				return s.at(r, i, st, fmt.Errorf("copied before and after its source was played: %w", err))
			}
		}
	}
	return nil
}

// playOn plays up to n random actions.
func (s *suite) playOn(st game.State, n int) {
	for range n {
		actions := st.AppendActions(nil)
		if len(actions) == 0 {
			return
		}
		st.Apply(actions[s.rng.IntN(len(actions))])
	}
}

// fewestAllocs returns how often a function allocates after a first call. It counts several times and takes the least, since what
// the runtime itself allocates meanwhile, on a busy machine, is counted along.
func fewestAllocs(f func()) float64 {
	fewest := math.Inf(1)
	for range 4 {
		if fewest = min(fewest, testing.AllocsPerRun(3, f)); fewest == 0 {
			break
		}
	}
	return fewest
}

func checkAllocations(s *suite) error {
	if raceEnabled {
		return nil // the race detector allocates; the same check runs without it
	}
	var (
		actions  = make([]game.Action, 0, s.g.MaxActions)
		odds     = make([]float32, 0, s.g.MaxActions)
		ranks    = make([]int32, 0, s.g.MaxActions)
		encoding = make([]float32, s.g.InputSize())
		returns  = make([]float32, s.g.Players)
		owners   = make([]game.Player, s.g.Cells())
		st, next = s.g.New(), s.g.New()
		done     = 0
	)
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		start, err := s.start(r.from)
		if err != nil {
			return err
		}
		allocs := fewestAllocs(func() {
			st.CopyFrom(start)
			for _, a := range r.actions {
				actions = st.AppendActions(actions[:0])
				if st.ToMove() == game.Chance {
					odds = st.(game.Chancer).AppendOdds(odds[:0])
				} else {
					s.g.Encode(st, encoding)
				}
				ranks = s.guess(st, actions, ranks[:0])
				next.CopyFrom(st)
				next.Apply(a)
				st.Apply(a)
			}
			st.Returns(returns)
			if s.g.Owners != nil {
				s.g.Owners(st, owners)
			}
		})
		if allocs != 0 {
			return s.at(r, len(r.actions), st, fmt.Errorf("a game of %d actions made %v allocations", len(r.actions), allocs))
		}
		if done++; done == 8*len(s.starts) {
			return nil
		}
	}
	return nil
}
