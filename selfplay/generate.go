package selfplay

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"gipfel/internal/version"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/shard"
)

// generated sums up what an iteration's self-play has made: the shards that count.
func (r *Run) generated(ctx context.Context, iteration int) (games, samples int, err error) {
	shards, err := r.ledger.ShardsOf(ctx, iteration)
	for _, s := range shards {
		games += s.Games
		samples += s.Samples
	}
	return games, samples, err
}

// selfPlay plays the games of an iteration that are in no shard yet. Shards are written in the order of their games, so
// those are the last ones.
func (r *Run) selfPlay(ctx context.Context, iteration int) error {
	champion, err := r.ledger.Champion(ctx)
	if err != nil {
		return err
	}
	weights, err := r.loadModel(champion)
	if err != nil {
		return err
	}
	played, _, err := r.generated(ctx, iteration)
	if err != nil {
		return err
	}
	end := uint64(iteration * r.config.SelfPlay.Games)
	first := end - uint64(r.config.SelfPlay.Games) + uint64(played)

	header := shard.HeaderFor(r.game)
	header.Seed, header.Program = r.config.Seed, version.Number
	task := r.progress.Start(fmt.Sprintf("iteration %d: self-play", iteration), int64(end-first), "games")
	defer task.Done()
	var plies int
	c := &collector{
		dir: r.dir, header: header, size: uint64(r.config.SelfPlay.ShardGames), next: first, end: end,
		waiting: make(map[uint64]*shard.Record),
		commit: func(first uint64, info shard.Info) error {
			plies += info.Plies
			// A shard that is complete is committed even when the run is being stopped.
			return r.ledger.AddShard(context.WithoutCancel(ctx), ledger.Shard{
				Iteration: iteration, FirstGame: first, Games: info.Games, Plies: info.Plies, Samples: info.Samples,
				Bytes: info.Bytes, SHA256: info.SHA256, Path: shardPath(first),
			})
		},
	}
	next := newNumbers(first, end)
	group, inner := errgroup.WithContext(ctx)
	lanes := make([]*lane, r.config.lanes())
	for i := range lanes {
		model, err := r.model(weights)
		if err != nil {
			return err
		}
		lanes[i] = newLane(r.game, model, &r.config, r.config.Seed, uint32(champion.Iteration))
	}
	for _, l := range lanes {
		group.Go(func() error {
			return l.run(inner, next, func(record *shard.Record) error {
				task.Add(1)
				return c.add(record)
			})
		})
	}
	err = group.Wait()
	if errors.Is(err, context.Canceled) {
		task.Done()
		kept, _, countErr := r.generated(context.WithoutCancel(ctx), iteration)
		r.log.Info("self-play stopped: complete shards are kept, the other games are played again, the same way, when the run goes on",
			"kept", kept, "of", r.config.SelfPlay.Games, "finished_but_played_again", c.unwritten())
		err = errors.Join(err, countErr)
	}
	if err != nil {
		return err
	}
	trees := 0
	for _, l := range lanes {
		trees += l.memory()
	}
	r.log.Debug("self-play done", "iteration", iteration, "plies", plies, "tree_mib", trees>>20)
	return nil
}
