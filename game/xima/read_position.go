package xima

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
)

// field is a part of a position string in messages.
type field string

const (
	fieldRows  field = "rows"
	fieldTurn  field = "turn"
	fieldHands field = "hands"
	fieldQuiet field = "quiet turns"
	fieldPlies field = "plies"
	fieldDice  field = "dice"
)

// ParseState implements game.Notation.
func (n notation) ParseState(text string) (game.State, error) {
	fail := func(f field, format string, args ...any) (game.State, error) {
		return nil, &game.PositionError{Text: text, Field: string(f), Problem: fmt.Sprintf(format, args...)}
	}
	fields, names := strings.Split(text, " "), "rows turn hands quiet plies"
	if n.v.mode != sport {
		names += " dice"
	}
	if want := len(strings.Fields(names)); len(fields) != want {
		return fail("fields", "there are %d, separated by single spaces; %s has %d: %s", len(fields), n.v.name, want, names)
	}

	columns, err := n.parseRows(fields[0])
	if err != nil {
		return fail(fieldRows, "%s", err)
	}
	blocks := 0
	for _, column := range columns {
		blocks += len(column)
	}
	if most := n.v.players * (1 + n.v.mostNormals(maxPlies)); blocks > most {
		return fail(fieldRows, "there are %d blocks, more than the %d that a game can bring", blocks, most)
	}
	s := emptyState(n.v, blocks)
	for c, column := range columns {
		for _, k := range column {
			s.push(c, k)
		}
		s.relevel(c)
	}

	if len(fields[1]) != 1 || fields[1][0] < 'a' || int(fields[1][0]-'a') >= n.v.players {
		return fail(fieldTurn, "%q is no seat, a to %c", fields[1], 'a'+n.v.players-1)
	}
	s.turn = game.Player(fields[1][0] - 'a')
	if s.plies, err = parseCount(fields[4], maxPlies); err != nil {
		return fail(fieldPlies, "%s", err)
	}
	if err := s.parseHands(fields[2]); err != nil {
		return fail(fieldHands, "%s", err)
	}
	if s.quiet, err = parseCount(fields[3], quietTurns*n.v.players); err != nil {
		return fail(fieldQuiet, "%s", err)
	}
	if err := s.checkSpecials(columns); err != nil {
		return fail(fieldRows, "%s", err)
	}
	if s.out[s.turn] {
		return fail(fieldTurn, "seat %s is out", fields[1])
	}
	s.hash = s.freshHash()
	s.remember()

	dice := "-"
	if n.v.mode != sport {
		dice = fields[5]
	}
	if err := s.resume(columns[n.v.summit], dice); err != nil {
		f := fieldDice
		if n.v.mode == sport {
			f = fieldTurn
		}
		return fail(f, "%s", err)
	}
	if err := s.checkNormals(); err != nil { // the turn may have begun with a gift, which there was one of at most
		return fail(fieldHands, "with the extra material that is due now, %s", err)
	}
	return s, nil
}

// parseCount reads a number from 0 to most, written as FormatState does.
func parseCount(text string, most int) (int16, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is not a number from 0 to %d", text, most)
	}
	return int16(n), nil
}

// parseRows returns the columns of the cells, from the bottom up.
func (n notation) parseRows(text string) ([][]kind, error) {
	rows := strings.Split(text, "/")
	if len(rows) != n.v.size {
		return nil, fmt.Errorf("there are %d, the board has %d", len(rows), n.v.size)
	}
	columns := make([][]kind, n.v.area)
	for i, row := range rows {
		y := n.v.size - 1 - i
		cells, err := n.parseRow(row)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", y+1, err)
		}
		copy(columns[y*n.v.size:], cells)
	}
	return columns, nil
}

func (n notation) parseRow(text string) ([][]kind, error) {
	var cells [][]kind
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			end := i
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			vacant, err := parseCount(text[i:end], n.v.size)
			if err != nil || vacant == 0 {
				return nil, fmt.Errorf("%q vacant cells; a number is 1 to %d", text[i:end], n.v.size)
			}
			cells = append(cells, make([][]kind, vacant)...)
			i = end
		case c == '(':
			inside, _, ok := strings.Cut(text[i+1:], ")")
			if !ok || len(inside) < 2 {
				return nil, fmt.Errorf("%q does not hold two or more blocks between parentheses", text[i:])
			}
			column, err := n.parseColumn(inside)
			if err != nil {
				return nil, err
			}
			cells = append(cells, column)
			i += len(inside) + 2
		default:
			column, err := n.parseColumn(text[i : i+1])
			if err != nil {
				return nil, err
			}
			cells = append(cells, column)
			i++
		}
		if len(cells) > n.v.size {
			break
		}
	}
	if len(cells) != n.v.size {
		return nil, fmt.Errorf("it does not describe %d cells", n.v.size)
	}
	return cells, nil
}

func (n notation) parseColumn(text string) ([]kind, error) {
	var column []kind
	for _, r := range []byte(text) {
		seat, special := int(r)-'a', false
		if r >= 'A' && r <= 'Z' {
			seat, special = int(r)-'A', true
		}
		if seat < 0 || seat >= n.v.players {
			return nil, fmt.Errorf("%q is no block; blocks are a to %c and, for specials, A to %c",
				r, 'a'+n.v.players-1, 'A'+n.v.players-1)
		}
		column = append(column, newKind(game.Player(seat), special))
	}
	return column, nil
}

// mostNormals bounds the normal blocks of a seat after some plies. A turn begins with one gift at most, the first included.
func (v *variant) mostNormals(plies int) int { return v.normals + gift*(plies+1) }

