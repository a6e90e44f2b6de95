package uai

import (
	"fmt"
	"slices"

	"gipfel/game"
	"gipfel/mcts"
)

// board is the position that the commands speak of, and the searcher whose tree follows it.
type board struct {
	game     *game.Game
	searcher *mcts.Searcher
	growth   growth // of its tree
	start    string // the position string that the game began with
	state    game.State
	actions  []game.Action // from start to state
}

func newBoard(g *game.Game, searcher *mcts.Searcher) *board {
	b := &board{game: g, searcher: searcher}
	b.reset()
	return b
}

// reset begins a new game.
func (b *board) reset() {
	b.state = b.game.New()
	b.start, b.actions = b.game.Notation.FormatState(b.state), nil
	b.searcher.Tree().Reset(b.state)
}

// takeOver sets the position that another board of the same game has.
func (b *board) takeOver(other *board) {
	b.start, b.state, b.actions = other.start, other.state, other.actions
	b.searcher.Tree().Reset(b.state)
}

// set makes the position that the command says the one on the board. After an error the old one stays.
func (b *board) set(p positionCommand) error {
	state := b.game.New()
	if p.fen != "" {
		var err error
		if state, err = b.game.ParsePosition(p.fen); err != nil {
			return err
		}
	}
	start := b.game.Notation.FormatState(state)
	actions, err := b.replay(state, p.moves)
	if err != nil {
		return err
	}
	b.follow(start, state, actions)
	b.start, b.state, b.actions = start, state, actions
	return nil
}

// play goes on from the position. After an error it stays.
func (b *board) play(moves []string) error {
	state := b.game.New()
	state.CopyFrom(b.state)
	actions, err := b.replay(state, moves)
	if err != nil {
		return err
	}
	for _, a := range actions {
		b.searcher.Tree().Advance(a)
	}
	b.state, b.actions = state, append(b.actions, actions...)
	return nil
}

// replay plays moves on a position and returns their actions.
func (b *board) replay(s game.State, moves []string) ([]game.Action, error) {
	actions := make([]game.Action, 0, len(moves))
	for i, text := range moves {
		a, err := readMove(b.game, s, text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		actions = append(actions, a)
		s.Apply(a)
	}
	return actions, nil
}

// follow brings the tree to a position, keeping what it knows if the position continues the one that it is at.
func (b *board) follow(start string, state game.State, actions []game.Action) {
	tree := b.searcher.Tree()
	if start == b.start && len(actions) >= len(b.actions) && slices.Equal(actions[:len(b.actions)], b.actions) {
		for _, a := range actions[len(b.actions):] {
			tree.Advance(a)
		}
		return
	}
	if isAtaxx(b.game) { // whose position strings leave nothing of the past unsaid
		if line, ok := b.lineTo(b.game.Notation.FormatState(state)); ok {
			for _, a := range line {
				tree.Advance(a)
			}
			return
		}
	}
	tree.Reset(state)
}

// maxLineBetween is how many plies a position may lie behind the last one to be found: our move and the answer.
const maxLineBetween = 2

// lineTo returns the moves that lead from the position on the board to another one, given as a string. Our own move is taken to be
// the best one: of those that answer it there are a hundred, of all pairs ten thousand.
func (b *board) lineTo(want string) (line []game.Action, ok bool) {
	s := b.game.New()
	s.CopyFrom(b.state)
	for {
		if b.game.Notation.FormatState(s) == want {
			return line, true
		}
		if s.ToMove() < 0 || len(line) == maxLineBetween {
			return nil, false
		}
		if a, ok := b.stepTo(s, want); ok {
			return append(line, a), true
		}
		if len(line) > 0 || b.searcher.Tree().Simulations() == 0 {
			return nil, false
		}
		own := choose(b.searcher.Tree(), s)
		line = append(line, own)
		s.Apply(own)
	}
}

// stepTo returns the action that leads from s to a position, if one does.
func (b *board) stepTo(s game.State, want string) (game.Action, bool) {
	next := b.game.New()
	for _, a := range s.AppendActions(nil) {
		next.CopyFrom(s)
		next.Apply(a)
		if b.game.Notation.FormatState(next) == want {
			return a, true
		}
	}
	return game.NoAction, false
}

// result names the result of the game as match runners for UGI do.
func (b *board) result() string {
	if b.state.ToMove() != game.Terminal {
		return "none"
	}
	returns := make([]float32, b.game.Players)
	b.state.Returns(returns)
	outcome := game.OutcomeOf(returns)
	if outcome == game.Draw(b.game.Players) {
		return "draw"
	}
	return fmt.Sprintf("p%dwin", outcome+1)
}

// choose returns the move to play at the tree's root, whose position is s: any legal one if nothing was found.
func choose(tree *mcts.Tree, s game.State) game.Action {
	if tree.Simulations() == 0 {
		return s.AppendActions(nil)[0]
	}
	return tree.Choose(0, nil)
}
