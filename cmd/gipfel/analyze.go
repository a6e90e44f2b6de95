package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/mcts"
)

// analyzeOptions are the flags of gipfel analyze.
type analyzeOptions struct {
	game, position, moves string
	searcher              searcherOptions
	simulations, top      int
	seed                  uint64
	record                recording
}

func newAnalyze(a *app) *cobra.Command {
	var o analyzeOptions
	c := &cobra.Command{
		Use:   "analyze",
		Short: "Search a position and show what the search has found",
		Long: `Search a position and show the moves with their visits, what the net thought of them at first, what they are worth to each seat, the
line of best play behind them and what is proven, and a picture of where the visits went.

The result follows from the position, the net, the seed and --leaves, which is one a thread unless it is given; with it given, neither
threads nor the cache change anything.`,
		Example: `  gipfel analyze --model runs/atimo-5x5-demo --moves "Cb3 Cd3" --simulations 5000
  gipfel analyze --model runs/atimo-5x5-demo --simulations 2000 --threads 2 --json
  gipfel analyze --model runs/atimo-5x5-demo --symmetry average --record asked.jsonl
  gipfel analyze --game atimo-5x5 --position "1B3/5/b4/3a1/Ab1a1 b 0,0 57"`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := cmp.Or(
				checkRange("simulations", o.simulations, 1, maxSimulations), checkRange("top", o.top, 1, 1_000_000), o.record.check(a, c),
			); err != nil {
				return err
			}
			info, err := a.analyze(c.Context(), o)
			if err != nil {
				return err
			}
			return a.printAnalysis(info, o.top)
		},
	}
	gameFlag(c, &o.game, "the game (default: that of the net)")
	positionFlags(c, &o.position, &o.moves)
	searcherFlags(c, &o.searcher, true)
	recordFlags(c, &o.record)
	c.Flags().IntVarP(&o.simulations, "simulations", "s", 1000, "simulations of the search")
	c.Flags().IntVar(&o.top, "top", 10, "how many moves to list; JSON has all")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "of the dice, in games that have some")
	return c
}

// analysis is what a search has found.
type analysis struct {
	Game        string `json:"game"`
	Position    string `json:"position"`
	ToMove      string `json:"to_move"`
	Model       string `json:"model"`
	Algorithm   string `json:"algorithm"`
	Threads     int    `json:"threads"`
	Leaves      int    `json:"leaves"`
	Simulations int    `json:"simulations"`
	Evaluations int    `json:"evaluations"`
	Cached      int    `json:"cached"`
	// CachedShare is the share of the evaluations that were found in the cache.
	CachedShare float64 `json:"cached_share"`
	// Ending is why the search has ended.
	Ending  string  `json:"ending"`
	Seconds float64 `json:"seconds"`
	// Outcomes names the entries of every Value: a win of each seat, then the draw.
	Outcomes []string `json:"outcomes"`
	// Value is left out where nothing was searched, since a single move is legal.
	Value  []float32      `json:"value,omitempty"`
	Proven *provenResult  `json:"proven,omitempty"`
	Best   string         `json:"best"`
	Moves  []analyzedMove `json:"moves"` // best first
	Cells  []analyzedCell `json:"cells"` // where the visits went, in the order of the cells' numbers

	diagram game.Diagram // of the position
}

// provenResult is a result that is certain.
type provenResult struct {
	Outcome string `json:"outcome"`
	Plies   int    `json:"plies"`
}

type analyzedMove struct {
	Move   string      `json:"move"`
	Action game.Action `json:"action"`
	Visits uint32      `json:"visits"`
	Share  float64     `json:"share"`
	Prior  float32     `json:"prior"`
	// Utility is what the move is worth to the seat to move, from a loss to 1; Value the odds of each outcome. Without
	// visits nothing is known of either.
	Utility float32       `json:"utility"`
	Value   []float32     `json:"value,omitempty"`
	Proven  *provenResult `json:"proven,omitempty"`
	Line    []string      `json:"line"`
}

type analyzedCell struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // of the visits, for the moves whose action belongs to the cell
}

