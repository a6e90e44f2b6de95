package main

import (
	"encoding/binary"
	"math"
	"slices"

	"gipfel/game"
	"gipfel/nn"
)

// exampleFile is example.json: positions with which a front-end can test itself.
type exampleFile struct {
	Game      string        `json:"game"`
	Positions []examplePart `json:"positions"`
}

// examplePart is a position with all that a net is given and gives.
type examplePart struct {
	// Start is the name of the start, or empty for the ordinary one; Moves lead from there to the position, chance's among them.
	Start string   `json:"start"`
	Moves []string `json:"moves"`
	// Position is the position in the game's notation, which leaves out what a repetition rule remembers.
	Position string `json:"position"`
	ToMove   string `json:"to_move"`
	// Legal are the legal actions with their probabilities: the softmax of their logits alone.
	Legal []legalAction `json:"legal"`
	// Planes, Policy and Outcome are the input and the outputs of one row.
	Planes  []float32 `json:"planes"`
	Policy  []float32 `json:"policy"`
	Outcome []float32 `json:"outcome"`

	mover game.Player
}

type legalAction struct {
	Move        string  `json:"move"`
	Action      int     `json:"action"`
	Probability float32 `json:"probability"`
}

// exampleCount is the number of positions in example.json.
const exampleCount = 5

// examples evaluates some of the positions, spread over all of them, with the net that plays.
func (e *export) examples(sampled []sampledPosition) ([]examplePart, error) {
	var list []examplePart
	for i := range exampleCount {
		p := &sampled[i*(len(sampled)-1)/(exampleCount-1)]
		out, err := e.evaluate(p.input)
		if err != nil {
			return nil, err
		}
		n := e.game.Notation
		start := e.game.New()
		if p.start != "" {
			if start, err = e.game.ParsePosition(p.start); err != nil {
				return nil, err
			}
		}
		actions := p.state.AppendActions(nil)
		probabilities := maskedSoftmax(out.Policy, actions)
		part := examplePart{
			Start: p.start, Moves: game.FormatLine(n, start, p.line), Position: n.FormatState(p.state),
			ToMove: e.game.SeatNames[p.state.ToMove()], Planes: p.input, Policy: out.Policy, Outcome: out.Outcome, mover: p.state.ToMove(),
		}
		for k, a := range actions {
			part.Legal = append(part.Legal, legalAction{n.FormatAction(p.state, a), int(a), probabilities[k]})
		}
		list = append(list, part)
	}
	return list, nil
}

// evaluate asks the net about a single position.
func (e *export) evaluate(input []float32) (nn.Outputs, error) {
	out := nn.NewOutputs(e.model.Spec(), 1)
	return out, e.model.Predict(1, input, out)
}

// maskedSoftmax returns the probabilities of the legal actions.
func maskedSoftmax(logits []float32, legal []game.Action) []float32 {
	most := math.Inf(-1)
	for _, a := range legal {
		most = max(most, float64(logits[a]))
	}
	odds := make([]float64, len(legal))
	sum := 0.0
	for i, a := range legal {
		odds[i] = math.Exp(float64(logits[a]) - most)
		sum += odds[i]
	}
	p := make([]float32, len(legal))
	for i := range p {
		p[i] = float32(odds[i] / sum)
	}
	return p
}

// top returns the likeliest legal actions.
func (p *examplePart) top(n int) []legalAction {
	sorted := slices.Clone(p.Legal)
	slices.SortStableFunc(sorted, func(a, b legalAction) int {
		switch {
		case a.Probability > b.Probability:
			return -1
		case a.Probability < b.Probability:
			return 1
		}
		return 0
	})
	return sorted[:min(n, len(sorted))]
}

// checkFile is check.json: how to read check.bin.
type checkFile struct {
	Game string `json:"game"`
	File string `json:"file"`
	// Layout is for people.
	Layout    string `json:"layout"`
	Positions int    `json:"positions"`
	// Inputs, Actions and Outcomes are the numbers of values of a position.
	Inputs   int `json:"inputs"`
	Actions  int `json:"actions"`
	Outcomes int `json:"outcomes"`
}

// writeCheck writes check.bin and check.json.
func (e *export) writeCheck(folder *folder, sampled []sampledPosition) error {
	s := e.model.Spec()
	planes := make([]byte, 0, 4*len(sampled)*(s.InputSize()+s.Actions()+s.Outcomes()))
	var policies, outcomes []byte
	for i := range sampled {
		out, err := e.evaluate(sampled[i].input)
		if err != nil {
			return err
		}
		planes = appendFloats(planes, sampled[i].input)
		policies = appendFloats(policies, out.Policy)
		outcomes = appendFloats(outcomes, out.Outcome)
	}
	if err := folder.write(exportNumbers, slices.Concat(planes, policies, outcomes)); err != nil {
		return err
	}
	return folder.writeJSON(exportCheck, checkFile{
		Game: s.Game, File: exportNumbers, Positions: len(sampled),
		Inputs: s.InputSize(), Actions: s.Actions(), Outcomes: s.Outcomes(),
		Layout: "float32, little-endian: positions × inputs, then positions × actions (logits), then positions × outcomes (probabilities)",
	})
}

func appendFloats(dst []byte, values []float32) []byte {
	for _, v := range values {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
	}
	return dst
}
