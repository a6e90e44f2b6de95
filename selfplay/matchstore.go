package selfplay

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
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
func (r *Run) playStored(ctx context.Context, label string, m storedMatch, a, b arena.Player,
	finish func(context.Context, int64, *arena.Result) error,
) (*arena.Result, error) {
	conditions, err := json.Marshal(struct {
		Seed       uint64 `json:"seed"`
		Conditions any    `json:"conditions"`
	}{m.seed, m.conditions})
	if err != nil {
		return nil, err
	}
	s := m.settings
	s.Seed = m.seed
	s.Pairs = (m.games + arena.PairGames(r.game) - 1) / arena.PairGames(r.game)
	s.Lanes, s.Slots = r.config.lanes(), r.config.SelfPlay.GamesInFlight

	row := ledger.Match{
		Kind: m.kind, Iteration: m.iteration, A: a.Name, B: b.Name,
		Games: s.Pairs * arena.PairGames(r.game), Settings: string(conditions),
	}
	begun, done, err := r.begun(ctx, row)
	if err != nil {
		return nil, err
	}
	id := begun.ID
	if id == 0 {
		if id, err = r.ledger.StartMatch(ctx, row); err != nil {
			return nil, err
		}
	}
	s.Done = done
	s.OnPair = func(games []arena.GameResult) error {
		rows := make([]ledger.MatchGame, len(games))
		for i := range games {
			rows[i] = toRow(r.game, id, &games[i])
		}
		return r.ledger.AddMatchGames(context.WithoutCancel(ctx), rows)
	}
	task := r.progress.Start(label, int64(row.Games), "games")
	defer task.Done()
	task.Add(int64(len(done)))
	s.Progress = func(int, int) { task.Add(1) }
	result, err := arena.Play(ctx, r.game, s, a, b)
	if err != nil || !begun.Finished.IsZero() {
		return result, err
	}
	return result, finish(context.WithoutCancel(ctx), id, result)
}

// begun looks for a match of the same kind, players and settings, finished or not, and returns it with its games. Its ID is 0 if
// there is none.
func (r *Run) begun(ctx context.Context, like ledger.Match) (ledger.Match, []arena.GameResult, error) {
	matches, err := r.ledger.MatchesOf(ctx, like.Kind, like.Iteration)
	if err != nil {
		return ledger.Match{}, nil, err
	}
	for _, m := range matches {
		if m.A != like.A || m.B != like.B || m.Games != like.Games || m.Settings != like.Settings {
			continue
		}
		rows, err := r.ledger.MatchGames(ctx, m.ID)
		if err != nil {
			return ledger.Match{}, nil, err
		}
		done := make([]arena.GameResult, len(rows))
		for i := range rows {
			if done[i], err = fromRow(r.game, &rows[i]); err != nil {
				return ledger.Match{}, nil, fmt.Errorf("resume match %d: pair %d, game %d: %w", m.ID, rows[i].Pair, rows[i].Game, err)
			}
		}
		return m, done, nil
	}
	return ledger.Match{}, nil, nil
}

// toRow writes a game for the ledger.
func toRow(g *game.Game, match int64, r *arena.GameResult) ledger.MatchGame {
	row := ledger.MatchGame{
		Match: match, Pair: r.Pair, Game: r.Game % arena.PairGames(g), Ending: r.Ending, Seconds: r.Seconds, Result: ledger.Draw,
	}
	for _, player := range r.Seats {
		row.Seats += string("AB"[player])
	}
	switch winner, decided := r.Winner(); {
	case r.Truncated:
		row.Result = ledger.Truncated
	case decided && winner == arena.A:
		row.Result = ledger.Win
	case decided:
		row.Result = ledger.Loss
	}
	s := g.New()
	row.Opening = strings.Join(game.FormatLine(g.Notation, s, r.Opening), " ")
	row.Moves = strings.Join(game.FormatLine(g.Notation, s, r.Moves), " ")
	return row
}

// fromRow reads what toRow wrote.
func fromRow(g *game.Game, row *ledger.MatchGame) (arena.GameResult, error) {
	r := arena.GameResult{
		Pair: row.Pair, Game: row.Pair*arena.PairGames(g) + row.Game, Ending: row.Ending, Seconds: row.Seconds,
	}
	for _, letter := range row.Seats {
		r.Seats = append(r.Seats, strings.IndexRune("AB", letter))
	}
	s := g.New()
	var err error
	if r.Opening, r.Plies, err = readMoves(g, s, row.Opening); err != nil {
		return r, fmt.Errorf("opening: %w", err)
	}
	var plies int
	if r.Moves, plies, err = readMoves(g, s, row.Moves); err != nil {
		return r, err
	}
	r.Plies += plies
	if s.ToMove() != game.Terminal {
		return r, fmt.Errorf("the game is not over after its %d plies", r.Plies)
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	r.Outcome, r.Truncated = game.OutcomeOf(returns), s.Ending().Truncated
	return r, nil
}

// readMoves reads a line of moves and plays them on s. It returns how many of them were made by seats.
func readMoves(g *game.Game, s game.State, line string) (actions []game.Action, plies int, err error) {
	for i, word := range strings.Fields(line) {
		if s.ToMove() == game.Terminal {
			return nil, 0, fmt.Errorf("ply %d: move %q after the end", i+1, word)
		}
		a, err := g.Notation.ParseAction(s, word)
		if err != nil {
			return nil, 0, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if s.ToMove() >= 0 {
			plies++
		}
		actions = append(actions, a)
		s.Apply(a)
	}
	return actions, plies, nil
}
