package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Kind is why a match is played.
type Kind string

// A gate decides about a candidate, an evaluation measures a model against a fixed opponent, a match is what somebody
// asked for.
const (
	KindGate       Kind = "gate"
	KindEvaluation Kind = "evaluation"
	KindMatch      Kind = "match"
)

// Match is a series of games between players A and B.
type Match struct {
	// ID is given by StartMatch.
	ID   int64
	Kind Kind
	// Iteration is that of the model which the match is about.
	Iteration int
	// A and B are what the players are called, and PlayerA and PlayerB what they really are: a text that is equal for the same
	// player only. The latter are empty in matches of programs that did not note them.
	A, B             string
	PlayerA, PlayerB string
	// Game is the variant, and RulesVersion that of its rules; "" and 0 if the match was noted without.
	Game         string
	RulesVersion int
	// Games is how many are to be played at most.
	Games int
	// Settings are what the match depends on, as JSON; "" stands for {}. A match can be resumed with the same settings only.
	Settings string
	// Started defaults to the time of StartMatch. Finished is zero while the match goes on. Both are kept in milliseconds.
	Started, Finished time.Time
	// Verdict is what the match has decided; "" while it goes on.
	Verdict string

	// Wins, Draws and Losses of A, and Truncated games, among the games that are in the ledger. They are only read.
	Wins, Draws, Losses, Truncated int
}

// Played returns how many games of the match are in the ledger.
func (m *Match) Played() int { return m.Wins + m.Draws + m.Losses + m.Truncated }

// Result is the result of a game as A sees it.
type Result string

// Truncated means that a limit which is no rule of the game cut it off.
const (
	Win       Result = "win"
	Draw      Result = "draw"
	Loss      Result = "loss"
	Truncated Result = "truncated"
)

// MatchGame is one finished game of a match.
type MatchGame struct {
	Match int64
	// Pair counts the groups of games that share an opening, and Game the games within one, both from 0.
	Pair, Game int
	// Seats has one letter for each seat that says who sat there: "AB", "BAAA".
	Seats string
	// Start is the position that the game began from, if it is not the ordinary one; Opening is what the game began with, and
	// Moves all moves after that, as whoever plays the match writes them.
	Start, Opening, Moves string
	// MoveSeconds and MoveValues have a word for each of Moves: the time that it took, and what its player expected of it. Both
	// are empty if nothing is known.
	MoveSeconds, MoveValues string
	// Plies is the number of moves in both.
	Plies int
	// Outcome is the seat that won, or the number of seats for a draw or a truncated game.
	Outcome int
	Result  Result
	// Forfeit says that a player lost because it could not go on.
	Forfeit bool
	// Ending is why the game ended, for people.
	Ending  string
	Seconds float64
}

// StartMatch adds a match that is about to be played and returns its ID.
func (l *Ledger) StartMatch(ctx context.Context, m Match) (id int64, err error) {
	if m.Started.IsZero() {
		m.Started = time.Now()
	}
	if m.Settings == "" {
		m.Settings = "{}"
	}
	err = l.update(ctx, func(tx *sql.Tx) error {
		a, err := addPlayer(ctx, tx, m.PlayerA, m.A)
		if err != nil {
			return err
		}
		b, err := addPlayer(ctx, tx, m.PlayerB, m.B)
		if err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, `INSERT INTO matches
			(kind, iteration, a, b, games, settings, started, verdict, game, rules_version, player_a, player_b)
			VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?)`,
			m.Kind, m.Iteration, m.A, m.B, m.Games, m.Settings, formatTime(m.Started), m.Game, m.RulesVersion, a, b)
		if err != nil {
			return err
		}
		id, err = result.LastInsertId()
		return err
	}, "start %s of %s against %s", m.Kind, m.A, m.B)
	return id, err
}

// addPlayer returns the row of a player, which keeps the name under which it was first seen; nil for a player without identity.
func addPlayer(ctx context.Context, tx *sql.Tx, identity, name string) (id *int64, err error) {
	if identity == "" {
		return nil, nil
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO players (identity, name) VALUES (?, ?) ON CONFLICT (identity) DO NOTHING", identity, name)
	if err != nil {
		return nil, err
	}
	err = tx.QueryRowContext(ctx, "SELECT id FROM players WHERE identity = ?", identity).Scan(&id)
	return id, err
}

// ReopenMatch goes on with a match, finished or not, which shall have at least so many games. It then has no verdict.
func (l *Ledger) ReopenMatch(ctx context.Context, id int64, games int) error {
	return l.update(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "UPDATE matches SET games = max(games, ?), finished = NULL, verdict = '' WHERE id = ?", games, id)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrNotFound)
		}
		return nil
	}, "reopen match %d", id)
}

