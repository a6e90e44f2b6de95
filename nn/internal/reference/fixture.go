package reference

import (
	"math/rand/v2"

	"gipfel/nn"
)

// RandomWeights returns weights in which no tensor is zero, so that every part of the net shows.
func RandomWeights(s nn.Spec, seed uint64) (*nn.Weights, error) {
	w, err := nn.Init(s, seed)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 11))
	for _, t := range w.Tensors {
		for i := range t.Data {
			t.Data[i] += float32(rng.NormFloat64() * 0.1)
		}
	}
	return w, nil
}

// RandomInputs returns n positions, three quarters of whose values are zero, an eighth one and an eighth anything.
func RandomInputs(s nn.Spec, n int, rng *rand.Rand) []float32 {
	in := make([]float32, n*s.InputSize())
	for i := range in {
		switch rng.IntN(8) {
		case 0:
			in[i] = 1
		case 1:
			in[i] = rng.Float32() - 0.25
		}
	}
	return in
}

// RandomBatch returns positions of which about half of the actions are legal, with random targets; some rows have none.
func RandomBatch(s nn.Spec, n int, seed uint64) *nn.Batch {
	rng := rand.New(rand.NewPCG(seed, 7))
	b := nn.NewBatch(s, n)
	b.Inputs = RandomInputs(s, n, rng)
	for row := range n {
		policy := b.Policy[row*s.Actions() : (row+1)*s.Actions()]
		illegal := b.Illegal[row*s.Actions() : (row+1)*s.Actions()]
		for a := range policy {
			if a != row%s.Actions() && rng.IntN(2) == 0 {
				illegal[a] = nn.IllegalLogit
			} else {
				policy[a] = float32(rng.ExpFloat64())
			}
		}
		normalise(policy)
		outcome := b.Outcome[row*s.Outcomes() : (row+1)*s.Outcomes()]
		for i := range outcome {
			outcome[i] = float32(rng.ExpFloat64())
		}
		normalise(outcome)
		if row%4 != 1 {
			b.PolicyWeight[row] = 0.5 + rng.Float32()
		}
		if row%5 != 2 {
			b.OutcomeWeight[row] = 0.5 + rng.Float32()
		}
	}
	randomHeads(b, s, rand.New(rand.NewPCG(seed, 8)))
	return b
}

// AllHeads is every head for training.
var AllHeads = nn.Heads{Reply: true, Owner: true, Margin: true, MovesLeft: true}

// randomHeads gives a batch random targets for the heads for training; some rows have none. Of some cells the owner is certain,
// and some plies are so many that the loss is linear.
func randomHeads(b *nn.Batch, s nn.Spec, rng *rand.Rand) {
	for i := range b.Reply {
		b.Reply[i] = float32(rng.ExpFloat64())
	}
	for i := range len(b.Owner) / s.Owners() {
		owners := b.Owner[i*s.Owners() : (i+1)*s.Owners()]
		for k := range owners {
			owners[k] = float32(rng.ExpFloat64())
		}
		if rng.IntN(2) == 0 {
			clear(owners)
			owners[rng.IntN(len(owners))] = 1
		}
		normalise(owners)
	}
	for row := range b.N {
		weight := func(of []float32, every int) {
			if row%every != 1 {
				of[row] = 0.5 + rng.Float32()
			}
		}
		if s.Heads.Reply {
			normalise(b.Reply[row*s.Actions() : (row+1)*s.Actions()])
			weight(b.ReplyWeight, 2)
		}
		if s.Heads.Owner {
			weight(b.OwnerWeight, 3)
		}
		if s.Heads.Margin {
			b.Margin[row] = 2*rng.Float32() - 1
			weight(b.MarginWeight, 4)
		}
		if s.Heads.MovesLeft {
			b.MovesLeft[row] = 4 * rng.Float32()
			weight(b.MovesLeftWeight, 5)
		}
	}
}

func normalise(p []float32) {
	var sum float32
	for _, v := range p {
		sum += v
	}
	for i := range p {
		p[i] /= sum
	}
}

// Specs are small nets that differ in everything that matters: board, channels around the kernels' eight lanes, players,
// extra actions and pooling.
func Specs() []nn.Spec {
	base := nn.Spec{Game: "test", RulesVersion: 1, Players: 2}
	with := func(change func(*nn.Spec)) nn.Spec {
		s := base
		change(&s)
		return s
	}
	return []nn.Spec{
		with(func(s *nn.Spec) {
			s.Width, s.Height, s.InputPlanes, s.PolicyPlanes = 5, 5, 7, 2
			s.Channels, s.Blocks, s.PoolEvery = 24, 2, 2
			s.PolicyChannels, s.ValueChannels, s.ValueHidden = 8, 4, 16
		}),
		with(func(s *nn.Spec) {
			s.Width, s.Height, s.InputPlanes, s.PolicyPlanes, s.ExtraActions = 7, 7, 3, 17, 1
			s.Channels, s.Blocks, s.PoolEvery = 13, 3, 1
			s.PolicyChannels, s.ValueChannels, s.ValueHidden = 9, 5, 11
		}),
		with(func(s *nn.Spec) {
			s.Width, s.Height, s.InputPlanes, s.PolicyPlanes, s.ExtraActions, s.Players = 9, 9, 5, 1, 0, 4
			s.Channels, s.Blocks = 16, 1
			s.PolicyChannels, s.ValueChannels, s.ValueHidden = 16, 8, 8
		}),
		with(func(s *nn.Spec) { // not square, no block at all
			s.Width, s.Height, s.InputPlanes, s.PolicyPlanes, s.ExtraActions, s.Players = 4, 3, 2, 3, 2, 4
			s.Channels = 6
			s.PolicyChannels, s.ValueChannels, s.ValueHidden = 3, 2, 5
		}),
	}
}
