package train_test

import (
	"math"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
	"gipfel/nn/train"
)

// What the graph trains is what the engine plays: on weights that have been trained, the losses of single positions by the graph
// are those of the engine's answers.
func TestEngineAgreesWithGraphOnTrainedWeights(t *testing.T) {
	for _, s := range reference.Specs() {
		cfg := train.DefaultConfig()
		cfg.Batch, cfg.WarmupSteps, cfg.LearningRate = 24, 5, 5e-3
		trainer := newTrainer(t, s, cfg)
		steps(t, trainer, cfg.Batch, 1, 60)
		for seed := range uint64(12) {
			b := reference.RandomBatch(s, 1, 1000+seed)
			b.PolicyWeight[0], b.OutcomeWeight[0] = 1, 1
			engine, err := native.New(trainer.Raw())
			if err != nil {
				t.Fatal(err)
			}
			out := nn.NewOutputs(s, 1)
			if err := engine.Predict(1, b.Inputs, out); err != nil {
				t.Fatal(err)
			}
			losses, err := trainer.Step(b) // of the weights before the step
			if err != nil {
				t.Fatal(err)
			}
			logits := make([]float64, s.Actions())
			for a, v := range out.Policy {
				logits[a] = float64(v + b.Illegal[a])
			}
			check := func(what string, got float64, target []float32, p []float64) {
				want := 0.0
				for i, v := range target {
					if v > 0 {
						want -= float64(v) * math.Log(p[i])
					}
				}
				if d := math.Abs(got - want); !(d <= 1e-4*max(1, want)) {
					t.Errorf("%dx%d: the graph's %s loss is %v, the engine's %v", s.Width, s.Height, what, got, want)
				}
			}
			check("policy", losses.Policy, b.Policy, reference.Softmax(logits))
			outcome := make([]float64, s.Outcomes())
			for i, v := range out.Outcome {
				outcome[i] = float64(v)
			}
			check("outcome", losses.Outcome, b.Outcome, outcome)
		}
	}
}
