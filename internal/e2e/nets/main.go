// Command nets writes a net with random weights for every game, for the judges of package folder internal/e2e. An untrained net
// answers every position alike, so that any two programs would agree on it; in these nets no tensor is zero, and they differ in
// all that a net's size can differ in.
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/nn"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: nets FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "nets:", err)
		os.Exit(1)
	}
}

// write writes GAME.weights for each game and prints their names.
func write(folder string) error {
	for i, g := range catalog.All() {
		w, err := random(spec(g, i), uint64(i))
		if err != nil {
			return err
		}
		if err := w.Save(filepath.Join(folder, g.Name+".weights")); err != nil {
			return err
		}
		fmt.Println(g.Name)
	}
	return nil
}

// spec is a small net. The number makes it unlike those of the other games.
func spec(g *game.Game, number int) nn.Spec {
	pick := func(values ...int) int { return values[number%len(values)] }
	return nn.Spec{
		Game: g.Name, RulesVersion: g.Version,
		Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes),
		PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
		Channels: pick(32, 24, 13), Blocks: pick(3, 2), PoolEvery: pick(2, 1, 0),
		PolicyChannels: pick(16, 9), ValueChannels: pick(8, 5, 16), ValueHidden: pick(32, 11),
		Heads: nn.Heads{Reply: number%2 == 1}, // of which nothing may reach the file
	}
}

// random returns weights of which all are random, the last layers' and the biases too.
func random(s nn.Spec, seed uint64) (*nn.Weights, error) {
	w, err := nn.Init(s, seed)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, t := range w.Tensors {
		for i := range t.Data {
			t.Data[i] += float32(rng.NormFloat64() * 0.1)
		}
	}
	w.Step = seed
	return w, nil
}