// AddMatchGames adds finished games, all or none: the games of a pair belong together. The error is ErrExists if one of them
// is there already. It fails if the match is finished.
func (l *Ledger) AddMatchGames(ctx context.Context, games []MatchGame) error {
	return l.update(ctx, func(tx *sql.Tx) error {
		for _, g := range games {
			if err := underWay(ctx, tx, g.Match); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `INSERT INTO match_games
				(match, pair, game, seats, start, opening, moves, move_seconds, move_values, plies, outcome, result, forfeit, ending, seconds)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				g.Match, g.Pair, g.Game, g.Seats, g.Start, g.Opening, g.Moves, g.MoveSeconds, g.MoveValues, g.Plies, g.Outcome, g.Result,
				g.Forfeit, g.Ending, g.Seconds)
			if err != nil {
				return fmt.Errorf("pair %d, game %d: %w", g.Pair, g.Game, err)
			}
		}
		return nil
	}, "add %d games of a match", len(games))
}

// FinishMatch closes a match with a verdict. It fails if the match is finished.
func (l *Ledger) FinishMatch(ctx context.Context, id int64, verdict string) error {
	return l.update(ctx, func(tx *sql.Tx) error { return finish(ctx, tx, id, verdict) }, "finish match %d", id)
}

// FinishGate closes a gate and draws its consequence for the candidate of the match's iteration, all or nothing: see
// [Ledger.Promote] and [Ledger.Reject].
func (l *Ledger) FinishGate(ctx context.Context, id int64, verdict string, promoted bool) error {
	return l.update(ctx, func(tx *sql.Tx) error {
		if err := finish(ctx, tx, id, verdict); err != nil {
			return err
		}
		var kind Kind
		var iteration int
		if err := tx.QueryRowContext(ctx, "SELECT kind, iteration FROM matches WHERE id = ?", id).Scan(&kind, &iteration); err != nil {
			return err
		}
		switch {
		case kind != KindGate:
			return fmt.Errorf("it is of kind %s, expected %s", kind, KindGate)
		case promoted:
			return promote(ctx, tx, iteration)
		}
		return settle(ctx, tx, iteration, Rejected)
	}, "finish gate %d", id)
}

func finish(ctx context.Context, tx *sql.Tx, id int64, verdict string) error {
	if err := underWay(ctx, tx, id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE matches SET finished = ?, verdict = ? WHERE id = ?", formatTime(time.Now()), verdict, id)
	return err
}

// underWay returns an error unless a match is there and not finished.
func underWay(ctx context.Context, tx *sql.Tx, id int64) error {
	var finished bool
	err := tx.QueryRowContext(ctx, "SELECT finished IS NOT NULL FROM matches WHERE id = ?", id).Scan(&finished)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("match %d: %w", id, ErrNotFound)
	case err != nil:
		return err
	case finished:
		return fmt.Errorf("match %d is finished", id)
	}
	return nil
}

const selectMatches = `SELECT matches.id, kind, iteration, a, b, matches.games, settings, started, finished, verdict,
	matches.game, rules_version, coalesce(first.identity, ''), coalesce(second.identity, ''),
	count(*) FILTER (WHERE result = 'win'), count(*) FILTER (WHERE result = 'draw'),
	count(*) FILTER (WHERE result = 'loss'), count(*) FILTER (WHERE result = 'truncated')
	FROM matches LEFT JOIN match_games ON match = matches.id
	LEFT JOIN players AS first ON first.id = player_a LEFT JOIN players AS second ON second.id = player_b `

func scanMatch(r row, m *Match) error {
	return r.Scan(&m.ID, &m.Kind, &m.Iteration, &m.A, &m.B, &m.Games, &m.Settings, scanTime{&m.Started}, scanTime{&m.Finished},
		&m.Verdict, &m.Game, &m.RulesVersion, &m.PlayerA, &m.PlayerB, &m.Wins, &m.Draws, &m.Losses, &m.Truncated)
}

// Match returns a match, or ErrNotFound.
func (l *Ledger) Match(ctx context.Context, id int64) (Match, error) {
	return queryOne(ctx, l, scanMatch, fmt.Sprintf("read match %d", id), selectMatches+"WHERE matches.id = ? GROUP BY matches.id", id)
}

// Matches returns all matches in the order in which they were started.
func (l *Ledger) Matches(ctx context.Context) ([]Match, error) {
	return query(ctx, l, scanMatch, "read matches", selectMatches+"GROUP BY matches.id ORDER BY matches.id")
}

// MatchesOf returns the matches of one kind about one iteration, finished or not, in the order in which they were started.
func (l *Ledger) MatchesOf(ctx context.Context, kind Kind, iteration int) ([]Match, error) {
	return query(ctx, l, scanMatch, fmt.Sprintf("read %s of iteration %d", kind, iteration),
		selectMatches+"WHERE kind = ? AND iteration = ? GROUP BY matches.id ORDER BY matches.id", kind, iteration)
}

// MatchGames returns the games of a match that are in the ledger, by pair and game.
func (l *Ledger) MatchGames(ctx context.Context, id int64) ([]MatchGame, error) {
	return query(ctx, l, func(r row, g *MatchGame) error {
		return r.Scan(&g.Match, &g.Pair, &g.Game, &g.Seats, &g.Start, &g.Opening, &g.Moves, &g.MoveSeconds, &g.MoveValues, &g.Plies, &g.Outcome, &g.Result, &g.Forfeit,
			&g.Ending, &g.Seconds)
	}, fmt.Sprintf("read games of match %d", id), `SELECT match, pair, game, seats, start, opening, moves, move_seconds, move_values, plies, outcome, result,
		forfeit, ending, seconds FROM match_games WHERE match = ? ORDER BY pair, game`, id)
}
