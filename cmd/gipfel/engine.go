package main

import (
	"errors"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/internal/version"
	"gipfel/mcts"
	"gipfel/selfplay/uai"
)

// engineGame is the game of nets that are for several.
const engineGame = "ataxx"

func newEngine(a *app) *cobra.Command {
	var name string
	var o searcherOptions
	c := &cobra.Command{
		Use:   "engine",
		Short: "Play for match runners and boards, over the protocol UAI",
		Long: `Read commands of the Universal Ataxx Interface (UAI) from standard input and write answers to standard output, for match
runners such as cuteataxx and for graphical boards. The games other than Ataxx are spoken of in the same way (UGI). Start it
without anything on the command line but the net and the threads, and let the runner set the rest; or type:

  uai                              who it is, and which options there are
  isready                          load the net; answers readyok, also while it thinks
  uainewgame                       forget the game
  setoption name Threads value 2   see the answer to uai for the options
  position startpos moves g2 a2    or: position fen FEN moves ...
  go movetime 1000                 or: go nodes N, depth N, infinite, btime N wtime N binc N winc N, ponder
  stop                             answer now
  ponderhit                        the move that was pondered about was played
  ponder                           think until the next command, without an answer
  perft N, d                       count sequences of moves; show the position
  quit

Clocks are in milliseconds; btime is that of the first seat, wtime of the second (p1time, p2time, p3time and p4time for games with
more). A search that is given nodes counts those kept from the last move. See docs/uai.md for all of it.`,
		Example: `  gipfel engine --model runs/ataxx/champion.weights --threads 2
  gipfel engine --model material
  gipfel engine --game atimo-5x5 --model runs/atimo-5x5-demo`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.json {
				return &usageError{errors.New("--json: the protocol has its own way to write results")}
			}
			return a.serveEngine(c, name, o)
		},
	}
	gameFlag(c, &name, "the game (default: that of the net, or ataxx)")
	searcherFlags(c, &o, true)
	return c
}

// serveEngine speaks the protocol until its input ends. What the command line says is tried first, so that a mistake in it is a
// usage error.
func (a *app) serveEngine(c *cobra.Command, name string, o searcherOptions) error {
	open := func(s uai.Setup) (*game.Game, *mcts.Searcher, error) {
		with := o
		with.model, with.threads, with.cache = s.Model, s.Threads, s.Cache
		e, err := with.open(s.Game)
		if err != nil {
			return nil, nil, err
		}
		return e.game, e.searcher, nil
	}
	checked := o // o keeps what was left open, for other numbers of threads
	if err := checked.check(); err != nil {
		return err
	}
	if name == "" && fakeNamed(o.model) != nil {
		name = engineGame
	}
	setup := uai.Setup{Game: name, Model: o.model, Threads: checked.threads, Cache: o.cache}
	g, _, err := open(setup)
	if err != nil {
		return err
	}
	setup.Game = g.Name
	return uai.Serve(c.Context(), a.stdin, a.stdout, uai.Server{
		Name: "Gipfel " + version.Number, Author: "the Gipfel authors", Games: catalog.Names(), Setup: setup, Open: open,
	})
}
