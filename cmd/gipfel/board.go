package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/svg"
)

// boardOptions are the flags of gipfel board.
type boardOptions struct {
	game, position, moves, output string
	svg                           bool
}

func newBoard(a *app) *cobra.Command {
	var o boardOptions
	c := &cobra.Command{
		Use:   "board",
		Short: "Show a position, as text or as a picture",
		Long: `Show a position: for the terminal, with its position string; as an SVG picture with --svg; or cell by cell with --json.
The picture highlights the cells that the last move changed.`,
		Example: `  gipfel board --game ataxx
  gipfel board --game atimo-5x5 --moves "Cb3 Cd3 Mc5"
  gipfel board --game ataxx --position "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1" --svg --output ataxx.svg
  gipfel board --game xima-5x5 --moves "-A1 =E3" --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			data, err := a.drawBoard(o)
			if err != nil {
				return err
			}
			if o.output == "" {
				_, err = a.stdout.Write(data)
				return err
			}
			if err := os.WriteFile(o.output, data, 0o666); err != nil {
				return fmt.Errorf("write the board: %w", err)
			}
			return nil
		},
	}
	gameFlag(c, &o.game, "the game, see gipfel games")
	positionFlags(c, &o.position, &o.moves)
	c.Flags().BoolVar(&o.svg, "svg", false, "draw a picture in SVG")
	c.Flags().StringVarP(&o.output, "output", "o", "", "write to this `file` instead of standard output")
	must(c.MarkFlagRequired("game"))
	must(c.MarkFlagFilename("output"))
	return c
}

// drawBoard returns what the command shows.
func (a *app) drawBoard(o boardOptions) ([]byte, error) {
	if o.svg && a.json {
		return nil, &usageError{errors.New("--svg and --json: want one of them")}
	}
	g, err := gameNamed(o.game)
	if err != nil {
		return nil, err
	}
	s, err := positionFrom(g, o.position, o.moves)
	if err != nil {
		return nil, err
	}
	if !o.svg && !a.json {
		return []byte(g.Notation.Board(s) + "position: " + g.Notation.FormatState(s) + "\n"), nil
	}
	changed, err := lastChange(g, o.position, strings.Fields(o.moves))
	if err != nil {
		return nil, err
	}
	if o.svg {
		return svg.Draw(g.Diagram(s), svg.Options{Title: boardTitle(g, s, o.moves), Marks: changed}), nil
	}
	var data bytes.Buffer
	err = encodeJSON(&data, describeBoard(g, s, changed))
	return data.Bytes(), err
}

// boardTitle says what a picture shows.
func boardTitle(g *game.Game, s game.State, moves string) string {
	title := fmt.Sprintf("%s: %s", g.Title, g.Notation.FormatState(s))
	if played := strings.Fields(moves); len(played) > 0 {
		title += ", after " + played[len(played)-1]
	}
	return title
}

// lastChange returns the cells that the last of some moves has changed. Events that change no cell, such as a roll of the
// dice after it, do not count.
func lastChange(g *game.Game, position string, moves []string) ([]int, error) {
	s, err := positionFrom(g, position, "")
	if err != nil {
		return nil, err
	}
	var changed []int
	before := g.Diagram(s)
	for _, move := range moves {
		if err := game.Replay(g.Notation, s, []string{move}); err != nil {
			return nil, err
		}
		after := g.Diagram(s)
		if cells := after.Changed(before); len(cells) > 0 {
			changed = cells
		}
		before = after
	}
	return changed, nil
}

// boardInfo is a position for machines. Cells come in the order of their numbers, pieces from the bottom up.
type boardInfo struct {
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Columns  []string    `json:"columns"`
	Rows     []string    `json:"rows"`
	ToMove   string      `json:"to_move"` // the name of a seat, "chance" or "over"
	Seats    []boardSeat `json:"seats"`
	Status   []string    `json:"status"`
	Changed  []int       `json:"changed"` // the cells that the last move changed
	Cells    []boardCell `json:"cells"`
}

type boardSeat struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type boardCell struct {
	Name   string       `json:"name"`
	Gap    bool         `json:"gap"`
	Floor  int          `json:"floor"`
	Pieces []boardPiece `json:"pieces"`
}

type boardPiece struct {
	Seat   game.Player `json:"seat"`
	Kind   string      `json:"kind"`
	Letter string      `json:"letter"`
	Chief  bool        `json:"chief"`
}

func describeBoard(g *game.Game, s game.State, changed []int) boardInfo {
	d := g.Diagram(s)
	info := boardInfo{
		Game: g.Name, Position: g.Notation.FormatState(s), Columns: d.Columns, Rows: d.Rows,
		ToMove: seatToMove(g, d.ToMove), Status: d.Status, Changed: append([]int{}, changed...),
	}
	for _, seat := range d.Seats {
		info.Seats = append(info.Seats, boardSeat(seat))
	}
	for c, cell := range d.Cells {
		described := boardCell{Name: d.Name(c), Gap: cell.Gap, Floor: cell.Floor, Pieces: []boardPiece{}}
		for _, piece := range cell.Pieces {
			described.Pieces = append(described.Pieces, boardPiece(piece))
		}
		info.Cells = append(info.Cells, described)
	}
	return info
}

func seatToMove(g *game.Game, seat game.Player) string {
	switch seat {
	case game.Terminal:
		return "over"
	case game.Chance:
		return "chance"
	}
	return g.SeatNames[seat]
}
