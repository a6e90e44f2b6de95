package solve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Options say how to solve. The zero value is fine; no option changes the result.
type Options struct {
	// Threads is the number of threads, 0 for one a processor.
	Threads int
	// Stage, if set, is told of each stage of the work when it begins: its name and how many units it has. What it returns
	// is called, by several goroutines, with the numbers of units that are done.
	Stage func(name string, units int) (done func(n int))
}

// Solve computes the value of every position of atimo-5x5. It takes some 60 MB of memory. The error is that of the context.
func Solve(ctx context.Context, o Options) (*DB, error) {
	codes, err := solve(ctx, solvedBoard, o)
	if err != nil {
		return nil, err
	}
	return fromCodes(solvedBoard, codes), nil
}

// solver finds the code of every index of a board by retrograde analysis: it begins with the positions that are over and goes
// backwards, those that end in n plies after all those that end sooner. What has no code in the end is a draw.
//
// While goroutines are at work nobody writes codes that others read: each stage collects what it has found, in an order that
// does not depend on the number of threads, and then writes it down.
type solver struct {
	*board
	Options
	codes []code
}

func solve(ctx context.Context, b *board, o Options) ([]code, error) {
	s := &solver{board: b, Options: o, codes: make([]code, b.indices)}
	if s.Threads < 1 {
		s.Threads = runtime.GOMAXPROCS(0)
	}
	ended, err := s.findEnds(ctx)
	for n := 1; len(ended) > 0 && err == nil; n++ {
		if n > maxPlies {
			panic(fmt.Sprintf("solve: a game ends in more than %d plies", maxPlies))
		}
		if ended, err = s.goBack(ctx, ended, n); err == nil {
			ended = s.write(ended, n)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	s.solveFirstRound()
	return s.codes, nil
}

// findEnds writes down which positions are over, and returns them; and which indices are unused.
func (s *solver) findEnds(ctx context.Context) ([]index, error) {
	first := s.blocks[0].first
	return s.parallel(ctx, "finding the ends", int(s.indices-first), func(low, high int) (found []index) {
		for i := first + index(low); i < first+index(high); i++ {
			switch p := s.unrank(i); {
			case s.rank(p) != i:
				s.codes[i] = unused
			case s.collapsed(p):
				s.codes[i] = codeOf(0)
				found = append(found, i)
			}
		}
		return found
	})
}

// goBack returns the positions that end in n plies, given those that end in one less; some of them several times.
func (s *solver) goBack(ctx context.Context, ended []index, n int) ([]index, error) {
	name := fmt.Sprintf("wins in %d", n)
	if n%2 == 0 {
		name = fmt.Sprintf("losses in %d", n)
	}
	return s.parallel(ctx, name, len(ended), func(low, high int) (found []index) {
		var before []position
		var moves []move
		for _, i := range ended[low:high] {
			before = s.appendUnmoves(before[:0], s.unrank(i))
			for _, p := range before {
				at := s.rank(p)
				if s.codes[at] != drawn {
					continue // it ends sooner
				}
				if n%2 == 0 {
					if moves = s.appendMoves(moves[:0], p); !s.allWin(moves) {
						continue
					}
				}
				found = append(found, at)
			}
		}
		return found
	})
}

// allWin reports whether the other player is known to win after each move.
func (s *solver) allWin(moves []move) bool {
	for _, m := range moves {
		if valueOf(s.codes[s.rank(m.next)]).Outcome != Win {
			return false
		}
	}
	return true
}

// write notes that positions end in n plies, and returns each of them once.
func (s *solver) write(found []index, n int) (once []index) {
	for _, i := range found {
		if s.codes[i] == drawn {
			s.codes[i] = codeOf(n)
			once = append(once, i)
		}
	}
	return once
}

// solveFirstRound finds the codes of the positions without both Cores, which cannot come back, from those after them.
func (s *solver) solveFirstRound() {
	for i := s.blocks[0].first; i > 0; i-- {
		var best Value
		for n, m := range s.appendMoves(nil, s.unrank(i-1)) {
			if v := valueOf(s.codes[s.rank(m.next)]).before(); n == 0 || v.Compare(best) > 0 {
				best = v
			}
		}
		if best.Outcome != Draw {
			s.codes[i-1] = codeOf(best.Plies)
		}
	}
}

// parallel has all threads work on ranges of 0…units-1 and returns what they have found, in the order of the ranges.
func (s *solver) parallel(ctx context.Context, name string, units int, work func(low, high int) []index) ([]index, error) {
	const share = 1 << 12
	done := func(int) {}
	if s.Stage != nil {
		done = s.Stage(name, units)
	}
	found := make([][]index, (units+share-1)/share)
	var group errgroup.Group
	group.SetLimit(s.Threads)
	for n := range found {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			low, high := n*share, min(n*share+share, units)
			found[n] = work(low, high)
			done(high - low)
			return nil
		})
	}
	if err := errors.Join(group.Wait(), ctx.Err()); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}
