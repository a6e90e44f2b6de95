package selfplay

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/replay"
	"gipfel/selfplay/shard"
)

// heldOut is which games are kept for judging what was made from the others: one in so many.
const heldOut = 5

// DrawPositions draws positions at random from finished games, as training does, once for making something of them and once for
// judging it; the latter are from games of their own. Paths are those of shards.
func DrawPositions(g *game.Game, paths []string, n, judging int, seed uint64) (made, judged *nn.Batch, err error) {
	// A window that keeps everything.
	sizing := replay.Sizing{Base: math.MaxInt}
	windows := [2]*replay.Window{replay.NewWindow(g, sizing, nn.Heads{}), replay.NewWindow(g, sizing, nn.Heads{})}
	games := 0
	for _, path := range paths {
		header, records, err := shard.ReadAll(path)
		if err != nil {
			return nil, nil, err
		}
		if err := header.Match(g); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, r := range records {
			half := 0
			if games%heldOut == heldOut-1 {
				half = 1
			}
			if err := windows[half].Add(r); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", path, err)
			}
			games++
		}
	}
	if games < heldOut {
		return nil, nil, fmt.Errorf("%d games in %d shards, want %d or more", games, len(paths), heldOut)
	}
	rng := rand.New(rand.NewPCG(seed, drawStream))
	batches := [2]*nn.Batch{{N: n}, {N: judging}}
	for half, b := range batches {
		if err := windows[half].Fill(b, replay.Targets{}, rng); err != nil {
			return nil, nil, err
		}
	}
	return batches[0], batches[1], nil
}
