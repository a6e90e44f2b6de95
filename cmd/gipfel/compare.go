package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/internal/version"
	"gipfel/nn"
	"gipfel/selfplay"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ladder"
	"gipfel/selfplay/rating"
)

// compareOptions are the flags of gipfel compare.
type compareOptions struct {
	match     matchFlags
	dir       string
	positions int
	markdown  string
	html      string
}

func newCompare(a *app) *cobra.Command {
	var o compareOptions
	c := &cobra.Command{
		Use:   "compare MODEL MODEL",
		Short: "Say on one page how two nets differ",
		Long: `Compare two nets of the same game: their size and speed, how alike they judge a fixed set of positions, and a match with equal
numbers of simulations. A MODEL is a weights file, a quantized net or a run directory, as for 'gipfel match', where the options behind a
comma are explained.

The positions are those of random games, the same for every pair of nets of a game. With --dir the match is kept, goes on where it was
interrupted, and the page shows the places of the two on the ladder of all matches that are kept there.`,
		Example: `  gipfel compare runs/ataxx/checkpoints/iteration-0020.weights runs/ataxx/checkpoints/iteration-0010.weights
  gipfel compare ataxx.int8 runs/ataxx --games 1000 --markdown comparison.md
  gipfel compare new.weights old.weights --dir matches/ataxx --html comparison.html`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := errors.Join(
				o.match.check(), checkRange("positions", o.positions, 1, 100_000), a.checkOutputs(o.outputs(nil)...),
			); err != nil {
				return err
			}
			r, err := a.compare(c, &o, args)
			if err != nil {
				return err
			}
			return a.printComparison(r, &o)
		},
	}
	o.match.add(c, "games that the two play, rounded up to whole pairs")
	f := c.Flags()
	f.StringVarP(&o.dir, "dir", "d", "", dirUsage)
	must(c.MarkFlagDirname("dir"))
	f.IntVar(&o.positions, "positions", 2000, "positions that the two judge")
	f.StringVar(&o.markdown, "markdown", "", "write the page as Markdown into this `file`; - for standard output")
	f.StringVar(&o.html, "html", "", "write the page as HTML into this `file`; - for standard output")
	return c
}

// comparison is the result of gipfel compare.
type comparison struct {
	Game    string         `json:"game"`
	Machine string         `json:"machine"`
	Build   string         `json:"build"`
	Nets    [2]comparedNet `json:"nets"`
	Speed   speedup        `json:"speed"`
	// Agreement is how alike the nets judge positions of random games.
	Agreement selfplay.Agreement `json:"agreement"`
	Match     *arena.Result      `json:"match"`
	// Rated is the number of players on the ladder that can be compared with the nets; 0 if there is no ladder.
	Rated int `json:"rated,omitempty"`
}

// comparedNet is one of the two nets.
type comparedNet struct {
	Name       string `json:"name"`
	File       string `json:"file"`
	Bytes      int64  `json:"bytes"`
	SHA256     string `json:"sha256"`
	Precision  string `json:"precision"`
	Channels   int    `json:"channels"`
	Blocks     int    `json:"blocks"`
	Parameters int    `json:"parameters"`
	// Operations is the number of operations that a position takes.
	Operations float64 `json:"operations_per_position"`
	// Place is that on the ladder, counted from 1, and Entry what it says there; 0 and nil if there is no ladder.
	Place int           `json:"place,omitempty"`
	Entry *rating.Entry `json:"ladder,omitempty"`
}

// compare does what the command is for.
func (a *app) compare(c *cobra.Command, o *compareOptions, texts []string) (*comparison, error) {
	ctx := c.Context()
	players, err := o.match.players(c, texts)
	if err != nil {
		return nil, err
	}
	r := &comparison{Machine: version.Machine(), Build: version.String()}
	for i, p := range players {
		if p.net == nil {
			return nil, &usageError{fmt.Errorf("%s: want a net: a file or a run directory", texts[i])}
		}
		if r.Nets[i], err = describeNet(p); err != nil {
			return nil, err
		}
	}
	distinguish(players)
	r.Nets[0].Name, r.Nets[1].Name = players[0].name, players[1].name
	g, err := gameOf(o.match.game, players...)
	if err != nil {
		return nil, err
	}
	r.Game = g.Name
	if err := r.judge(ctx, g, players, o.positions); err != nil {
		return nil, err
	}
	settings, err := o.match.settings(g)
	if err != nil {
		return nil, err
	}
	if r.Match, err = a.matchIn(ctx, o.dir, g, settings, players); err != nil {
		return nil, err
	}
	r.Match.Games, r.Match.Uncounted = nil, nil // the latter are counted all the same
	if o.dir == "" {
		return r, nil
	}
	return r, a.place(ctx, r, g, o.dir, players)
}

