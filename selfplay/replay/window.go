// Package replay holds the recent games that training draws its samples from.
//
// A window keeps games, not encoded positions: a sample is a ply of a game, and drawing one replays the game up to it and
// encodes the position then. That costs microseconds against the milliseconds a training step takes, keeps a window of
// hundreds of thousands of samples in a few megabytes, and means that what is learned from is always today's encoding.
//
// For nets with heads for training (nn.Heads) it also finds what those are to learn. Whose the cells are in the end is kept with
// each game, so that drawing plays no further than the ply after the sample.
package replay

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

// Sizing is the growth of the window with the number N of samples ever made, as in KataGo (Wu, "Accelerating Self-Play
// Learning in Go", appendix C): W(N) = c·(1 + β((N/c)^α − 1)/α), and all samples while N ≤ c.
type Sizing struct {
	// Base is c, the number of samples up to which nothing is dropped.
	Base int `yaml:"base" range:"1..100000000" doc:"samples up to which nothing is dropped"`
	// Exponent is α and Growth β.
	Exponent float64 `yaml:"exponent" range:"(0..1]" doc:"power of the window's growth with all samples made"`
	Growth   float64 `yaml:"growth" range:"[0..1]" doc:"slope of the window's growth when it starts"`
}

// Samples returns how many of the newest samples the window keeps when total samples have been made.
func (s Sizing) Samples(total int) int {
	if total <= s.Base {
		return total
	}
	c := float64(s.Base)
	return int(c * (1 + s.Growth*(math.Pow(float64(total)/c, s.Exponent)-1)/s.Exponent))
}

// Window is the set of games that training draws from, oldest first. It is owned by one goroutine.
type Window struct {
	game   *game.Game
	sizing Sizing
	heads  nn.Heads

	games []windowGame
	// samples lists every sample of every game in the window, one entry for each time that the sample's weight lets it
	// count. Games are numbered from the first one ever added, so that dropping old games renumbers nothing.
	samples []sample
	dropped int // games that have left the window

	// The window is measured in positions with a weight above 0, as shards and the ledger count them. Entries would not do: those
	// of games that were never loaded are not known.
	size  int // samples of the games in the window
	total int // samples ever added
	drawn int // samples ever drawn

	scratch game.State
	draw    drawScratch
}

type windowGame struct {
	record  *shard.Record
	start   game.State // where the record starts
	samples int        // positions with a weight above 0
	entries int        // in Window.samples
	final   *final     // nil unless the net learns it and the game has it
}

type sample struct {
	game int32
	ply  int32
}

// NewWindow returns an empty window for one game, whose batches have the targets of a net's heads for training.
func NewWindow(g *game.Game, sizing Sizing, heads nn.Heads) *Window {
	return &Window{game: g, sizing: sizing, heads: heads, scratch: g.New()}
}

// Add puts finished games into the window, in the order given, and drops the oldest games that it has outgrown. The records
// belong to the window afterwards. Records must have passed Record.Check.
func (w *Window) Add(records ...*shard.Record) error {
	for _, r := range records {
		start, err := r.Position(w.game)
		if err != nil {
			return fmt.Errorf("replay: game %d: %w", r.Number, err)
		}
		final, err := w.finalOf(r, start)
		if err != nil {
			return fmt.Errorf("replay: game %d: %w", r.Number, err)
		}
		index := int32(w.dropped + len(w.games))
		n := 0
		coin := rand.New(rand.NewPCG(r.Number, 0x7e91a7)) // the fraction of a weight, the same whenever the game is loaded
		for ply := range r.Plies {
			for range copies(r.Plies[ply].Weight, coin) {
				w.samples = append(w.samples, sample{index, int32(ply)})
				n++
			}
		}
		w.games = append(w.games, windowGame{r, start, r.Samples(), n, final})
		w.size += r.Samples()
		w.total += r.Samples()
	}
	w.trim()
	return nil
}

// copies is how often a sample of the given weight stands in the window: the whole part, plus one with the probability of
// the fraction.
func copies(weight float32, coin *rand.Rand) int {
	n := int(weight)
	if frac := weight - float32(n); frac > 0 && coin.Float32() < frac {
		n++
	}
	return n
}

// trim drops whole games from the old end while the rest still fills the window.
func (w *Window) trim() {
	keep := w.sizing.Samples(w.total)
	games, entries := 0, 0
	for games < len(w.games)-1 && w.size-w.games[games].samples >= keep {
		w.size -= w.games[games].samples
		entries += w.games[games].entries
		games++
	}
	// Copied down, so that the arrays do not grow with the age of the run.
	w.games = append(w.games[:0], w.games[games:]...)
	clear(w.games[len(w.games):cap(w.games)])
	w.samples = append(w.samples[:0], w.samples[entries:]...)
	w.dropped += games
}

// Skip accounts for samples of games so old that they need not be loaded: they count as made, and sit in no window.
func (w *Window) Skip(samples int) { w.total += samples }

// Samples returns the number of samples in the window, whatever their weights, and Games that of its games.
func (w *Window) Samples() int { return w.size }

// Games returns the number of games in the window.
func (w *Window) Games() int { return len(w.games) }

// Total returns the number of samples ever made.
func (w *Window) Total() int { return w.total }

// Drawn returns the number of samples drawn since the window was made.
func (w *Window) Drawn() int { return w.drawn }
