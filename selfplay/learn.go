package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"

	"gipfel/nn"
	"gipfel/nn/train"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/replay"
	"gipfel/selfplay/shard"
)

// drawStream is the stream of random numbers, among those that follow from the seed, that draws training samples. It is no
// game's number.
const drawStream = 1 << 63

// loadWindow brings the replay window up to an iteration, oldest games first. Games too old to be in it are only counted.
func (r *Run) loadWindow(ctx context.Context, iteration int) error {
	if r.window == nil {
		r.window, r.loaded = replay.NewWindow(r.game, r.config.Replay), 0
	}
	all, err := r.ledger.Shards(ctx) // oldest first
	if err != nil {
		return err
	}
	var fresh []ledger.Shard
	total := r.window.Total()
	for _, s := range all {
		if s.Iteration > r.loaded && s.Iteration <= iteration {
			fresh = append(fresh, s)
			total += s.Samples
		}
	}
	skip, newer := 0, 0
	for i := len(fresh) - 1; i >= 0; i-- {
		if newer >= r.config.Replay.Samples(total) {
			skip = i + 1
			break
		}
		newer += fresh[i].Samples
	}
	for i, s := range fresh {
		if i < skip {
			r.window.Skip(s.Samples)
			continue
		}
		path := filepath.Join(r.dir, s.Path)
		header, records, err := shard.ReadAll(path)
		if err != nil {
			return fmt.Errorf("%w; put the file back from a copy of the run ('gipfel shard verify %s' says what is left of it); %s",
				err, path, withoutCopy)
		}
		if err := header.Match(r.game); err != nil {
			return err
		}
		if err := r.window.Add(records...); err != nil {
			return err
		}
	}
	r.loaded = iteration
	return nil
}

// train makes an iteration's candidate from the window, going on from where the last iteration's training stopped.
func (r *Run) train(ctx context.Context, iteration int) (*TrainingResult, error) {
	if err := r.loadWindow(ctx, iteration); err != nil {
		return nil, err
	}
	c := &r.config.Train
	if n := r.window.Samples(); n < c.MinimumSamples {
		return nil, fmt.Errorf("the window holds %d samples, and train.minimum_samples is %d: more games are needed", n, c.MinimumSamples)
	}
	_, fresh, err := r.generated(ctx, iteration)
	if err != nil {
		return nil, err
	}
	steps := min(c.MaxSteps, max(1, int(float64(fresh)*c.Reuse/float64(c.Batch))))
	trainer, err := r.trainerFor(ctx, iteration)
	if err != nil {
		return nil, err
	}
	r.trainer = nil // of no use should this training be broken off

	task := r.progress.Start(fmt.Sprintf("iteration %d: training", iteration), int64(steps), "steps")
	defer task.Done()
	rng := rand.New(rand.NewPCG(r.config.Seed, drawStream+uint64(iteration)))
	batch := &nn.Batch{N: c.Batch}
	curve := newLearningCurve(iteration, steps)
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.window.Fill(batch, c.Targets, rng); err != nil {
			return nil, err
		}
		losses, err := trainer.Step(batch)
		if err != nil {
			return nil, err
		}
		curve.add(step, losses)
		task.Add(1)
		if step%16 == 0 {
			task.Note(fmt.Sprintf("loss %.3f", losses.Total))
		}
	}
	task.Done()

	weights := trainer.Weights()
	model, err := r.saveModel(iteration, weights)
	if err != nil {
		return nil, err
	}
	parent := iteration - 1
	model.Parent = &parent
	if err := trainer.State().Save(filepath.Join(r.dir, checkpointPath(iteration, "state"))); err != nil {
		return nil, err
	}
	reuse := float64(steps*c.Batch) / float64(fresh)
	metrics := append(curve.metrics(),
		ledger.Metric{Iteration: iteration, Name: "window samples", Value: float64(r.window.Samples())},
		ledger.Metric{Iteration: iteration, Name: "new samples", Value: float64(fresh)},
		ledger.Metric{Iteration: iteration, Name: "reuse", Value: reuse})
	if err := r.ledger.AddTraining(context.WithoutCancel(ctx), model, metrics); err != nil {
		return nil, err
	}
	r.log.Info("trained", "iteration", iteration, "steps", steps, "window", r.window.Samples(), "new", fresh,
		"reuse", fmt.Sprintf("%.2f", reuse), "policy_loss", fmt.Sprintf("%.3f", curve.last.Policy),
		"outcome_loss", fmt.Sprintf("%.3f", curve.last.Outcome))
	r.trainer, r.trained = trainer, iteration
	return &TrainingResult{
		Steps: steps, Window: r.window.Samples(), NewSamples: fresh, Reuse: reuse,
		Loss: curve.last.Total, PolicyLoss: curve.last.Policy, OutcomeLoss: curve.last.Outcome,
	}, r.sweep(ctx)
}

