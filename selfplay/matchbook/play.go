package matchbook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// Match is a match to be kept.
type Match struct {
	Kind ledger.Kind
	// Iteration is that of the model which a run's match is about.
	Iteration int
	// Settings say how it is played. Done, OnPair and what they count are the matchbook's own.
	Settings arena.Settings
	// Conditions are what the games depend on beside the players, the seed and the openings, as far as it can be written as
	// JSON. A match that was begun under others is not gone on with.
	Conditions any
	// Finish closes the match in the ledger when it is over; nil stands for its score as the verdict.
	Finish func(ctx context.Context, id int64, result *arena.Result) error
}

// terms are what the games of a match depend on beside the players. They are kept as the settings of its row.
type terms struct {
	Seed uint64 `json:"seed"`
	// OpeningsVersion, and either the lengths of random openings or the checksum of those that were given.
	OpeningsVersion int    `json:"openings_version,omitempty"`
	OpeningMin      int    `json:"opening_min,omitempty"`
	OpeningMax      int    `json:"opening_max,omitempty"`
	Openings        string `json:"openings,omitempty"`
	Conditions      any    `json:"conditions,omitempty"`
}

func (m *Match) terms() (string, error) {
	t := terms{Seed: m.Settings.Seed, Conditions: m.Conditions}
	if len(m.Settings.Openings) > 0 {
		t.Openings = checksum(m.Settings.Openings)
	} else {
		t.OpeningsVersion, t.OpeningMin, t.OpeningMax = arena.OpeningsVersion, m.Settings.OpeningMin, m.Settings.OpeningMax
	}
	text, err := json.Marshal(t)
	return string(text), err
}

// Play plays a match, or what is left of it, and closes it in the ledger, unless that has been done before. Its result counts all
// games, also those of earlier calls. Settings.Progress is called for the games that are played now.
func Play(ctx context.Context, l *ledger.Ledger, g *game.Game, m Match, a, b Contender) (*arena.Result, error) {
	row, done, err := begin(ctx, l, g, &m, a, b)
	if err != nil {
		return nil, err
	}
	s := m.Settings
	s.Done = done
	w := &writer{ctx: context.WithoutCancel(ctx), game: g, ledger: l, match: row.ID}
	s.OnPair = w.add
	result, err := arena.Play(ctx, g, s, a.Player, b.Player)
	if err := errors.Join(err, w.close()); err != nil || !row.Finished.IsZero() {
		return result, err
	}
	return result, m.finish(context.WithoutCancel(ctx), l, row.ID, result)
}

func (m *Match) finish(ctx context.Context, l *ledger.Ledger, id int64, result *arena.Result) error {
	if m.Finish != nil {
		return m.Finish(ctx, id, result)
	}
	return l.FinishMatch(ctx, id, result.Score.Percent())
}

// begin finds the match in the ledger, with its games, or writes it there.
func begin(ctx context.Context, l *ledger.Ledger, g *game.Game, m *Match, a, b Contender) (ledger.Match, []arena.GameResult, error) {
	text, err := m.terms()
	if err != nil {
		return ledger.Match{}, nil, fmt.Errorf("matchbook: the conditions of the match: %w", err)
	}
	row := ledger.Match{
		Kind: m.Kind, Iteration: m.Iteration, A: a.Name, B: b.Name, PlayerA: a.Identity, PlayerB: b.Identity,
		Game: g.Name, RulesVersion: g.Version, Games: m.Settings.Pairs * arena.PairGames(g), Settings: text,
	}
	found, err := find(ctx, l, &row)
	if err != nil {
		return row, nil, err
	}
	if found == nil {
		row.ID, err = l.StartMatch(ctx, row)
		return row, nil, err
	}
	done, err := Games(ctx, l, g, found)
	if err != nil {
		return row, nil, err
	}
	done = slices.DeleteFunc(done, func(r arena.GameResult) bool { return r.Pair >= m.Settings.Pairs })
	if m.Kind == ledger.KindMatch && len(done) < row.Games {
		found.Finished = time.Time{}
		err = l.ReopenMatch(ctx, found.ID, row.Games)
	}
	return *found, done, err
}

// find looks for a match of the same kind, players and terms, finished or not. One that was asked for may have another length.
func find(ctx context.Context, l *ledger.Ledger, like *ledger.Match) (*ledger.Match, error) {
	matches, err := l.MatchesOf(ctx, like.Kind, like.Iteration)
	if err != nil {
		return nil, err
	}
	for i := range matches {
		m := &matches[i]
		same := m.PlayerA == like.PlayerA && m.PlayerB == like.PlayerB && m.Settings == like.Settings &&
			m.Game == like.Game && m.RulesVersion == like.RulesVersion
		if same && (m.Games == like.Games || m.Kind == ledger.KindMatch) {
			return m, nil
		}
	}
	return nil, nil
}

// Begun tells whether a ledger has a match with these players in this order, under the terms of the match, of whatever length.
func Begun(ctx context.Context, l *ledger.Ledger, g *game.Game, m *Match, a, b Contender) (bool, error) {
	text, err := m.terms()
	if err != nil {
		return false, err
	}
	found, err := find(ctx, l, &ledger.Match{
		Kind: m.Kind, Iteration: m.Iteration, PlayerA: a.Identity, PlayerB: b.Identity, Game: g.Name, RulesVersion: g.Version, Settings: text,
	})
	return found != nil, err
}

// Games returns the games of a match that are in the ledger, all played through.
func Games(ctx context.Context, l *ledger.Ledger, g *game.Game, m *ledger.Match) ([]arena.GameResult, error) {
	rows, err := l.MatchGames(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	games := make([]arena.GameResult, len(rows))
	for i := range rows {
		if games[i], err = FromRow(g, &rows[i]); err != nil {
			return nil, fmt.Errorf("matchbook: match %d of %s: pair %d, game %d: %w", m.ID, l.Path(), rows[i].Pair, rows[i].Game, err)
		}
	}
	return games, nil
}