// parseHands reads the hands, once the board and the plies are known.
func (s *state) parseHands(text string) error {
	hands := strings.Split(text, ",")
	if len(hands) != s.v.players {
		return fmt.Errorf("there are %d, separated by commas; there are %d seats", len(hands), s.v.players)
	}
	most := s.v.mostNormals(int(s.plies))
	for seat, hand := range hands {
		name := string(rune('a' + seat))
		if hand == "out" {
			if s.standing[seat] > 0 {
				return fmt.Errorf("seat %s is out but has blocks on the board", name)
			}
			s.out[seat], s.special[seat] = true, captured
			s.inPlay--
			continue
		}
		number, place := hand, onBoard
		if rest, ok := strings.CutSuffix(hand, "="); ok {
			number, place = rest, inHand
		} else if rest, ok := strings.CutSuffix(hand, "x"); ok {
			number, place = rest, captured
		}
		normals, err := parseCount(number, most)
		if err != nil {
			return fmt.Errorf("seat %s: %w; = or x may follow", name, err)
		}
		s.normals[seat], s.special[seat] = normals, place
	}
	return s.checkNormals()
}

// checkNormals checks that no seat has more normal blocks than it can have come by.
func (s *state) checkNormals() error {
	most := s.v.mostNormals(int(s.plies))
	for seat := range s.v.players {
		total := int(s.normals[seat] + s.standing[seat])
		if s.special[seat] == onBoard {
			total--
		}
		if total > most {
			return fmt.Errorf("seat %c has %d normal blocks on the board and in hand, but after %d plies there are at most %d",
				'a'+seat, total, s.plies, most)
		}
	}
	return nil
}

// checkSpecials checks that each special is on the board exactly if the hands say so, and what stands on the summit.
func (s *state) checkSpecials(columns [][]kind) error {
	var count [game.MaxPlayers]int
	for _, column := range columns {
		for _, k := range column {
			if k.special() {
				count[k.owner()]++
			}
		}
	}
	for seat := range s.v.players {
		name := string(rune('A' + seat))
		switch {
		case count[seat] > 1:
			return fmt.Errorf("there are %d specials %s; a seat has one", count[seat], name)
		case count[seat] == 1 && s.special[seat] != onBoard:
			return fmt.Errorf("the special %s is on the board and in the hands field, too", name)
		case count[seat] == 0 && s.special[seat] == onBoard:
			return fmt.Errorf("the special %s is not on the board, nor in the hands field (= in hand, x captured)", name)
		}
	}
	if on := columns[s.v.summit]; len(on) > 1 || len(on) == 1 && !on[0].special() {
		return fmt.Errorf("on %s there can be nothing but one special", s.v.cellName(s.v.summit))
	}
	return nil
}

// resume goes on from the position that has been read: at the end of the game, at the beginning of the turn, or with
// rolled dice.
func (s *state) resume(summit []kind, dice string) error {
	switch {
	case dice != "-" && s.v.dice(s.turn) == 0:
		return fmt.Errorf("%q: the seat to move has no dice; write -", dice)
	case dice != "-" && dice != "?":
		if len(summit) > 0 || s.inPlay == 1 {
			return fmt.Errorf("%q: the game is over; write -", dice)
		}
		return s.parseDice(dice)
	case len(summit) > 0:
		winner := summit[0].owner()
		if s.turn != winner {
			return fmt.Errorf("the special of seat %c is on the summit, so it has won and the turn is its own", 'a'+rune(winner))
		}
		s.end(winner, reasonSummit)
	case s.inPlay == 1:
		s.end(s.turn, reasonNoMeans)
	default:
		s.beginTurn()
	}
	if dice == "-" && s.phase == rolling {
		return errors.New("the dice are still to be rolled; write ?")
	}
	return nil
}

// parseDice reads dice that have been rolled.
func (s *state) parseDice(text string) error {
	if s.standing[s.turn]+s.normals[s.turn] == 0 && s.special[s.turn] != inHand || s.ahogado() || s.plies >= maxPlies ||
		s.quiet >= s.quietLimit() {
		return fmt.Errorf("%q: this turn does not begin with a roll, because the game ends or material is given; write ?", text)
	}
	first, rest, second := strings.Cut(text, "@")
	if second {
		return s.parseSecond(text, first, rest)
	}
	for _, r := range s.v.rolls {
		if strings.TrimPrefix(r.String(), "roll") == text {
			s.low, s.high, s.phase = r.low, r.high, choosing
			return nil
		}
	}
	return fmt.Errorf("%q is not a roll such as %q, nor ?", text, strings.TrimPrefix(s.v.rolls[0].String(), "roll"))
}

// parseSecond reads the die that is left and where the first one moved a block.
func (s *state) parseSecond(text, die, at string) error {
	if s.v.dice(s.turn) != 2 {
		return fmt.Errorf("%q: the seat to move has not two dice", text)
	}
	if s.plies == 0 {
		return fmt.Errorf("%q: after 0 plies there has been no first move", text)
	}
	if len(die) != 1 || die[0] < '1' || die[0] > '0'+dieSides {
		return fmt.Errorf("%q: before the @ stands the die that is left, 1 to %d", text, dieSides)
	}
	at, s.progress = strings.CutSuffix(at, "+")
	if at == "-" {
		if s.special[s.turn] != inHand || !s.progress {
			return fmt.Errorf("%q: @- is for a rescue, after which the special is in hand and + follows", text)
		}
	} else {
		c, err := s.v.parseCell(at)
		if err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
		if !s.tops[s.turn].has(c) {
			return fmt.Errorf("%q: the topmost block on %s is not of the seat to move", text, at)
		}
		s.moved = uint8(c)
	}
	s.low, s.phase = die[0]-'0', choosingSecond
	return nil
}
