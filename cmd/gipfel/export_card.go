package main

import (
	"crypto/sha256"
	"encoding/hex"

	"gipfel/game"
	"gipfel/internal/version"
	"gipfel/nn/onnx"
)

// exportInfo is card.json: all that a program needs to know to use an exported net. Names are never changed, only added.
type exportInfo struct {
	// Format is raised when the meaning of anything below changes.
	Format       int          `json:"format"`
	Program      version.Info `json:"program"`
	Game         gameInfo     `json:"game"`
	Model        modelInfo    `json:"model"`
	Input        inputInfo    `json:"input"`
	Policy       policyInfo   `json:"policy"`
	Outcome      outcomeInfo  `json:"outcome"`
	Verification *onnx.Report `json:"verification"`
	// Files are the SHA-256 of the files beside this one.
	Files map[string]string `json:"files"`
}

const exportFormat = 1

// modelInfo says which net it is.
type modelInfo struct {
	File         string   `json:"file"`
	Bytes        int      `json:"bytes"`
	SHA256       string   `json:"sha256"`
	TrainingStep uint64   `json:"training_step"`
	Parameters   int      `json:"parameters"`
	Spec         specInfo `json:"spec"`
}

// specInfo is the architecture of a net as far as it plays.
type specInfo struct {
	Channels       int `json:"channels"`
	Blocks         int `json:"blocks"`
	PoolEvery      int `json:"pool_every"`
	PolicyChannels int `json:"policy_channels"`
	ValueChannels  int `json:"value_channels"`
	ValueHidden    int `json:"value_hidden"`
}

// tensorInfo is an input or an output. Its first dimension is the number of positions.
type tensorInfo struct {
	Name   string `json:"name"`
	Shape  []any  `json:"shape"` // "batch", then numbers
	Layout string `json:"layout"`
}

type inputInfo struct {
	tensorInfo
	Planes []planeInfo `json:"planes"`
}

type planeInfo struct {
	Plane int    `json:"plane"`
	Name  string `json:"name"`
	Doc   string `json:"doc"`
}

type policyInfo struct {
	tensorInfo
	// Cells are the names of the cells in the game's notation, by their numbers.
	Cells  []string      `json:"cells"`
	Planes []actionPlane `json:"planes"`
	// Extra are the actions that belong to no cell; the first has the number FirstExtra.
	FirstExtra int      `json:"first_extra"`
	Extra      []string `json:"extra"`
	// Examples are moves with their numbers.
	Examples []moveInfo `json:"examples"`
}

// moveInfo is a move in a position. Cell and Plane are -1 for extra actions.
type moveInfo struct {
	Position string `json:"position"`
	Move     string `json:"move"`
	Action   int    `json:"action"`
	Cell     int    `json:"cell"`
	Plane    int    `json:"plane"`
}

type outcomeInfo struct {
	tensorInfo
	Entries []string `json:"entries"`
}

// card describes the export, but for the checksums of the other files.
func (e *export) card(data []byte, examples []examplePart, report *onnx.Report) *exportInfo {
	s := e.weights.Spec
	sum := sha256.Sum256(data)
	tensor := func(name, layout string, shape ...any) tensorInfo {
		return tensorInfo{name, append([]any{"batch"}, shape...), layout}
	}
	c := &exportInfo{
		Format: exportFormat, Program: version.Get(), Game: describe(e.game), Verification: report,
		Model: modelInfo{
			File: exportModel, Bytes: len(data), SHA256: hex.EncodeToString(sum[:]), TrainingStep: e.weights.Step, Parameters: s.Playing().Parameters(),
			Spec: specInfo{s.Channels, s.Blocks, s.PoolEvery, s.PolicyChannels, s.ValueChannels, s.ValueHidden},
		},
		Input: inputInfo{tensorInfo: tensor(onnx.InputPlanes, onnx.InputLayout(s), s.Height, s.Width, s.InputPlanes)},
		Policy: policyInfo{
			tensorInfo: tensor(onnx.OutputPolicy, onnx.ActionLayout(s), s.Actions()),
			Planes:     actionPlanes(e.game), FirstExtra: s.Cells() * s.PolicyPlanes, Extra: extraNames(e.game),
		},
		Outcome: outcomeInfo{tensorInfo: tensor(onnx.OutputOutcome, onnx.OutcomeLayout(s), s.Outcomes()), Entries: outcomeEntries(s.Players)},
	}
	for i, p := range e.game.Planes {
		c.Input.Planes = append(c.Input.Planes, planeInfo{i, p.Name, p.Doc})
	}
	diagram := e.game.Diagram(e.game.New())
	for cell := range s.Cells() {
		c.Policy.Cells = append(c.Policy.Cells, diagram.Name(cell))
	}
	c.Policy.Examples = moveExamples(e.game, examples)
	return c
}

// outcomeEntries says what each entry of an outcome is.
func outcomeEntries(players int) []string {
	list := []string{"the seat to move wins", "the next seat wins", "the seat after that wins", "the last of the seats wins"}[:players]
	return append(list, "the game is drawn")
}

// movesPerExample is the number of moves of each position that a card lists.
const movesPerExample = 4

// moveExamples takes some legal moves of each position, spread over all of them.
func moveExamples(g *game.Game, examples []examplePart) []moveInfo {
	var list []moveInfo
	for i := range examples {
		p := &examples[i]
		n := min(movesPerExample, len(p.Legal))
		for k := range n {
			a := p.Legal[k*(len(p.Legal)-1)/max(1, n-1)]
			m := moveInfo{p.Position, a.Move, a.Action, a.Action / g.PolicyPlanes, a.Action % g.PolicyPlanes}
			if a.Action >= g.Cells()*g.PolicyPlanes {
				m.Cell, m.Plane = -1, -1
			}
			list = append(list, m)
		}
	}
	return list
}