// describeNet says what a net is.
func describeNet(p *contender) (comparedNet, error) {
	stat, err := os.Stat(p.path)
	if err != nil {
		return comparedNet{}, err
	}
	sum, err := selfplay.FileSHA256(p.path)
	if err != nil {
		return comparedNet{}, err
	}
	s := p.net.spec.Playing()
	return comparedNet{
		File: p.path, Bytes: stat.Size(), SHA256: sum, Precision: p.net.precision, Channels: s.Channels, Blocks: s.Blocks,
		Parameters: s.Parameters(), Operations: s.BoardFLOPs(),
	}, nil
}

// comparedAtOnce is how many positions are evaluated at once.
const comparedAtOnce = 64

// comparingSeed is that of the random games whose positions the nets judge: always the same.
const comparingSeed = 1

// judge lets both nets judge the same positions, and measures how fast they are at it.
func (r *comparison) judge(ctx context.Context, g *game.Game, players []*contender, positions int) error {
	sampled, err := samplePositions(ctx, g, positions, comparingSeed)
	if err != nil {
		return err
	}
	first, err := players[0].model(g)
	if err != nil {
		return err
	}
	second, err := players[1].model(g)
	if err != nil {
		return err
	}
	all := selfplay.NewAgreements(first, second)
	var b *nn.Batch
	for some := range slices.Chunk(sampled, comparedAtOnce) {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("compare nets: %w", err)
		}
		b = positionBatch(first.Spec(), some)
		if err := all.Add(b); err != nil {
			return err
		}
	}
	r.Agreement = all.Agreement()
	r.Speed, err = compareSpeed(ctx, first, second, b.Inputs)
	return err
}

// positionBatch makes a batch of positions, without targets.
func positionBatch(s nn.Spec, sampled []sampledPosition) *nn.Batch {
	b := nn.NewBatch(s, len(sampled))
	var legal []game.Action
	for row := range sampled {
		copy(b.Inputs[row*s.InputSize():], sampled[row].input)
		illegal := b.Illegal[row*s.Actions() : (row+1)*s.Actions()]
		for i := range illegal {
			illegal[i] = nn.IllegalLogit
		}
		legal = sampled[row].state.AppendActions(legal[:0])
		for _, action := range legal {
			illegal[action] = 0
		}
	}
	return b
}

// place finds the nets on the ladder of the matches in a directory.
func (a *app) place(ctx context.Context, r *comparison, g *game.Game, dir string, players []*contender) error {
	ladders, err := a.ladders(ctx, []string{dir}, ladder.Options{Game: g.Name})
	if err != nil {
		return err
	}
	l := ladders[0]
	for i, p := range players {
		identity, err := p.identity(g)
		if err != nil {
			return err
		}
		// Only those of the same group have met, directly or by others. The two have met each other.
		rated := map[int]int{}
		for k := range l.Entries {
			e := &l.Entries[k]
			rated[e.Group]++
			if l.Identities[e.Name] == identity {
				r.Nets[i].Place, r.Nets[i].Entry = rated[e.Group], e
			}
		}
		if e := r.Nets[i].Entry; e != nil {
			r.Rated = rated[e.Group]
		}
	}
	return nil
}

// outputs are the files that the flags ask for.
func (o *compareOptions) outputs(r *comparison) []outputFile {
	return []outputFile{{"markdown", o.markdown, r.writeMarkdown}, {"html", o.html, r.writeHTML}}
}

// printComparison writes the files, and the text unless something else goes to standard output.
func (a *app) printComparison(r *comparison, o *compareOptions) error {
	toStdout, err := a.writeOutputs(o.outputs(r)...)
	switch {
	case err != nil || toStdout:
		return err
	case a.json:
		return a.writeJSON(r)
	}
	if err := r.writeText(a.stdout); err != nil {
		return err
	}
	for _, path := range []string{o.markdown, o.html} {
		if path != "" {
			printf(a.stdout, "The page: in %s\n", path)
		}
	}
	return nil
}
