package gametest

import "gipfel/game"

// bend turns a tiny game into a broken one: each hook that is set replaces a method of the position, and is given the
// sound position to work with.
type bend struct {
	toMove   func(s *tinyState) game.Player
	actions  func(s *tinyState, dst []game.Action) []game.Action
	odds     func(s *tinyState, dst []float32) []float32
	apply    func(s *tinyState, a game.Action)
	copyFrom func(s, from *tinyState)
	returns  func(s *tinyState, dst []float32)
	ending   func(s *tinyState) game.Ending
	hash     func(s *tinyState, horizon int) (position, past uint64)
	ranks    func(s *tinyState, dst []int32, actions []game.Action) []int32

	format      func(s *tinyState, a game.Action) string
	parse       func(s *tinyState, text string) (game.Action, error)
	formatState func(s *tinyState) string
	parseState  func(text string) (*tinyState, error)
	board       func(s *tinyState) string
	diagram     func(s *tinyState) game.Diagram
}

// bentState is a tiny position with some methods replaced.
type bentState struct {
	*tinyState
	b *bend
}

func (s *bentState) ToMove() game.Player {
	if s.b.toMove != nil {
		return s.b.toMove(s.tinyState)
	}
	return s.tinyState.ToMove()
}

func (s *bentState) AppendActions(dst []game.Action) []game.Action {
	if s.b.actions != nil {
		return s.b.actions(s.tinyState, dst)
	}
	return s.tinyState.AppendActions(dst)
}

func (s *bentState) AppendOdds(dst []float32) []float32 {
	if s.b.odds != nil {
		return s.b.odds(s.tinyState, dst)
	}
	return s.tinyState.AppendOdds(dst)
}

func (s *bentState) Apply(a game.Action) {
	if s.b.apply != nil {
		s.b.apply(s.tinyState, a)
		return
	}
	s.tinyState.Apply(a)
}

func (s *bentState) CopyFrom(from game.State) {
	if s.b.copyFrom != nil {
		s.b.copyFrom(s.tinyState, from.(*bentState).tinyState)
		return
	}
	s.tinyState.CopyFrom(from.(*bentState).tinyState)
}

func (s *bentState) Returns(dst []float32) {
	if s.b.returns != nil {
		s.b.returns(s.tinyState, dst)
		return
	}
	s.tinyState.Returns(dst)
}

func (s *bentState) Ending() game.Ending {
	if s.b.ending != nil {
		return s.b.ending(s.tinyState)
	}
	return s.tinyState.Ending()
}

func (s *bentState) Hash(horizon int) (position, past uint64) {
	if s.b.hash != nil {
		return s.b.hash(s.tinyState, horizon)
	}
	return s.tinyState.Hash(horizon)
}

func (s *bentState) AppendRanks(dst []int32, actions []game.Action) []int32 {
	if s.b.ranks != nil {
		return s.b.ranks(s.tinyState, dst, actions)
	}
	return s.tinyState.AppendRanks(dst, actions)
}

// bentNotation is the tiny notation with some methods replaced.
type bentNotation struct {
	sound game.Notation
	b     *bend
}

func (n bentNotation) FormatAction(s game.State, a game.Action) string {
	if n.b.format != nil {
		return n.b.format(s.(*bentState).tinyState, a)
	}
	return n.sound.FormatAction(s.(*bentState).tinyState, a)
}

func (n bentNotation) ParseAction(s game.State, text string) (game.Action, error) {
	if n.b.parse != nil {
		return n.b.parse(s.(*bentState).tinyState, text)
	}
	return n.sound.ParseAction(s.(*bentState).tinyState, text)
}

func (n bentNotation) FormatState(s game.State) string {
	if n.b.formatState != nil {
		return n.b.formatState(s.(*bentState).tinyState)
	}
	return n.sound.FormatState(s.(*bentState).tinyState)
}

func (n bentNotation) ParseState(text string) (game.State, error) {
	var s *tinyState
	var err error
	if n.b.parseState != nil {
		s, err = n.b.parseState(text)
	} else if sound, soundErr := n.sound.ParseState(text); soundErr == nil {
		s = sound.(*tinyState)
	} else {
		err = soundErr
	}
	if err != nil {
		return nil, err
	}
	return &bentState{s, n.b}, nil
}

func (n bentNotation) Board(s game.State) string {
	if n.b.board != nil {
		return n.b.board(s.(*bentState).tinyState)
	}
	return n.sound.Board(s.(*bentState).tinyState)
}

// bent returns a copy of a tiny game with hooks in its positions and its notation. The copy may be bent further.
func bent(sound *game.Game, b bend) *game.Game {
	g := *sound
	g.New = func() game.State { return &bentState{sound.New().(*tinyState), &b} }
	g.Encode = func(s game.State, dst []float32) { sound.Encode(s.(*bentState).tinyState, dst) }
	g.Score = func(s game.State, seat game.Player) int { return sound.Score(s.(*bentState).tinyState, seat) }
	g.Notation = bentNotation{sound.Notation, &b}
	g.Diagram = func(s game.State) game.Diagram {
		if b.diagram != nil {
			return b.diagram(s.(*bentState).tinyState)
		}
		return sound.Diagram(s.(*bentState).tinyState)
	}
	return &g
}

// bentEncode returns a tiny game whose encoding is changed after it was written.
func bentEncode(encode func(sound func(dst []float32), s *tinyState, dst []float32)) *game.Game {
	g := bent(Tiny, bend{})
	sound := g.Encode
	g.Encode = func(s game.State, dst []float32) {
		encode(func(dst []float32) { sound(s, dst) }, s.(*bentState).tinyState, dst)
	}
	return g
}

// bentSymmetries returns a tiny game with a change in a deep copy of its symmetries.
func bentSymmetries(change func(all []game.Symmetry) []game.Symmetry) *game.Game {
	g := *Tiny
	fresh := newTiny("tiny", 2, 3, false)
	g.Symmetries = change(fresh.Symmetries)
	return &g
}

// altered returns a tiny game with changed fields.
func altered(change func(g *game.Game)) *game.Game {
	g := *Tiny
	change(&g)
	return &g
}
