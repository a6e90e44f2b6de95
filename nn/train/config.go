// Package train trains nets. It is the only user of Gorgonia in the program.
//
// A [Trainer] cuts each batch into chunks of at most 32 positions. Each thread has a Gorgonia graph for one chunk, run by a
// tape machine; the convolutions and everything large in it are Ops of this package over the kernels that inference uses,
// too. The gradients of the chunks are added in the order of the chunks, so results are the same to the last bit whatever the
// number of threads, and whatever else runs.
//
// The optimiser is AdamW (Loshchilov and Hutter 2019) with a linear warm-up and a limit on the gradient's norm. What plays is
// an exponential moving average of the weights.
package train

import (
	"errors"
	"fmt"
)

// chunkRows is how many positions a graph computes at once: few, so that a batch divides well among threads and activations
// stay in the cache; enough to make up for what the tape machine spends on each pass. From 8 to 64 the speed hardly differs.
const chunkRows = 32

// Config says how to train.
type Config struct {
	// Batch is the number of positions of a batch. Step takes any number; memory is laid out for this one.
	Batch int
	// LearningRate is AdamW's step size after the first WarmupSteps steps, during which it grows to that linearly.
	LearningRate float64
	WarmupSteps  int
	// WeightDecay is decoupled: a step takes away LearningRate·WeightDecay of each weight. Biases and α are spared.
	WeightDecay float64
	// ClipNorm is the largest norm of the gradient; a larger gradient is scaled down to it. 0 means no limit.
	ClipNorm float64
	// EMA is how much of the average weights each step keeps, such as 0.99. Early on it keeps less, (1+n)/(10+n) at step n, so
	// that the average is not dominated by the initial weights. 0 makes the average equal to the weights.
	EMA float64
	// PolicyLoss and OutcomeLoss are the weights of the two cross-entropies, 1 and 1.5 by default.
	PolicyLoss, OutcomeLoss float64
	// ReplyLoss, OwnerLoss, MarginLoss and MovesLeftLoss are the weights of the losses of the heads for training, which Losses
	// describes. They mean nothing to nets without these heads. ReplyLoss is 0.15 and OwnerLoss, the weight of the mean over the
	// cells, is 1.5 by default, as in KataGo (Wu 2019); MarginLoss, whose errors are small numbers, is 1, and MovesLeftLoss 0.1.
	ReplyLoss, OwnerLoss, MarginLoss, MovesLeftLoss float64
	// Threads is the number of threads that compute gradients. It does not change the results.
	Threads int
	// DumpFolder is where a batch is kept that makes the loss or the gradient infinite or NaN. Empty means it is not kept.
	DumpFolder string
}

// DefaultConfig returns settings that suit small nets.
func DefaultConfig() Config {
	return Config{
		Batch: 128, LearningRate: 2e-3, WarmupSteps: 100, WeightDecay: 1e-2, ClipNorm: 5, EMA: 0.99,
		PolicyLoss: 1, OutcomeLoss: 1.5, ReplyLoss: 0.15, OwnerLoss: 1.5, MarginLoss: 1, MovesLeftLoss: 0.1, Threads: 1,
	}
}

// check says which setting is wrong.
func (c *Config) check() error {
	switch {
	case c.Batch < 1:
		return fmt.Errorf("batch is %d, want at least 1", c.Batch)
	case !(c.LearningRate >= 0) || c.LearningRate > 1:
		return fmt.Errorf("learning rate is %v, want 0 to 1", c.LearningRate)
	case c.WarmupSteps < 0:
		return fmt.Errorf("warm-up steps are %d, want at least 0", c.WarmupSteps)
	case !(c.WeightDecay >= 0) || c.WeightDecay > 1:
		return fmt.Errorf("weight decay is %v, want 0 to 1", c.WeightDecay)
	case !(c.ClipNorm >= 0):
		return fmt.Errorf("clip norm is %v, want at least 0", c.ClipNorm)
	case !(c.EMA >= 0) || c.EMA >= 1:
		return fmt.Errorf("EMA is %v, want at least 0 and less than 1", c.EMA)
	case !(c.PolicyLoss >= 0) || !(c.OutcomeLoss >= 0):
		return fmt.Errorf("loss weights are %v (policy) and %v (outcome), want at least 0", c.PolicyLoss, c.OutcomeLoss)
	case c.PolicyLoss+c.OutcomeLoss == 0:
		return errors.New("both loss weights are 0: there is nothing to learn")
	case c.Threads < 1:
		return fmt.Errorf("threads are %d, want at least 1", c.Threads)
	}
	for _, loss := range []struct {
		name  string
		value float64
	}{{"reply", c.ReplyLoss}, {"owner", c.OwnerLoss}, {"margin", c.MarginLoss}, {"moves left", c.MovesLeftLoss}} {
		if !(loss.value >= 0) {
			return fmt.Errorf("the loss weight of %s is %v, want at least 0", loss.name, loss.value)
		}
	}
	return nil
}
