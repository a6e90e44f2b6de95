// Package gametest holds what the tests of games and searches stand on:
//
//   - [Run], the conformance suite that every game must pass, a list of documented checks;
//   - [Perft], which compares a game with a table of published or independently computed perft counts;
//   - [Tiny], [Tiny3] and [TinyDice], complete games small enough to be enumerated, in which seats move twice in a row,
//     three seats play, and dice roll;
//   - [Minimax] and [Solver], their exact values by plain enumeration.
//
// Checks are functions that return an error, so that the suite itself is tested: broken games must fail it. Everything is
// seeded; nothing depends on time, on the order of maps or on the machine.
//
// The suite fixes three points that package game leaves open. Outcomes of chance nodes are numbers of their own: symmetries
// do not move them (dice do not turn with the board) and they need not be smaller than Game.Actions. Game.MaxPlies counts
// the actions of seats, not chance events. And position strings begin with the rows of the board from the top, separated by
// slashes and followed by a space: letters are pieces, - is a gap, numbers and dots are vacant cells, and parentheses hold a
// column of pieces from the bottom up. That is what diagrams are compared with.
package gametest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"

	"gipfel/game"
)

var longFlag = flag.Bool("long", false, "play more games and count deeper perfts (also: GIPFEL_LONG=1)")

// Long reports whether the thorough mode was asked for, by -long or by the environment variable GIPFEL_LONG=1.
func Long() bool { return *longFlag || os.Getenv("GIPFEL_LONG") == "1" }

// Option adapts the suite to a game.
type Option func(*suite)

// Games sets the number of random games that each check plays from each starting position in normal mode; the default is
// 16. The long mode plays 20 times as many.
func Games(n int) Option { return func(s *suite) { s.games = n } }

// Seed sets the seed of the random games; the default is 1.
func Seed(seed uint64) Option { return func(s *suite) { s.seed = seed } }

// From adds starting positions, in the game's notation, from which random games are played besides those from the start:
// positions that lead to what random games from the start seldom see.
func From(positions ...string) Option {
	return func(s *suite) { s.starts = append(s.starts, positions...) }
}

// HistoryPlanes names the input planes that show history which the position string does not carry, such as repetition
// counts. They may differ after a position has been written and read.
func HistoryPlanes(names ...string) Option {
	return func(s *suite) { s.historyPlanes = append(s.historyPlanes, names...) }
}

// HistoryBarsActions says that history which the position string does not carry can make actions illegal. After a
// position has been written and read, further actions may be legal.
func HistoryBarsActions() Option { return func(s *suite) { s.historyBars = true } }

// StartImage tells how to build the image of a starting position under g.Symmetries[sym]: of the start, and of the
// positions given to From. Without it the start counts as its own image, and those of From are not checked for symmetry.
func StartImage(image func(start game.State, sym int) game.State) Option {
	return func(s *suite) { s.startImage = image }
}

// Check is one demand on a game.
type Check struct {
	Name string
	// Doc says what is demanded.
	Doc string
	run func(*suite) error
}

// Checks lists the demands in the order in which Run makes them. Later ones rely on earlier ones.
func Checks() []Check {
	return []Check{
		{"metadata", "names, sizes and limits are filled in and agree with each other", checkMetadata},
		{"start", "every New is the same fresh position, with seat 0 or chance to move", checkStart},
		{"actions", "legal actions ascend, fit their bounds, and end with the game", checkActions},
		{"chance", "odds are positive, match the outcomes and sum to 1", checkChance},
		{"ending", "games end within MaxPlies with a reason and returns that stand for one outcome", checkEnding},
		{"owners", "whose the cells are at the end is complete, and who wins owns more than any other", checkOwners},
		{"replay", "a chain of copies onto used positions equals a replay from the start", checkReplay},
		{"independence", "a copy and its source do not touch each other, and looking changes nothing", checkIndependence},
		{"encoding", "encodings are finite, complete and read nothing but the position", checkEncoding},
		{"symmetry tables", "symmetries are permutations, the first is the identity, and they form a group", checkSymmetryTables},
		{"symmetry", "rules and encodings commute with every symmetry", checkSymmetry},
		{"move notation", "every legal action reads back as itself and no two are written alike", checkMoveNotation},
		{"position notation", "every unfinished position reads back as itself, history apart", checkPositionNotation},
		{"diagram", "the diagram of any position shows what the position string says, seat by seat and cell by cell", checkDiagram},
		{"foreign moves", "any text read as a move is a legal action or a *game.MoveError", checkForeignMoves},
		{"foreign positions", "any text read as a position is playable or a *game.PositionError", checkForeignPositions},
		{"hash", "positions with equal keys have the same future, and those that look the same share the first key", checkHash},
		{"evaluation", "evaluations and ranks keep their bounds, and looking changes nothing", checkEvaluation},
		{"allocations", "playing, copying, encoding and evaluating do not allocate after warm-up", checkAllocations},
	}
}

// Run runs the suite, each check as a subtest. It must not be called from a parallel test, because it counts allocations.
func Run(t *testing.T, g *game.Game, opts ...Option) {
	t.Helper()
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			if err := runCheck(c, g, opts...); err != nil {
				t.Errorf("%s: %s\ndemanded: %s", g.Name, err, c.Doc)
			}
		})
	}
}

// runCheck makes one demand; a panic of the game counts as a failure.
func runCheck(c Check, g *game.Game, opts ...Option) (err error) {
	s := newSuite(g, opts...)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return c.run(s)
}

// suite is the setting of one check.
type suite struct {
	g             *game.Game
	games         int
	seed          uint64
	starts        []string // position strings; "" is the start position
	historyPlanes []string
	historyBars   bool
	startImage    func(start game.State, sym int) game.State

	rng *rand.Rand
}

func newSuite(g *game.Game, opts ...Option) *suite {
	s := &suite{g: g, games: 16, seed: 1, starts: []string{""}}
	for _, opt := range opts {
		opt(s)
	}
	if Long() {
		s.games *= 20
	}
	s.rng = rand.New(rand.NewPCG(s.seed, 0))
	return s
}
