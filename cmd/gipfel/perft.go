package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/internal/progress"
)

func newPerft(a *app) *cobra.Command {
	var name, position, moves string
	var depth int
	var divide bool
	c := &cobra.Command{
		Use:   "perft",
		Short: "Count the sequences of legal actions from a position",
		Long: `Count the sequences of legal actions from a position, the usual test of move generation. A line is printed for each
depth: the depth and the number of sequences. A game that is over has none; a forced pass counts as an action.`,
		Example: `  gipfel perft --game ataxx --depth 5
  gipfel perft --game ataxx --position "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1" --depth 4
  gipfel perft --game atimo-7x7 --moves "Cd4 Ce5" --depth 3 --divide`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			g, err := gameNamed(name)
			if err != nil {
				return err
			}
			if err := checkRange("depth", depth, 1, 100); err != nil {
				return err
			}
			s, err := positionFrom(g, position, moves)
			if err != nil {
				return err
			}
			if divide {
				return a.printDivide(c.Context(), g, s, depth)
			}
			return a.printPerft(c.Context(), g, s, depth)
		},
	}
	gameFlag(c, &name, "the game, see gipfel games")
	positionFlags(c, &position, &moves)
	c.Flags().IntVarP(&depth, "depth", "d", 0, "the length of the sequences, in plies")
	c.Flags().BoolVar(&divide, "divide", false, "one line a first action instead")
	must(c.MarkFlagRequired("game"))
	must(c.MarkFlagRequired("depth"))
	return c
}

type perftLine struct {
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
}

func (a *app) printPerft(ctx context.Context, g *game.Game, s game.State, depth int) error {
	lines := []perftLine{}
	for d := 1; d <= depth; d++ {
		var nodes uint64
		for _, line := range a.divide(ctx, g, s, d) {
			nodes += line.Nodes
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("perft at depth %d: %w", d, err)
		}
		if a.json {
			lines = append(lines, perftLine{d, nodes})
		} else {
			printf(a.stdout, "%d %d\n", d, nodes)
		}
	}
	if a.json {
		return a.writeJSON(lines)
	}
	return nil
}

type divideLine struct {
	Action string `json:"action"`
	Nodes  uint64 `json:"nodes"`
}

// divide returns the count behind each action of s. It stops early, with counts that are of no use, when the context is
// cancelled.
func (a *app) divide(ctx context.Context, g *game.Game, s game.State, depth int) []divideLine {
	task := a.progress.Start(fmt.Sprintf("perft, depth %d", depth), int64(g.Perft(s, min(depth, 2))), "branches")
	defer task.Done()
	c := counter{ctx, g, task}
	lines := []divideLine{}
	next := g.New()
	for _, action := range s.AppendActions(nil) {
		next.CopyFrom(s)
		next.Apply(action)
		lines = append(lines, divideLine{g.Notation.FormatAction(s, action), c.count(next, depth-1, 1)})
		if ctx.Err() != nil {
			break
		}
	}
	return lines
}

// counter counts as game.Perft does, but looks at the context now and then and reports progress.
type counter struct {
	ctx  context.Context
	game *game.Game
	task progress.Task // counts the branches of the second ply, of which there are enough to tell the time left
}

// subtree is the depth of what is counted in one go, in well under a second.
const subtree = 3

// count counts the sequences of a length from s, which is so many plies below the root.
func (c *counter) count(s game.State, depth, ply int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	for n := range c.branches(s, depth, ply) {
		nodes += n
		if ply == 1 {
			c.task.Add(1)
		}
		if c.ctx.Err() != nil {
			break
		}
	}
	return nodes
}

// branches yields the count behind each action of s.
func (c *counter) branches(s game.State, depth, ply int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if depth-1 <= subtree {
			for _, n := range c.game.Divide(s, depth) {
				if !yield(n) {
					return
				}
			}
			return
		}
		next := c.game.New()
		for _, action := range s.AppendActions(nil) {
			next.CopyFrom(s)
			next.Apply(action)
			if !yield(c.count(next, depth-1, ply+1)) {
				return
			}
		}
	}
}

func (a *app) printDivide(ctx context.Context, g *game.Game, s game.State, depth int) error {
	lines := a.divide(ctx, g, s, depth)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	if a.json {
		return a.writeJSON(lines)
	}
	var total uint64
	for _, line := range lines {
		printf(a.stdout, "%s %d\n", line.Action, line.Nodes)
		total += line.Nodes
	}
	printf(a.stdout, "total %d\n", total)
	return nil
}
