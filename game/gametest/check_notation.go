package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gipfel/game"
)

func checkMoveNotation(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.sampled(r) {
			if err := s.at(r, i, st, s.movesReadBack(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *suite) movesReadBack(st game.State) error {
	n := s.g.Notation
	written := make(map[string]game.Action)
	for _, a := range st.AppendActions(nil) {
		text := n.FormatAction(st, a)
		if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\r\t") {
			return fmt.Errorf("action %d is written %q: not a clean word", a, text)
		}
		if other, taken := written[text]; taken {
			return fmt.Errorf("actions %d and %d are both written %q", other, a, text)
		}
		written[text] = a
		back, err := n.ParseAction(st, text)
		if err != nil {
			return fmt.Errorf("action %d is written %q, but read: %w", a, text, err)
		}
		if back != a {
			return fmt.Errorf("action %d is written %q, but read as %d", a, text, back)
		}
	}
	return nil
}

func checkPositionNotation(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.sampled(r) {
			if s.g.Notation.Board(st) == "" {
				return s.at(r, i, st, errors.New("the board is drawn as nothing"))
			}
			if st.ToMove() == game.Terminal {
				continue
			}
			if err := s.at(r, i, st, s.positionReadsBack(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// positionReadsBack checks that what is written of a position suffices to go on from it. Only history may be lost.
func (s *suite) positionReadsBack(st game.State) error {
	v := s.look(st)
	if strings.ContainsAny(v.position, "\n\r") {
		return errors.New("the position is written on more than one line")
	}
	back, err := s.g.Notation.ParseState(v.position)
	if err != nil {
		return err
	}
	w := s.look(back)
	if s.historyBars && w.mover == v.mover {
		for _, a := range v.actions {
			if !slices.Contains(w.actions, a) {
				return fmt.Errorf("action %d is no longer legal after reading the position", a)
			}
		}
		w.actions, w.odds = v.actions, v.odds
	}
	for p, plane := range s.g.Planes {
		if slices.Contains(s.historyPlanes, plane.Name) && len(w.encoding) == len(v.encoding) {
			for j := p; j < len(v.encoding); j += len(s.g.Planes) {
				w.encoding[j] = v.encoding[j]
			}
		}
	}
	w.board = v.board // it may show history
	if err := v.differs(w); err != nil {
		return fmt.Errorf("written and read: %w", err)
	}
	return nil
}

func checkForeignMoves(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.sampled(r) {
			for _, text := range s.foreignMoves(st) {
				if err := s.at(r, i, st, s.foreignMoveIsHandled(st, text)); err != nil {
					return fmt.Errorf("reading move %q: %w", text, err)
				}
			}
		}
	}
	return nil
}

// foreignMoves returns texts of all kinds: hopeless ones, and legal moves with small mistakes.
func (s *suite) foreignMoves(st game.State) []string {
	texts := slices.Clone(garbage)
	actions := st.AppendActions(nil)
	for range min(4, len(actions)) {
		texts = append(texts, s.mutate(s.g.Notation.FormatAction(st, actions[s.rng.IntN(len(actions))])))
	}
	return texts
}

func (s *suite) foreignMoveIsHandled(st game.State, text string) error {
	a, err := s.g.Notation.ParseAction(st, text)
	if err == nil {
		if !slices.Contains(st.AppendActions(nil), a) {
			return fmt.Errorf("it is read as %d, which is not legal", a)
		}
		return nil
	}
	var moveError *game.MoveError
	if !errors.As(err, &moveError) {
		return fmt.Errorf("the error is a %T, not a *game.MoveError: %w", err, err)
	}
	if moveError.Problem == "" {
		return errors.New("the error does not say what the problem is")
	}
	return nil
}

func checkForeignPositions(s *suite) error {
	for _, text := range garbage {
		if err := s.foreignPositionIsHandled(text); err != nil {
			return fmt.Errorf("reading position %q: %w", text, err)
		}
	}
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for _, st := range s.sampled(r) {
			text := s.g.Notation.FormatState(st)
			for range 4 {
				mutant := s.mutate(text)
				if err := s.foreignPositionIsHandled(mutant); err != nil {
					return fmt.Errorf("reading position %q: %w", mutant, err)
				}
			}
		}
	}
	return nil
}

// foreignPositionIsHandled demands of a text that is read as a position that it can be played on from like any other.
func (s *suite) foreignPositionIsHandled(text string) error {
	st, err := s.g.Notation.ParseState(text)
	if err != nil {
		var positionError *game.PositionError
		if !errors.As(err, &positionError) {
			return fmt.Errorf("the error is a %T, not a *game.PositionError: %w", err, err)
		}
		if positionError.Field == "" || positionError.Problem == "" {
			return fmt.Errorf("the error does not name the field and the problem: %w", err)
		}
		return nil
	}
	for range 8 {
		if err := errors.Join(s.actionsAreSound(st), s.endingIsSound(st)); err != nil {
			return fmt.Errorf("it is read as %q: %w", s.g.Notation.FormatState(st), err)
		}
		if st.ToMove() == game.Terminal {
			return nil
		}
		if err := s.positionReadsBack(st); err != nil {
			return fmt.Errorf("it is read as %q: %w", s.g.Notation.FormatState(st), err)
		}
		s.playOn(st, 1)
	}
	return nil
}

// garbage is what nobody should take for a move or a position, and what has broken readers before.
var garbage = []string{
	"", " ", "/", "//////", "-", "=", "0", "0000", "a", "a1", "z99", "a1a1", "A1", "a0", "1a", "pass", "x", "o x 0 1",
	"\x00", "\xff\xfe", "é", "９", "🙂", "a1\n", "%s%d", "-1", "99999999999999999999", "1e9", "NaN",
	"7/7/7/7/7/7/7", "9/9/9/9/9/9/9/9/9 a", strings.Repeat("a1", 5000), strings.Repeat("/", 5000), strings.Repeat("9", 5000),
}

// mutate makes one to three small mistakes in a text: the kind that leaves most of its fields intact.
func (s *suite) mutate(text string) string {
	const alphabet = "abcdefghmoxABCDM0123456789/- =,.;\x00é"
	b := []byte(text)
	for range 1 + s.rng.IntN(3) {
		if len(b) == 0 {
			return string(b)
		}
		at, other := s.rng.IntN(len(b)), s.rng.IntN(len(b))
		switch s.rng.IntN(16) {
		case 0:
			b = b[:at]
		case 1: // double or drop a part
			b = slices.Concat(b[:at], b[other:])
		case 2, 3:
			b = slices.Delete(b, at, at+1)
		case 4, 5:
			b = slices.Insert(b, at, alphabet[s.rng.IntN(len(alphabet))])
		case 6, 7:
			b[at] = alphabet[s.rng.IntN(len(alphabet))]
		case 8, 9:
			b[at], b[other] = b[other], b[at]
		case 10, 11:
			b[at] = b[other]
		default: // a wrong number, wherever there are numbers
			if i := bytes.IndexFunc(b[at:], unicode.IsDigit); i >= 0 {
				b[at+i] = '0' + byte(s.rng.IntN(10))
			}
		}
	}
	return string(b)
}
