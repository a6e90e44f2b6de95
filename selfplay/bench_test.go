package selfplay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/nn"
)

func benchSpec(heads nn.Heads) nn.Spec {
	return nn.Spec{
		Game: "benchmark", Width: 5, Height: 4, InputPlanes: 3, PolicyPlanes: 2, ExtraActions: 1, Players: 2,
		Channels: 8, Blocks: 2, PoolEvery: 2, PolicyChannels: 8, ValueChannels: 4, ValueHidden: 8, Heads: heads,
	}
}

func TestRandomBatch(t *testing.T) {
	for _, heads := range []nn.Heads{{}, {Reply: true, Owner: true, Margin: true, MovesLeft: true}} {
		s := benchSpec(heads)
		b := randomBatch(s, 7, rand.New(rand.NewPCG(1, 0)))
		if err := b.Check(s); err != nil {
			t.Errorf("heads %+v: %v", heads, err)
		}
		weights := [][]float32{b.PolicyWeight, b.OutcomeWeight}
		if heads.Owner {
			weights = append(weights, b.ReplyWeight, b.OwnerWeight, b.MarginWeight, b.MovesLeftWeight)
		}
		for i, w := range weights {
			if len(w) != 7 || slices.Contains(w, 0) {
				t.Errorf("heads %+v: the weights of target %d are %v, want 7 that count", heads, i, w)
			}
		}
		if again := randomBatch(s, 7, rand.New(rand.NewPCG(1, 0))); !slices.Equal(b.Inputs, again.Inputs) ||
			!slices.Equal(b.Illegal, again.Illegal) || !slices.Equal(b.Policy, again.Policy) {
			t.Errorf("heads %+v: the same seed gives another batch", heads)
		}
	}
}

func TestTrainingBench(t *testing.T) {
	s := benchSpec(nn.Heads{Margin: true})
	w, err := nn.Init(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewTrainingBench(w, 40, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Step(); err != nil {
		t.Fatal(err)
	}
	bytes, objects, err := b.Allocations(3)
	if err != nil {
		t.Fatal(err)
	}
	if steps := b.trainer.Steps(); steps != 4 {
		t.Errorf("%d steps were made, want 4", steps)
	}
	if bytes <= 0 || objects <= 0 || bytes < objects {
		t.Errorf("%v bytes in %v objects a step", bytes, objects)
	}
	if _, err := NewTrainingBench(w, 0, 1, 1); err == nil {
		t.Error("a batch of no positions was accepted")
	}
}
