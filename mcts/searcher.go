package mcts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gipfel/game"
)

// Predictor evaluates n encoded positions: it reads n rows of in (Game.InputSize each) and fills n rows of logits
// (Game.Actions each) and of outcome (Game.Outcomes each, relative to the seat to move). A row's result must not depend on the
// other rows.
type Predictor func(n int, in, logits, outcome []float32) error

// Searcher searches one game at a time with all that the machine has: several positions of the tree at once, evaluated by
// several threads, with a memory of evaluations. It is for play and analysis; to play many games at once, search many trees
// in lockstep instead.
//
// What it finds depends on the number of leaves, but neither on the number of threads nor on the cache, as long as no clock
// ends the search. It belongs to one goroutine.
type Searcher struct {
	tree       *Tree
	game       *game.Game
	predictors []Predictor
	cache      *Cache // or nil

	leaves  int
	input   []float32 // rows to evaluate, leaves of them at most
	rows    []int     // by leaf: its row, or known
	keys    []cacheKey
	answers evaluations // by row
	known   evaluations // by leaf, those found in the cache
}

// fromCache is the row of a leaf that needs none.
const fromCache = -1

type evaluations struct{ logits, outcome []float32 }

// row returns the evaluation in row i.
func (e *evaluations) row(g *game.Game, i int) (logits, outcome []float32) {
	a, o := g.Actions(), g.Outcomes()
	return e.logits[i*a : (i+1)*a], e.outcome[i*o : (i+1)*o]
}

// NewSearcher returns a searcher at the game's start position, with a thread for each predictor. leaves is the number of
// positions that are evaluated at once, at least that of the predictors; more of them make better use of threads and of nets
// that like batches, and a little less of each simulation. cache may be nil; it must be one of the same net.
func NewSearcher(g *game.Game, cfg Config, leaves int, cache *Cache, predictors ...Predictor) *Searcher {
	if len(predictors) == 0 {
		panic("mcts: NewSearcher: no predictor")
	}
	leaves = max(leaves, len(predictors))
	reserve := func() evaluations {
		return evaluations{make([]float32, leaves*g.Actions()), make([]float32, leaves*g.Outcomes())}
	}
	return &Searcher{
		tree: New(g, cfg), game: g, predictors: predictors, cache: cache, leaves: leaves,
		input: make([]float32, leaves*g.InputSize()), rows: make([]int, leaves), keys: make([]cacheKey, leaves),
		answers: reserve(), known: reserve(),
	}
}

// Tree returns the tree, to set the position, to follow the game and to look at the results.
func (s *Searcher) Tree() *Tree { return s.tree }

// Limits say when a search ends.
type Limits struct {
	SearchOptions
	// Time ends the search after so long, if it is not 0; the simulations under way are finished. What a search finds then
	// depends on the machine.
	Time time.Duration
	// StopEarly ends the search when the simulations that are left cannot give another move the most visits (a proof found
	// among them might still rule the move out). It applies to PUCT searches without time limit.
	StopEarly bool
	// Progress is told, now and then, how many simulations have been made since it was last told. It may be nil.
	Progress func(simulations int)
}

// Ending says why a search has ended.
type Ending int

const (
	// Enough simulations have been made.
	Enough Ending = iota
	// Certain means that the root is proven, finished, or has a single move.
	Certain
	// Settled means that the rest could not have given another move the most visits; see Limits.StopEarly.
	Settled
	// OutOfTime means that the time was up.
	OutOfTime
	// OutOfMemory means that Config.MaxNodes was reached.
	OutOfMemory
)

func (e Ending) String() string {
	return [...]string{"enough simulations", "certain", "settled", "out of time", "out of memory"}[e]
}

// Effort is what a search has cost.
type Effort struct {
	Ending Ending
	// Simulations and evaluations of this search; the first include those that the rules decided, the second those that were
	// found in the cache.
	Simulations, Evaluations, Cached int
	Duration                         time.Duration
}

// Search searches the tree's root. When the context is cancelled it returns the context's error, and what has been found so far
// stands; when a predictor fails it returns that error, and the tree is empty.
func (s *Searcher) Search(ctx context.Context, l Limits) (Effort, error) {
	began := time.Now()
	s.tree.Begin(l.SearchOptions)
	crew := s.hire()
	defer crew.dismiss()
	var e Effort
	rounds := 0
	ended := func() bool {
		switch {
		case s.tree.Done():
			e.Ending = s.tree.ending()
		case l.StopEarly && l.Time == 0 && s.tree.settled():
			e.Ending = Settled
		case l.Time > 0 && rounds > 0 && time.Since(began) >= l.Time: // without any round there would be nothing to choose by
			e.Ending = OutOfTime
		default:
			return false
		}
		return true
	}
	var err error
	told := 0
	for err == nil && !ended() {
		if err = ctx.Err(); err == nil {
			err = s.round(crew, &e)
			if rounds++; l.Progress != nil {
				l.Progress(e.Simulations - told)
				told = e.Simulations
			}
		}
	}
	e.Duration = time.Since(began)
	return e, err
}

// Ponder searches while somebody else thinks: until the context is cancelled, which is no error, or the root has the given
// number of simulations, which bounds the memory. What is found stays in the tree for the move that is then played.
func (s *Searcher) Ponder(ctx context.Context, o SearchOptions) (Effort, error) {
	e, err := s.Search(ctx, Limits{SearchOptions: o})
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return e, err
}

// round selects leaves, has them evaluated, and expands them.
func (s *Searcher) round(crew *crew, e *Effort) error {
	size := s.game.InputSize()
	before := s.tree.Simulations()
	n := s.tree.SelectBatch(s.leaves, func(i int, leaf game.State) {
		s.game.Encode(leaf, s.input[i*size:(i+1)*size])
	})
	rows := s.recall(n)
	e.Evaluations += rows
	e.Cached += n - rows
	if err := crew.evaluate(rows); err != nil {
		s.tree.clear()
		return fmt.Errorf("evaluate %d positions: %w", rows, err)
	}
	for i := range n {
		logits, outcome := s.known.row(s.game, i)
		if row := s.rows[i]; row != fromCache {
			logits, outcome = s.answers.row(s.game, row)
			s.remember(i, logits, outcome)
		}
		s.tree.ExpandBatch(i, logits, outcome)
	}
	e.Simulations += s.tree.Simulations() - before
	return nil
}

// recall looks for the leaves in the cache, and moves the rows of those that are not there to the front.
func (s *Searcher) recall(leaves int) (rows int) {
	size := s.game.InputSize()
	for i := range leaves {
		row := s.input[i*size : (i+1)*size]
		if s.cache != nil {
			s.keys[i] = s.cache.key(row)
			logits, outcome := s.known.row(s.game, i)
			if s.cache.lookup(s.keys[i], s.tree.leafEdges(i), logits, outcome) {
				s.rows[i] = fromCache
				continue
			}
		}
		copy(s.input[rows*size:], row)
		s.rows[i] = rows
		rows++
	}
	return rows
}

// remember stores the evaluation of a leaf in the cache.
func (s *Searcher) remember(i int, logits, outcome []float32) {
	if s.cache != nil {
		s.cache.store(s.keys[i], s.tree.leafEdges(i), logits, outcome)
	}
}