// analyze searches a position.
func (a *app) analyze(ctx context.Context, o analyzeOptions) (info *analysis, err error) {
	o.searcher.record = o.record.taker()
	engine, err := o.searcher.open(o.game)
	if err != nil {
		return nil, err
	}
	g := engine.game
	s, err := positionFrom(g, o.position, o.moves)
	if err != nil {
		return nil, err
	}
	switch s.ToMove() {
	case game.Terminal:
		return nil, fmt.Errorf("the game is over: %s", verdict(g, s))
	case game.Chance:
		return nil, fmt.Errorf("chance is to move, and has nothing to choose; add the roll to --moves, one of %s",
			strings.Join(game.FormatMoves(g.Notation, s), ", "))
	}
	if err := o.record.open(a); err != nil {
		return nil, err
	}
	defer func() { err = o.record.close(err) }()
	searcher := engine.searcher
	searcher.Tree().Reset(s)
	task := a.progress.Start("search", int64(o.simulations), "simulations")
	defer task.Done()
	effort, err := searcher.Search(ctx, mcts.Limits{
		SearchOptions: mcts.SearchOptions{Simulations: o.simulations, Rand: rand.New(rand.NewPCG(o.seed, 0))},
		Progress:      func(simulations int) { task.Add(int64(simulations)) },
	})
	if err != nil {
		return nil, fmt.Errorf("after %d simulations: %w", effort.Simulations, err)
	}
	info = describeAnalysis(g, s, searcher.Tree())
	info.Model, info.Algorithm, info.Threads, info.Leaves = engine.name, o.searcher.algorithm, o.searcher.threads, o.searcher.leaves
	info.Simulations, info.Evaluations, info.Cached = effort.Simulations, effort.Evaluations, effort.Cached
	info.CachedShare = cachedShare(effort)
	info.Ending, info.Seconds = effort.Ending.String(), effort.Duration.Seconds()
	return info, nil
}

// describeAnalysis reads the results off a tree.
func describeAnalysis(g *game.Game, s game.State, tree *mcts.Tree) *analysis {
	info := &analysis{
		Game: g.Name, Position: g.Notation.FormatState(s), ToMove: g.SeatNames[s.ToMove()],
		Outcomes: append(slices.Clone(g.SeatNames), "draw"),
		Best:     g.Notation.FormatAction(s, tree.Choose(0, nil)),
		Moves:    []analyzedMove{},
		diagram:  g.Diagram(s),
	}
	if tree.Searched() {
		info.Value = make([]float32, g.Outcomes())
		tree.RootValue(info.Value)
	}
	if outcome, plies, ok := tree.Proven(); ok {
		info.Proven = &provenResult{info.Outcomes[outcome], plies}
	}
	children := tree.Children(nil)
	total := uint32(0)
	for _, c := range children {
		total += c.Visits
	}
	share := func(visits uint32) float64 { return float64(visits) / float64(max(1, total)) }
	shares := make([]float64, g.Cells())
	along := g.New() // the position along a line
	for _, c := range children {
		along.CopyFrom(s)
		if cell := int(c.Action) / g.PolicyPlanes; cell < len(shares) {
			shares[cell] += share(c.Visits)
		}
		m := analyzedMove{
			Move: g.Notation.FormatAction(s, c.Action), Action: c.Action, Visits: c.Visits, Share: share(c.Visits), Prior: c.Prior,
			Utility: c.Value, Line: game.FormatLine(g.Notation, along, tree.Line(nil, c.Action)),
		}
		if c.Visits > 0 {
			m.Value = slices.Clone(c.Chances[:g.Outcomes()])
		}
		if c.Proven {
			m.Proven = &provenResult{info.Outcomes[c.Outcome], c.Plies}
		}
		info.Moves = append(info.Moves, m)
	}
	slices.SortStableFunc(info.Moves, func(a, b analyzedMove) int {
		switch {
		case a.Move == info.Best:
			return -1
		case b.Move == info.Best:
			return 1
		}
		return int(b.Visits) - int(a.Visits)
	})
	for cell, share := range shares {
		info.Cells = append(info.Cells, analyzedCell{info.diagram.Name(cell), share})
	}
	return info
}

// cachedShare is the share of the evaluations that were found in the cache.
func cachedShare(e mcts.Effort) float64 {
	return float64(e.Cached) / float64(max(1, e.Cached+e.Evaluations))
}
