package xima

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// pattern is what a text says of a move. Parts it does not name are -1, or 0 for the die.
type pattern struct {
	kind turnKind
	// special and normal say which blocks are meant.
	special, normal bool
	// either is set where an insert and a move are meant alike.
	either  bool
	capture bool
	// column and row restrict the origin of a move.
	column, row int
	to          int
	die         int
}

// parsePattern reads a move in upper case. It knows the board but not the position.
func (n notation) parsePattern(text string) (pattern, error) {
	p := pattern{kind: move, normal: true, column: -1, row: -1, to: -1}
	switch text {
	case "":
		return p, errors.New("it is empty")
	case "PASS":
		p.kind = pass
		return p, nil
	case "STOP":
		p.kind = stop
		return p, nil
	case "TOP":
		p.special, p.normal, p.either, p.to = true, false, true, n.v.summit
		return p, nil
	}
	rest := text
	switch rest[0] {
	case '-':
		p.kind = insert
		rest = rest[1:]
	case '=':
		p.special, p.normal = true, false
		rest = rest[1:]
	}
	if body, die, ok := strings.Cut(rest, "/"); ok {
		if len(die) != 1 || die[0] < '1' || die[0] > '6' {
			return p, fmt.Errorf("%q after the slash is not a die, 1 to 6", die)
		}
		rest, p.die = body, int(die[0]-'0')
	}

	origin, target, err := n.splitCells(rest)
	if err != nil {
		return p, err
	}
	if p.to, err = n.v.parseCell(target); err != nil {
		return p, err
	}
	origin, p.capture = strings.CutSuffix(origin, "X")
	p.either = p.special && origin == "" && !p.capture
	switch {
	case origin == "":
	case p.kind == insert:
		return p, errors.New("an insert has one cell")
	case origin[0] >= 'A' && origin[0] <= 'Z' && len(origin) > 1:
		from, err := n.v.parseCell(origin)
		if err != nil {
			return p, err
		}
		p.column, p.row = from%n.v.size, from/n.v.size
	case origin[0] >= 'A' && origin[0] <= 'Z':
		from, err := n.v.parseCell(origin + "1")
		if err != nil {
			return p, err
		}
		p.column = from % n.v.size
	default:
		from, err := n.v.parseCell("A" + origin)
		if err != nil {
			return p, err
		}
		p.row = from / n.v.size
	}
	if p.kind == insert && p.capture {
		return p, errors.New("an insert never captures")
	}
	return p, nil
}

// splitCells separates the last cell from what comes before it.
func (n notation) splitCells(text string) (origin, target string, err error) {
	i := len(text)
	for i > 0 && text[i-1] >= '0' && text[i-1] <= '9' {
		i--
	}
	if i == len(text) || i == 0 || text[i-1] < 'A' || text[i-1] > 'Z' {
		return "", "", fmt.Errorf("a move ends with a cell such as %s", n.v.cellName(n.v.summit))
	}
	return text[:i-1], text[i-1:], nil
}

// parseCell reads a cell in upper case.
func (b *board) parseCell(text string) (int, error) {
	wrong := fmt.Errorf("%q is not a cell; cells are A1 to %s", text, b.cellName(b.area-1))
	if len(text) < 2 || len(text) > 3 || text[1] == '0' || text[1] == '+' || text[1] == '-' {
		return 0, wrong
	}
	column := int(text[0]) - 'A'
	row, err := strconv.Atoi(text[1:])
	if err != nil || !b.inside(column, row-1) {
		return 0, wrong
	}
	return (row-1)*b.size + column, nil
}

// matches tells whether a legal action is what the text says.
func (p *pattern) matches(s *state, t turnAction) bool {
	if p.kind >= pass || t.kind >= pass {
		return p.kind == t.kind
	}
	if t.to != p.to || !p.either && t.kind != p.kind {
		return false
	}
	if t.kind == insert {
		die := s.low
		if t.higher {
			die = s.high
		}
		return t.special == p.special && (p.die == 0 || p.die == int(die))
	}
	special := s.blocks[s.top[t.from]].kind.special()
	return special == p.special &&
		(p.column < 0 || p.column == t.from%s.v.size) &&
		(p.row < 0 || p.row == t.from/s.v.size) &&
		(p.die == 0 || p.die == t.distance)
}

// explain says why no legal action is what the text says.
func (p *pattern) explain(s *state) string {
	switch {
	case p.kind == pass:
		return "a turn is passed only when no other action is legal"
	case p.kind == stop:
		return "only after the first of two dice a turn can stop"
	case p.special && s.special[s.turn] == captured:
		return "the special is captured"
	case p.special && s.special[s.turn] == onBoard && p.column < 0 && p.row < 0:
		return fmt.Sprintf("the special cannot go to %s", s.v.cellName(p.to))
	case p.kind == insert || p.either:
		return p.explainInsert(s)
	case p.column < 0 || p.row < 0:
		return fmt.Sprintf("no block of yours that it could mean can go to %s", s.v.cellName(p.to))
	}
	return p.explainMove(s)
}

func (p *pattern) explainInsert(s *state) string {
	to := s.v.cellName(p.to)
	switch {
	case !p.special && s.normals[s.turn] == 0:
		return "no normal block is in hand"
	case p.special && s.rescuedThisTurn():
		return "a rescued special can be inserted from the next turn on"
	case !s.vacant.has(p.to):
		return fmt.Sprintf("%s is not vacant, and an insert ends on a vacant cell", to)
	case p.to == s.v.summit && !p.special && !s.mayRescue(s.turn):
		return "a normal block may end on the summit only to rescue a captured special"
	}
	return fmt.Sprintf("no way from the rim leads to %s", to)
}

func (p *pattern) explainMove(s *state) string {
	from := p.row*s.v.size + p.column
	name, to := s.v.cellName(from), s.v.cellName(p.to)
	k := s.blocks[s.top[from]].kind
	d, distance := s.v.straight(from, p.to)
	switch {
	case s.vacant.has(from):
		return fmt.Sprintf("%s is vacant", name)
	case !s.tops[s.turn].has(from):
		return fmt.Sprintf("the topmost block on %s is not yours", name)
	case k.special() && !p.special:
		return fmt.Sprintf("the block on %s is the special, whose moves begin with =", name)
	case !k.special() && p.special:
		return fmt.Sprintf("the block on %s is not the special", name)
	case from == int(s.moved) && s.phase == choosingSecond:
		return "the second die must move a different block"
	case distance == 0:
		return fmt.Sprintf("%s and %s are not on a straight line", name, to)
	case !s.dieAllows(distance):
		return fmt.Sprintf("%s is %d steps away, which no die shows", to, distance)
	}
	reach := s.reach(from, d, k.special())
	switch {
	case reach == 0:
		return fmt.Sprintf("the block on %s cannot step that way", name)
	case reach < distance:
		at := s.v.places[from][d]
		last := s.v.lines[at.line][int(at.index)+reach]
		return fmt.Sprintf("that way the block on %s gets no farther than %s", name, s.v.cellName(int(last)))
	case !s.mayEnd(p.to, k):
		return "a normal block may end on the summit only to rescue a captured special"
	}
	return "the position would occur for the third time"
}

// straight returns the direction and the number of steps from one cell to another, 0 steps if no straight line leads there.
func (b *board) straight(from, to int) (direction, distance int) {
	for d := range directions {
		for c, n := int(b.next[from][d]), 1; c != beyond; c, n = int(b.next[c][d]), n+1 {
			if c == to {
				return d, n
			}
		}
	}
	return 0, 0
}
