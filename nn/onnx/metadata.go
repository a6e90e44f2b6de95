package onnx

import (
	"encoding/json"
	"fmt"
	"strconv"

	"gipfel/nn"
	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// The names of a file's inputs and outputs.
const (
	InputPlanes   = "planes"
	OutputPolicy  = "policy"
	OutputOutcome = "outcome"
)

// The names of a file's properties.
const (
	KeyGame         = "game"          // name of the variant
	KeyRulesVersion = "rules_version" // version of its rules, action layout and encoding
	KeyTitle        = "title"         // name of the game for people
	KeyAuthor       = "author"        // who made the game
	KeySeats        = "seats"         // JSON: names of the seats, in the order in which they move
	KeyInputPlanes  = "input_planes"  // JSON: names of the input planes, in their order
	KeyInputLayout  = "input_layout"  // a sentence
	KeyActionPlanes = "action_planes" // JSON: what each policy plane of a cell is
	KeyExtraActions = "extra_actions" // JSON: what each action that belongs to no cell is
	KeyActionLayout = "action_layout" // a sentence
	KeyOutcomes     = "outcome_layout"
	KeyTrainingStep = "training_step" // training steps behind the weights
	KeySpec         = "spec"          // JSON: the architecture
)

// Metadata is what a file says of a net beside its architecture.
type Metadata struct {
	// Version is that of the program that exports.
	Version string
	// Title and Author are those of the game.
	Title, Author string
	// Seats are the names of the seats; as many as the net has players.
	Seats []string
	// Planes are the names of the input planes, ActionPlanes says what each policy plane of a cell means, ExtraActions what each
	// of the actions after them. There are as many as the net has of each.
	Planes, ActionPlanes, ExtraActions []string
}

// check says which list does not fit a net.
func (m *Metadata) check(s nn.Spec) error {
	for _, list := range []struct {
		what string
		got  []string
		want int
	}{
		{"seats", m.Seats, s.Players},
		{"input planes", m.Planes, s.InputPlanes},
		{"action planes", m.ActionPlanes, s.PolicyPlanes},
		{"extra actions", m.ExtraActions, s.ExtraActions},
	} {
		if len(list.got) != list.want {
			return fmt.Errorf("metadata: %d names for %s, but the net has %d", len(list.got), list.what, list.want)
		}
	}
	return nil
}

// InputLayout says where a value of a position is.
func InputLayout(s nn.Spec) string {
	return fmt.Sprintf("planes[row, y, x, plane], float32; cell y=0, x=0 is the bottom-left corner; flat index within a row: (y*%d + x)*%d + plane",
		s.Width, s.InputPlanes)
}

// ActionLayout says which action an index of the policy is.
func ActionLayout(s nn.Spec) string {
	text := fmt.Sprintf("policy[row, action], logits; action = cell*%d + plane with cell = y*%d + x", s.PolicyPlanes, s.Width)
	if s.ExtraActions > 0 {
		text += fmt.Sprintf("; extra action i is %d + i", s.Cells()*s.PolicyPlanes)
	}
	return text + "; illegal actions have logits too and must be masked before the softmax"
}

// OutcomeLayout says what the entries of an outcome are.
func OutcomeLayout(s nn.Spec) string {
	return fmt.Sprintf("outcome[row, i], probabilities; i = 0 that the seat to move wins, i = k below %d that the k-th seat after it wins, "+
		"i = %d that the game is drawn", s.Players, s.Players)
}

// architecture is nn.Spec as a file has it.
type architecture struct {
	Width          int `json:"width"`
	Height         int `json:"height"`
	InputPlanes    int `json:"input_planes"`
	PolicyPlanes   int `json:"policy_planes"`
	ExtraActions   int `json:"extra_actions"`
	Players        int `json:"players"`
	Channels       int `json:"channels"`
	Blocks         int `json:"blocks"`
	PoolEvery      int `json:"pool_every"`
	PolicyChannels int `json:"policy_channels"`
	ValueChannels  int `json:"value_channels"`
	ValueHidden    int `json:"value_hidden"`
}

func architectureOf(s nn.Spec) architecture {
	return architecture{
		s.Width, s.Height, s.InputPlanes, s.PolicyPlanes, s.ExtraActions, s.Players,
		s.Channels, s.Blocks, s.PoolEvery, s.PolicyChannels, s.ValueChannels, s.ValueHidden,
	}
}

func (a architecture) spec(game string, rules int) nn.Spec {
	return nn.Spec{
		Game: game, RulesVersion: rules,
		Width: a.Width, Height: a.Height, InputPlanes: a.InputPlanes,
		PolicyPlanes: a.PolicyPlanes, ExtraActions: a.ExtraActions, Players: a.Players,
		Channels: a.Channels, Blocks: a.Blocks, PoolEvery: a.PoolEvery,
		PolicyChannels: a.PolicyChannels, ValueChannels: a.ValueChannels, ValueHidden: a.ValueHidden,
	}
}

// properties writes the metadata of a net.
func properties(w *nn.Weights, m Metadata) []*onnxv1.StringStringEntryProto {
	s := w.Spec
	var list []*onnxv1.StringStringEntryProto
	add := func(key, value string) { list = append(list, &onnxv1.StringStringEntryProto{Key: key, Value: value}) }
	add(KeyGame, s.Game)
	add(KeyRulesVersion, strconv.Itoa(s.RulesVersion))
	add(KeyTitle, m.Title)
	add(KeyAuthor, m.Author)
	add(KeySeats, jsonText(m.Seats))
	add(KeyInputPlanes, jsonText(m.Planes))
	add(KeyInputLayout, InputLayout(s))
	add(KeyActionPlanes, jsonText(m.ActionPlanes))
	add(KeyExtraActions, jsonText(append([]string{}, m.ExtraActions...))) // none is [], not null
	add(KeyActionLayout, ActionLayout(s))
	add(KeyOutcomes, OutcomeLayout(s))
	add(KeyTrainingStep, strconv.FormatUint(w.Step, 10))
	add(KeySpec, jsonText(architectureOf(s)))
	return list
}

// jsonText writes plain lists and numbers, which always can be.
func jsonText(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// readSpec reads the architecture and the game from a file's properties.
func readSpec(properties map[string]string) (nn.Spec, error) {
	rules, err := strconv.Atoi(properties[KeyRulesVersion])
	if err != nil {
		return nn.Spec{}, fmt.Errorf("property %s is %q, want a number", KeyRulesVersion, properties[KeyRulesVersion])
	}
	text, ok := properties[KeySpec]
	if !ok {
		return nn.Spec{}, fmt.Errorf("property %s is missing: the file was not written by gipfel", KeySpec)
	}
	var a architecture
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return nn.Spec{}, fmt.Errorf("property %s: %w", KeySpec, err)
	}
	s := a.spec(properties[KeyGame], rules)
	return s, s.Validate()
}
