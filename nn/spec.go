package nn

import (
	"errors"
	"fmt"
)

// Spec is the architecture of a net and what it was made for. Specs are comparable with ==; two nets have the same tensors
// exactly if their specs are equal up to Game and RulesVersion.
type Spec struct {
	// Game and RulesVersion name the variant and the version of its rules, action layout and encoding.
	Game         string
	RulesVersion int

	// Width and Height are the size of the board in cells, InputPlanes the number of values that describe a cell.
	Width, Height, InputPlanes int
	// PolicyPlanes is the number of actions that belong to a cell, ExtraActions the number of those that belong to none,
	// and Players the number of seats.
	PolicyPlanes, ExtraActions, Players int

	// Channels and Blocks are the width and depth of the residual tower.
	Channels, Blocks int
	// PoolEvery makes every PoolEvery-th block (the last of each group) add a bias computed from the whole board; 0 = none.
	PoolEvery int
	// PolicyChannels is the width of the policy head. ValueChannels is the width of the outcome head before pooling, and
	// ValueHidden after it.
	PolicyChannels, ValueChannels, ValueHidden int

	// Heads says what the net learns besides policy and outcome.
	Heads Heads
}

// Bounds of a Spec. They are far above anything useful, and keep a damaged or hostile file from asking for the moon.
const (
	maxSide       = 64 // cells
	maxPlanes     = 4096
	maxChannels   = 4096
	maxBlocks     = 512
	maxPlayers    = 16
	maxActions    = 1<<16 - 1
	maxParameters = 1 << 26
)

// Validate says which field is out of its range, if any is.
func (s Spec) Validate() error {
	if s.Game == "" {
		return errors.New("net spec: game is empty")
	}
	for _, f := range []struct {
		name       string
		value, min int
		max        int
	}{
		{"rules version", s.RulesVersion, 0, 1 << 30},
		{"width", s.Width, 1, maxSide},
		{"height", s.Height, 1, maxSide},
		{"input planes", s.InputPlanes, 1, maxPlanes},
		{"policy planes", s.PolicyPlanes, 1, maxPlanes},
		{"extra actions", s.ExtraActions, 0, maxPlanes},
		{"players", s.Players, 2, maxPlayers},
		{"channels", s.Channels, 1, maxChannels},
		{"blocks", s.Blocks, 0, maxBlocks},
		{"pool every", s.PoolEvery, 0, maxBlocks},
		{"policy channels", s.PolicyChannels, 1, maxChannels},
		{"value channels", s.ValueChannels, 1, maxChannels},
		{"value hidden", s.ValueHidden, 1, maxChannels},
	} {
		if f.value < f.min || f.value > f.max {
			return fmt.Errorf("net spec: %s is %d, want %d to %d", f.name, f.value, f.min, f.max)
		}
	}
	if n := s.Actions(); n > maxActions {
		return fmt.Errorf("net spec: %d actions (%d cells × %d planes + %d), want at most %d",
			n, s.Cells(), s.PolicyPlanes, s.ExtraActions, maxActions)
	}
	if n := s.Parameters(); n > maxParameters {
		return fmt.Errorf("net spec: %d parameters, want at most %d", n, maxParameters)
	}
	return nil
}

// Cells is the number of cells of the board.
func (s Spec) Cells() int { return s.Width * s.Height }

// Actions is the size of the policy: index cell*PolicyPlanes+plane, then the extra actions.
func (s Spec) Actions() int { return s.Cells()*s.PolicyPlanes + s.ExtraActions }

// InputSize is the number of values that encode a position: index cell*InputPlanes+plane.
func (s Spec) InputSize() int { return s.Cells() * s.InputPlanes }

// Outcomes is the number of outcomes of a game: each seat's win, relative to the mover, and the draw, which comes last.
func (s Spec) Outcomes() int { return s.Players + 1 }

// Owners is the number of those whose a cell may be: each seat, relative to the mover, and nobody, which comes last.
func (s Spec) Owners() int { return s.Players + 1 }

// Pooled reports whether a block (counted from 0) adds a pooled bias.
func (s Spec) Pooled(block int) bool { return s.PoolEvery > 0 && (block+1)%s.PoolEvery == 0 }

// Parameters is the number of learned numbers, those of the heads for training among them.
func (s Spec) Parameters() int {
	n := 0
	for _, t := range s.Layout() {
		n += t.Size()
	}
	return n
}