// trainerFor returns the trainer as the last iteration's training left it: the one that this process has used there, or one
// made from the files. The two go on alike to the last bit. A process makes one trainer only, since Gorgonia's machines have
// finalizers that keep them from being collected.
//
// Without a training state, training begins anew with the weights: the optimiser's moments are lost, its warm-up is done
// again, and the run is no longer the one that its seed alone gives.
func (r *Run) trainerFor(ctx context.Context, iteration int) (*train.Trainer, error) {
	settings := r.config.trainer(iteration)
	settings.DumpFolder = r.dir
	if r.trainer != nil && r.trained == iteration-1 {
		return r.trainer, r.trainer.SetLearningRate(settings.LearningRate)
	}
	path := filepath.Join(r.dir, checkpointPath(iteration-1, "state"))
	if iteration > 1 {
		state, err := train.LoadState(path)
		switch {
		case err == nil:
			return train.Restore(state, settings)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%w; put the file back from a copy of the run, or remove it: training then goes on from the "+
				"weights of iteration %d, but without what the optimiser has learned about their gradients", err, iteration-1)
		}
		r.log.Warn("the training state is missing: training goes on from the weights with a fresh optimiser, so that the run is no "+
			"longer the one that its seed gives; to avoid that, stop and put the file back", "file", path)
	}
	m, err := r.ledger.Model(ctx, iteration-1)
	if err != nil {
		return nil, err
	}
	w, err := r.loadModel(m)
	if err != nil {
		return nil, err
	}
	return train.New(w, settings)
}

// learningCurve averages the losses of a tenth of the steps at a time.
type learningCurve struct {
	iteration, steps int
	sum              train.Losses
	n                int
	last             train.Losses // the mean of the latest complete tenth
	points           []ledger.Metric
}

func newLearningCurve(iteration, steps int) *learningCurve {
	return &learningCurve{iteration: iteration, steps: steps}
}

func (c *learningCurve) add(step int, l train.Losses) {
	c.sum.Total += l.Total
	c.sum.Policy += l.Policy
	c.sum.Outcome += l.Outcome
	c.sum.GradNorm += l.GradNorm
	c.n++
	if (step+1)*10/c.steps == step*10/c.steps && step+1 < c.steps {
		return
	}
	n := float64(c.n)
	c.last = train.Losses{Total: c.sum.Total / n, Policy: c.sum.Policy / n, Outcome: c.sum.Outcome / n, GradNorm: c.sum.GradNorm / n}
	for _, m := range []struct {
		name  string
		value float64
	}{{"loss/total", c.last.Total}, {"loss/policy", c.last.Policy}, {"loss/outcome", c.last.Outcome}, {"gradient norm", c.last.GradNorm}} {
		c.points = append(c.points, ledger.Metric{Iteration: c.iteration, Step: int64(step + 1), Name: m.name, Value: m.value})
	}
	c.sum, c.n = train.Losses{}, 0
}

func (c *learningCurve) metrics() []ledger.Metric { return c.points }
