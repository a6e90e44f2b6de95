package mcts

import "errors"

// crew is the threads of one search. The first is the caller's.
type crew struct {
	s       *Searcher
	workers []*worker // the others
}

// worker is a thread that evaluates what it is told to, as often as it is told.
type worker struct {
	s       *Searcher
	predict Predictor
	rows    rowRange // what to evaluate; nothing, to end
	err     error
	told    *relay
	done    *relay
	jobs    uint32 // that it was told of
}

// rowRange is a range of rows.
type rowRange struct{ from, to int }

// hire starts the threads of a search.
func (s *Searcher) hire() *crew {
	c := &crew{s: s}
	for _, predict := range s.predictors[1:] {
		w := &worker{s: s, predict: predict, told: newRelay(), done: newRelay()}
		c.workers = append(c.workers, w)
		go w.work()
	}
	return c
}

// dismiss ends the threads.
func (c *crew) dismiss() {
	for _, w := range c.workers {
		w.tell(rowRange{})
	}
}

// evaluate has the first rows evaluated, shared evenly between the threads.
func (c *crew) evaluate(rows int) error {
	if rows == 0 {
		return nil
	}
	threads := min(1+len(c.workers), rows)
	helpers := c.workers[:threads-1]
	for i, w := range helpers {
		w.tell(rowRange{rows * (i + 1) / threads, rows * (i + 2) / threads})
	}
	err := c.s.evaluate(c.s.predictors[0], rowRange{0, rows / threads})
	for _, w := range helpers {
		w.done.await(w.jobs)
		err = errors.Join(err, w.err)
	}
	return err
}

// tell gives a worker that is idle something to do.
func (w *worker) tell(r rowRange) {
	w.rows = r
	w.jobs++
	w.told.signal()
}

// work is the life of a worker.
func (w *worker) work() {
	for job := uint32(1); ; job++ {
		w.told.await(job)
		if w.rows == (rowRange{}) {
			return
		}
		w.err = w.s.evaluate(w.predict, w.rows)
		w.done.signal()
	}
}

// evaluate evaluates a range of rows.
func (s *Searcher) evaluate(predict Predictor, r rowRange) error {
	in, a, o := s.game.InputSize(), s.game.Actions(), s.game.Outcomes()
	return predict(r.to-r.from, s.input[r.from*in:r.to*in], s.answers.logits[r.from*a:r.to*a], s.answers.outcome[r.from*o:r.to*o])
}
