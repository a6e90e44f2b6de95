package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game/catalog"
	"gipfel/selfplay/ladder"
)

// ladderFiles are where a ladder is written to beside standard output. Each is a path, "-" for standard output, or empty.
type ladderFiles struct{ svg, markdown, csv, games string }

func newLadder(a *app) *cobra.Command {
	var name, anchor string
	var confidence float64
	var superiority bool
	var files ladderFiles
	c := &cobra.Command{
		Use:   "ladder DIR...",
		Short: "Say how strong the players of some matches are",
		Long: `Rate all players of the matches that are kept in some directories: those of 'gipfel match --dir' and 'gipfel tournament', and
the gates and evaluations of runs. There is a ladder for each game. Ratings are Elo, relative to an anchor which is 0: random if it
has played, else whoever played first. Intervals are over pairs of games.

A player is what it is, not what it is called: a net is known by the checksum of its file and by how it searches.`,
		Example: `  gipfel ladder matches/ataxx --los
  gipfel ladder matches/ataxx runs/ataxx --game ataxx --svg ladder.svg --markdown ladder.md
  gipfel ladder matches/ataxx --csv - > ladder.csv
  gipfel ladder matches/ataxx --games games.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if name != "" {
				if _, err := gameNamed(name); err != nil {
					return err
				}
			}
			if err := a.checkOutputs(files.outputs(nil, false)...); err != nil {
				return err
			}
			if !(confidence > 0 && confidence < 1) {
				return &usageError{fmt.Errorf("--confidence %g: want above 0 and below 1", confidence)}
			}
			ladders, err := a.ladders(c.Context(), args, ladder.Options{Game: name, Anchor: anchor, Confidence: confidence})
			if err != nil {
				return err
			}
			return a.printLadders(ladders, superiority, &files)
		},
	}
	gameFlag(c, &name, "this game only (default: all that were played)")
	f := c.Flags()
	f.StringVar(&anchor, "anchor", "", "the `player` whose rating is 0, by its name on the ladder")
	f.Float64Var(&confidence, "confidence", 0.95, "that of the intervals")
	f.BoolVar(&superiority, "los", false, "say of each two players how likely it is that one is stronger")
	f.StringVar(&files.svg, "svg", "", "draw the ladder into this `file`; - for standard output")
	f.StringVar(&files.markdown, "markdown", "", "write it as Markdown into this `file`; - for standard output")
	f.StringVar(&files.csv, "csv", "", "write it as comma-separated values into this `file`; - for standard output")
	f.StringVar(&files.games, "games", "", "write all games into this `file`, in a format much like PGN; - for standard output")
	return c
}

// ladders makes the ladders of some directories, and says what is left out.
func (a *app) ladders(ctx context.Context, dirs []string, o ladder.Options) ([]*ladder.Ladder, error) {
	o.Find = catalog.ByName
	ladders, notes, err := ladder.Make(ctx, dirs, o)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		a.log.Warn(note)
	}
	if len(ladders) == 0 {
		return nil, fmt.Errorf("there are no matches in %s", strings.Join(dirs, ", "))
	}
	return ladders, nil
}

// outputs are the files that the flags ask for.
func (f *ladderFiles) outputs(ladders []*ladder.Ladder, superiority bool) []outputFile {
	return []outputFile{
		{"svg", f.svg, func(w io.Writer) error { return ladder.WriteSVG(w, ladders) }},
		{"markdown", f.markdown, eachLadder(ladders, func(l *ladder.Ladder, w io.Writer) error { return l.WriteMarkdown(w, superiority) })},
		{"csv", f.csv, func(w io.Writer) error { return ladder.WriteCSV(w, ladders) }},
		{"games", f.games, eachLadder(ladders, (*ladder.Ladder).WriteGames)},
	}
}

// printLadders writes the files, and the text unless something else goes to standard output.
func (a *app) printLadders(ladders []*ladder.Ladder, superiority bool, files *ladderFiles) error {
	toStdout, err := a.writeOutputs(files.outputs(ladders, superiority)...)
	switch {
	case err != nil || toStdout:
		return err
	case a.json:
		return a.writeJSON(ladders)
	}
	for i, l := range ladders {
		if i > 0 {
			printf(a.stdout, "\n")
		}
		if err := l.WriteText(a.stdout, superiority); err != nil {
			return err
		}
	}
	for _, f := range files.outputs(nil, false) {
		if f.path != "" {
			printf(a.stdout, "Written: %s\n", f.path)
		}
	}
	return nil
}

// eachLadder writes one ladder after the other.
func eachLadder(ladders []*ladder.Ladder, write func(*ladder.Ladder, io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, l := range ladders {
			if err := write(l, w); err != nil {
				return err
			}
		}
		return nil
	}
}
