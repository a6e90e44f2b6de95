package main

import (
	"context"
	"errors"
	"fmt"

	"gipfel/game"
	"gipfel/internal/progress"
	"gipfel/selfplay"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

// dirUsage is the help of the flag --dir of commands that keep matches.
const dirUsage = "keep the games in this `directory`, a run's or one of its own, and go on with what is there"

// withLedger opens the ledger of a directory, does something with it and closes it.
func withLedger(ctx context.Context, dir string, do func(*ledger.Ledger) error) (err error) {
	defer func() {
		if errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%w; the same command goes on from here", err)
		}
	}()
	d, err := selfplay.OpenLedger(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return do(d.Ledger)
}

// matchIn plays a match with progress, and keeps it in a directory if one is given.
func (a *app) matchIn(ctx context.Context, dir string, g *game.Game, s arena.Settings, players []*contender) (r *arena.Result, err error) {
	if dir == "" {
		return a.match(ctx, g, s, players[0].player(g), players[1].player(g))
	}
	known := make([]matchbook.Contender, len(players))
	for i, p := range players {
		if known[i], err = p.known(g); err != nil {
			return nil, err
		}
	}
	task := a.progress.Start(known[0].Name+" against "+known[1].Name, int64(s.Pairs*arena.PairGames(g)), "games")
	defer task.Done()
	s.Progress = progress.UpTo(task)
	err = withLedger(ctx, dir, func(l *ledger.Ledger) (err error) {
		r, err = matchbook.Play(ctx, l, g, matchbook.Match{Kind: ledger.KindMatch, Settings: s}, known[0], known[1])
		return err
	})
	return r, err
}
