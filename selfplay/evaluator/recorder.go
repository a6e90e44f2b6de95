package evaluator

import (
	"fmt"
	"sync/atomic"

	"gipfel/nn"
)

// Evaluation is a position and what a model said of it. Its memory is lent for the call that hands it over.
type Evaluation struct {
	// Input is the encoded position, Policy the logits of all actions, Outcome the odds of all outcomes; see nn.Model.
	Input, Policy, Outcome []float32
}

// Sink takes evaluations. If several models record into one sink, each in a goroutine of its own, it is called by all of them.
type Sink func(Evaluation) error

// Recorder returns a model that passes everything on to another one and hands each position with its answer to a sink. An error
// of the sink is one of Predict.
//
// It is there for two kinds of question. Why did the search do that? The record shows what it asked the net, in which order, and
// what it was told; around Averaged it shows the means, inside of it the images. And: is what the net says true? The odds on
// record, joined by [Key] with how the games went on, say how often what is given 70% happens (calibration), and two nets'
// records of the same search show where they differ. A record of a search with a cache lacks what the cache knew.
//
// Records of everything soon fill a disk; [First] and [Every] bound them.
func Recorder(model nn.Model, sink Sink) nn.Model {
	return &recorder{wrapped{model}, model.Spec(), sink}
}

type recorder struct {
	wrapped
	spec nn.Spec
	sink Sink
}

// Predict evaluates n positions, as nn.Model says.
func (r *recorder) Predict(n int, in []float32, out nn.Outputs) error {
	if err := r.Model.Predict(n, in, out); err != nil {
		return err
	}
	for row := range n {
		answer := outputRows(&r.spec, out, row, 1)
		e := Evaluation{Input: inputRows(&r.spec, in, row, 1), Policy: answer.Policy, Outcome: answer.Outcome}
		if err := r.sink(e); err != nil {
			return fmt.Errorf("record an evaluation: %w", err)
		}
	}
	return nil
}

// First passes on the first n evaluations, n at least 0, and drops the others.
func First(n int, sink Sink) Sink {
	var seen atomic.Int64
	return func(e Evaluation) error {
		if seen.Add(1) > int64(n) {
			return nil
		}
		return sink(e)
	}
}

// Every passes on the first of each n evaluations, n at least 1, and drops the others.
func Every(n int, sink Sink) Sink {
	var seen atomic.Int64
	return func(e Evaluation) error {
		if (seen.Add(1)-1)%int64(n) != 0 {
			return nil
		}
		return sink(e)
	}
}
