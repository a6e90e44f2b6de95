package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"

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
		r.window, r.loaded = replay.NewWindow(r.game, r.config.Replay, r.spec.Heads), 0
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
	curve := newLearningCurve(r.spec, iteration, steps)
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
	logged := []any{"iteration", iteration, "steps", steps, "window", r.window.Samples(), "new", fresh, "reuse", fmt.Sprintf("%.2f", reuse)}
	for _, l := range curve.last.Named(r.spec) {
		logged = append(logged, strings.ReplaceAll(l.Name, " ", "_")+"_loss", fmt.Sprintf("%.3f", l.Loss))
	}
	r.log.Info("trained", logged...)
	r.trainer, r.trained = trainer, iteration
	result := &TrainingResult{Steps: steps, Window: r.window.Samples(), NewSamples: fresh, Reuse: reuse}
	result.setLosses(r.spec.Heads, curve.last)
	return result, r.sweep(ctx)
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
