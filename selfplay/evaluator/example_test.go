package evaluator_test

import (
	"fmt"

	"gipfel/game/ataxx"
	"gipfel/nn"
	"gipfel/selfplay/evaluator"
)

// What a model says along a game, recorded while it is asked.
func ExampleRecorder() {
	g := ataxx.Variants()[0]
	model, err := evaluator.Material(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	model = evaluator.Recorder(model, evaluator.First(3, func(e evaluator.Evaluation) error {
		_, err := fmt.Printf("%016x: the mover wins with %.1f%%\n", evaluator.Key(e.Input), 100*e.Outcome[0])
		return err
	}))

	s := g.New()
	input, answer := make([]float32, g.InputSize()), nn.NewOutputs(model.Spec(), 1)
	for _, move := range []string{"f1", "f7", "e1", "e7"} {
		g.Encode(s, input)
		if err := model.Predict(1, input, answer); err != nil {
			fmt.Println(err)
			return
		}
		a, err := g.Notation.ParseAction(s, move)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Apply(a)
	}
	// Output:
	// b0b972401a47a32c: the mover wins with 50.0%
	// 9c8e9f9e129a3bb2: the mover wins with 47.3%
	// 6319ede08eb84c35: the mover wins with 50.0%
}
