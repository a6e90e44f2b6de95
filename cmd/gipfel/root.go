package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/internal/progress"
)

// app is what all subcommands share: where to read and write, and how much to say.
type app struct {
	stdin  io.Reader
	stdout io.Writer
	stderr *os.File

	json     bool
	quiet    bool
	logLevel string

	log      *slog.Logger
	progress progress.Reporter
	started  bool // the command line was understood; errors from here on are failures
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "gipfel",
		Short: "Train, measure and play agents for Ataxx, Atimo and XIMA",
		Long: `Gipfel learns board games by playing against itself: batched tree search makes games, a net learns from
them, and a match decides whether the new net is better.

Results go to standard output, progress and messages to standard error. Exit codes: 0 ok, 1 failure or interrupted,
2 usage (a mistake on the command line), 130 aborted by a second Ctrl-C.`,
		Example: `  gipfel run --config configs/atimo-5x5-demo.yaml --dir runs/atimo
  gipfel match runs/atimo/champion.weights greedy --games 200
  gipfel play runs/atimo/champion.weights`,
		SilenceErrors: true, SilenceUsage: true,
		Version:           versionLine(),
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return a.start(c) },
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "write results as JSON")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "no progress and no messages but warnings")
	flags.StringVar(&a.logLevel, "log-level", "info", "debug, info, warn or error")
	root.AddCommand(
		newGames(a), newBoard(a), newReplay(a), newPerft(a), newRandom(a), newAnalyze(a), newConfig(a), newVersion(a),
		newQuantize(a), newRun(a), newSelfPlay(a), newTrain(a), newGate(a),
		newMatch(a), newCompare(a), newTournament(a), newLadder(a), newPlay(a), newEngine(a), newShard(a), newBench(a), newExport(a),
		newSolve(a), newTruth(a),
	)
	tighten(root)
	return root
}

// tighten makes cobra's own commands fail where they would print help and exit with 0.
func tighten(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, _, err := root.Find(args)
				return err
			}
		case "completion":
			c.RunE = func(*cobra.Command, []string) error {
				return &usageError{errors.New("a shell is needed: bash, fish, powershell or zsh")}
			}
		}
	}
}

// start sets up messages and progress, once the command line has been understood.
func (a *app) start(c *cobra.Command) error {
	// Cobra does these two later, when what they find would no longer be a usage error.
	if err := c.ValidateRequiredFlags(); err != nil {
		return err
	}
	if err := c.ValidateFlagGroups(); err != nil {
		return err
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(a.logLevel)); err != nil {
		return fmt.Errorf("--log-level %q: want debug, info, warn or error", a.logLevel)
	}
	if a.quiet {
		level = max(level, slog.LevelWarn)
	}
	a.log, a.progress = progress.Open(a.stderr, level)
	a.started = true
	return nil
}

// helpPath returns the names of the subcommand that the arguments lead to, each followed by a space.
func (a *app) helpPath(root *cobra.Command, args []string) string {
	path := ""
	if c, _, err := root.Find(args); err == nil {
		for ; c.HasParent(); c = c.Parent() {
			path = c.Name() + " " + path
		}
	}
	return path
}

// writeJSON writes a result for machines.
func (a *app) writeJSON(v any) error { return encodeJSON(a.stdout, v) }

// encodeJSON writes JSON as all commands do.
func encodeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// gameFlag adds the flag --game, with completion.
func gameFlag(c *cobra.Command, name *string, usage string) {
	c.Flags().StringVarP(name, "game", "g", "", usage)
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
	}
	must(c.RegisterFlagCompletionFunc("game", complete))
}

// gameNamed returns a game of the command line.
func gameNamed(name string) (*game.Game, error) {
	g, err := catalog.ByName(name)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--game: %w", err)}
	}
	return g, nil
}

// checkRange returns a usage error if the value of a flag lies outside low..high.
func checkRange(flag string, value, low, high int) error {
	if value < low || value > high {
		return &usageError{fmt.Errorf("--%s %d: want %d to %d", flag, value, low, high)}
	}
	return nil
}

// must is for mistakes in how flags are set up.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
