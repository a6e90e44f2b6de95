package matchbook

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// nothing stands for the value of a move of which none is known.
const nothing = "-"

// toRow writes a game for the ledger.
func toRow(g *game.Game, match int64, r *arena.GameResult) (ledger.MatchGame, error) {
	row := ledger.MatchGame{
		Match: match, Pair: r.Pair, Game: r.Game % arena.PairGames(g), Start: r.Start, Plies: r.Plies,
		Outcome: r.Outcome, Forfeit: r.Forfeit, Ending: r.Ending, Seconds: r.Seconds, Result: ledger.Draw,
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
	s, err := r.Begin(g)
	if err != nil {
		return row, err
	}
	row.Opening = strings.Join(game.FormatLine(g.Notation, s, r.Opening), " ")
	row.Moves = strings.Join(game.FormatLine(g.Notation, s, r.Moves), " ")
	row.MoveSeconds, row.MoveValues = formatThoughts(r.Thoughts)
	return row, nil
}

// formatThoughts writes a word for each move: seconds with microseconds, and values with three decimals.
func formatThoughts(thoughts []arena.Thought) (seconds, values string) {
	s, v := make([]string, len(thoughts)), make([]string, len(thoughts))
	valued := false
	for i, t := range thoughts {
		s[i] = strconv.FormatFloat(t.Seconds, 'f', 6, 64)
		v[i] = nothing
		if t.Value != nil {
			v[i] = strconv.FormatFloat(float64(*t.Value), 'f', 3, 32)
			valued = true
		}
	}
	if !valued {
		v = nil
	}
	return strings.Join(s, " "), strings.Join(v, " ")
}

// readThoughts reads what formatThoughts wrote about a number of moves.
func readThoughts(seconds, values string, moves int) ([]arena.Thought, error) {
	s, v := strings.Fields(seconds), strings.Fields(values)
	if len(s) == 0 && len(v) == 0 {
		return nil, nil
	}
	if len(s) != moves || len(v) != 0 && len(v) != moves {
		return nil, fmt.Errorf("%d times and %d values for %d moves", len(s), len(v), moves)
	}
	thoughts := make([]arena.Thought, moves)
	for i := range thoughts {
		var err error
		if thoughts[i].Seconds, err = strconv.ParseFloat(s[i], 64); err != nil {
			return nil, fmt.Errorf("time of move %d: %q is no number of seconds", i+1, s[i])
		}
		if len(v) == 0 || v[i] == nothing {
			continue
		}
		value, err := strconv.ParseFloat(v[i], 32)
		if err != nil {
			return nil, fmt.Errorf("value of move %d: %q is no number", i+1, v[i])
		}
		short := float32(value)
		thoughts[i].Value = &short
	}
	return thoughts, nil
}

// FromRow reads a game of the ledger, and plays it through.
func FromRow(g *game.Game, row *ledger.MatchGame) (arena.GameResult, error) {
	r := arena.GameResult{
		Pair: row.Pair, Game: row.Pair*arena.PairGames(g) + row.Game, Start: row.Start, Ending: row.Ending, Seconds: row.Seconds,
		Forfeit: row.Forfeit,
	}
	for _, letter := range row.Seats {
		r.Seats = append(r.Seats, strings.IndexRune("AB", letter))
	}
	s, err := r.Begin(g)
	if err != nil {
		return r, err
	}
	if r.Opening, r.Plies, err = readMoves(g, s, row.Opening); err != nil {
		return r, fmt.Errorf("opening: %w", err)
	}
	var plies int
	if r.Moves, plies, err = readMoves(g, s, row.Moves); err != nil {
		return r, err
	}
	r.Plies += plies
	if r.Thoughts, err = readThoughts(row.MoveSeconds, row.MoveValues, len(r.Moves)); err != nil {
		return r, err
	}
	switch {
	case row.Forfeit:
		r.Outcome = row.Outcome
	case s.ToMove() != game.Terminal:
		return r, fmt.Errorf("the game is not over after its %d plies", r.Plies)
	default:
		returns := make([]float32, g.Players)
		s.Returns(returns)
		r.Outcome, r.Truncated = game.OutcomeOf(returns), s.Ending().Truncated
	}
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
