package uai

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"gipfel/game"
	"gipfel/mcts"
)

// thinking is one search for a move. It has the board's tree for itself while it lasts.
type thinking struct {
	board    *board
	settings settings
	terms    goCommand
	began    time.Time       // when the command came
	hit      <-chan struct{} // closed when pondering has become thinking; nil if there is none

	lastInfo  time.Time
	lastLine  game.Action // the first move of the line that was last told
	lastPlies int         // and its length
	searched  int         // simulations of this search
}

// endless is a number of simulations that no search reaches: other bounds end it.
const endless = 1 << 30

// diceSeed is that of the dice that searches throw.
const diceSeed = 1

// answer thinks as the command says and returns the answer.
func (t *thinking) answer(ctx context.Context, say func(string)) string {
	t.plant(say)
	if t.hit != nil && t.pondered(ctx, say) {
		t.began, t.searched = time.Now(), 0
	}
	t.think(ctx, t.limits(), say)
	if t.terms.infinite {
		<-ctx.Done() // the answer must not come before it is asked for
	}
	for _, line := range t.info() {
		say(line)
	}
	s := t.board.state
	return "bestmove " + t.board.game.Notation.FormatAction(s, choose(t.board.searcher.Tree(), s))
}

// wander thinks until it is stopped, and answers nothing.
func (t *thinking) wander(ctx context.Context, say func(string)) string {
	t.think(ctx, mcts.Limits{SearchOptions: t.options(endless)}, say)
	<-ctx.Done()
	return ""
}

// plant makes sure that the root has been looked at, so that there is something to choose by however soon the search is stopped.
func (t *thinking) plant(say func(string)) {
	t.think(context.Background(), mcts.Limits{SearchOptions: t.options(1)}, say)
}

// pondered thinks on another's time, until it is ours, which is true, or we are stopped.
func (t *thinking) pondered(ctx context.Context, say func(string)) bool {
	pondering, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	hit := false
	go func() {
		defer close(done)
		select {
		case <-t.hit:
			hit = true
		case <-ctx.Done():
		}
		cancel()
	}()
	t.think(pondering, mcts.Limits{SearchOptions: t.options(endless)}, say)
	<-done
	return hit
}

func (t *thinking) options(simulations int) mcts.SearchOptions {
	return mcts.SearchOptions{Simulations: simulations, Rand: rand.New(rand.NewPCG(diceSeed, 0))}
}

// limits are those that the command says.
func (t *thinking) limits() mcts.Limits {
	simulations := endless
	if t.terms.nodes > 0 {
		simulations = t.terms.nodes
	}
	l := mcts.Limits{SearchOptions: t.options(simulations)}
	if budget, ok := t.budget(); ok {
		l.Time = max(budget-time.Since(t.began), time.Microsecond)
	}
	return l
}

// budget is the time for the move, if there is one.
func (t *thinking) budget() (time.Duration, bool) {
	if t.terms.timed {
		// Some of it is kept back for the way to whoever looks at the watch, but not most of it.
		return max(t.terms.moveTime-t.settings.overhead, t.terms.moveTime/2), true
	}
	clock := t.terms.clocks[t.board.state.ToMove()]
	if !clock.said {
		return 0, false
	}
	return mcts.Clock{Remaining: clock.remaining, Increment: clock.increment, Moves: t.terms.movesToGo}.Budget(), true
}

// think searches within limits, tells how it goes, and says what went wrong if it did.
func (t *thinking) think(ctx context.Context, l mcts.Limits, say func(string)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	began := time.Now()
	t.board.growth.begin(began)
	l.Progress = func(simulations int) {
		t.searched += simulations
		t.report(say)
		if t.enough(l.Time, began) {
			cancel()
		}
	}
	if _, err := t.board.searcher.Search(ctx, l); err != nil && !errors.Is(err, context.Canceled) {
		say("info string error " + printable(err.Error(), longestError))
	}
}

// enough tells whether a bound is reached that the search does not know of: the depth, the memory, or the time to get more of it.
func (t *thinking) enough(allowed time.Duration, began time.Time) bool {
	tree := t.board.searcher.Tree()
	if t.terms.depth > 0 && len(tree.PrincipalVariation(nil)) >= t.terms.depth {
		return true
	}
	s := tree.Stats()
	if s.Nodes*s.NodeBytes+s.Edges*s.EdgeBytes >= t.settings.hash<<20 {
		return true
	}
	now := time.Now()
	t.board.growth.see(s, now)
	return allowed > 0 && now.Sub(began)+t.board.growth.soon() > allowed+graceForGrowth
}

// graceForGrowth is by how much a search may be late for the sake of a little more memory.
const graceForGrowth = 5 * time.Millisecond
