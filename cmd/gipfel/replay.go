package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
)

func newReplay(a *app) *cobra.Command {
	var name, position, moves string
	c := &cobra.Command{
		Use:   "replay",
		Short: "Play a list of moves and show where it leads",
		Long: `Play a list of moves, all of which must be legal, and show the position that it leads to, the board and the result. At the first
move that cannot be played the command fails and names its ply, counted from 1.`,
		Example: `  gipfel replay --game ataxx --moves "g2 a2 f3"
  gipfel replay --game atimo-5x5 --moves "Cb3 Cd3 Mc5" --json
  gipfel replay --game xima-5x5 --moves "-A1 =E3"`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			g, err := gameNamed(name)
			if err != nil {
				return err
			}
			s, err := positionFrom(g, position, moves)
			if err != nil {
				return err
			}
			return a.printReplay(describeReplay(g, s, len(strings.Fields(moves))), g.Notation.Board(s))
		},
	}
	gameFlag(c, &name, "the game, see gipfel games")
	positionFlags(c, &position, &moves)
	must(c.MarkFlagRequired("game"))
	must(c.MarkFlagRequired("moves"))
	return c
}

// replayInfo is where a list of moves leads.
type replayInfo struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Plies    int    `json:"plies"`   // moves played, events of chance included
	ToMove   string `json:"to_move"` // the name of a seat, "chance" or "over"
	Result   string `json:"result"`  // in words
	// What follows is of finished games only.
	Winner    string    `json:"winner,omitempty"` // the name of a seat; empty for a draw
	Ending    string    `json:"ending,omitempty"`
	Truncated bool      `json:"truncated,omitempty"`
	Returns   []float32 `json:"returns,omitempty"` // the utility of each seat
}

func describeReplay(g *game.Game, s game.State, plies int) replayInfo {
	info := replayInfo{
		Game: g.Name, Position: g.Notation.FormatState(s), Plies: plies, ToMove: seatToMove(g, s.ToMove()), Result: verdict(g, s),
	}
	if s.ToMove() == game.Terminal {
		info.Returns = make([]float32, g.Players)
		s.Returns(info.Returns)
		if winner := game.OutcomeOf(info.Returns); winner < g.Players {
			info.Winner = g.SeatNames[winner]
		}
		info.Ending, info.Truncated = s.Ending().Reason, s.Ending().Truncated
	}
	return info
}

func (a *app) printReplay(info replayInfo, board string) error {
	if a.json {
		return a.writeJSON(info)
	}
	printf(a.stdout, "position: %s\n%sresult after %s: %s\n", info.Position, board, count(info.Plies, "ply", "plies"), info.Result)
	return nil
}

// verdict says how a game has ended, or that it goes on.
func verdict(g *game.Game, s game.State) string {
	switch mover := s.ToMove(); mover {
	case game.Terminal:
	case game.Chance:
		return "not over, chance to move"
	default:
		return fmt.Sprintf("not over, %s to move", g.SeatNames[mover])
	}
	ending := s.Ending()
	returns := make([]float32, g.Players)
	s.Returns(returns)
	switch outcome := game.OutcomeOf(returns); {
	case ending.Truncated:
		return "cut off without a result: " + ending.Reason
	case outcome == game.Draw(g.Players):
		return "a draw: " + ending.Reason
	default:
		return fmt.Sprintf("%s wins: %s", g.SeatNames[outcome], ending.Reason)
	}
}
