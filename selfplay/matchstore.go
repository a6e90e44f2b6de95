package selfplay

import (
	"context"

	"gipfel/internal/progress"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

// storedMatch is a match whose games are kept in the ledger as they finish, so that it goes on where it was interrupted.
type storedMatch struct {
	kind      ledger.Kind
	iteration int
	seed      uint64
	games     int
	// conditions are what the games depend on beside the seed. A match that was begun under others is not gone on with.
	conditions any
	settings   arena.Settings
}

// playStored plays a match, or what is left of it, and closes it in the ledger with finish, unless that has been done before.
func (r *Run) playStored(ctx context.Context, label string, m storedMatch, a, b matchbook.Contender,
	finish func(context.Context, int64, *arena.Result) error,
) (*arena.Result, error) {
	s := m.settings
	s.Seed = m.seed
	s.Pairs = arena.PairsFor(r.game, m.games)
	s.Lanes, s.Slots = r.config.lanes(), r.config.SelfPlay.GamesInFlight
	planned := s.Pairs * arena.PairGames(r.game)
	task := r.progress.Start(label, int64(planned), "games")
	defer task.Done()
	s.Progress = progress.UpTo(task)
	return matchbook.Play(ctx, r.ledger, r.game, matchbook.Match{
		Kind: m.kind, Iteration: m.iteration, Settings: s, Conditions: m.conditions, Finish: finish,
	}, a, b)
}
