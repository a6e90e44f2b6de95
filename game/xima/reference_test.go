package xima

import (
	"maps"
	"slices"
	"strconv"

	"gipfel/game"
)

// The reference is XIMA written down a second time, straight from the rules, slowly and without any of the tables, sets
// and increments of the real thing. It shares no code with it but the constants.

type refBlock struct {
	seat    int
	special bool
}

type refCell struct{ x, y int }

// refMove is an insert (from is then the zero value) or a move. die is the die it uses, 0 without dice.
type refMove struct {
	insert, special bool
	from, to        refCell
	die             int
}

type reference struct {
	size, players, start int
	mode                 mode

	board           [maxSize][maxSize][]refBlock // by x and y; bottom first. Columns are replaced, never changed
	hand            [4]int                       // normal blocks
	inHand, lost    [4]bool                      // specials: in hand; captured
	out             [4]bool
	turn            int
	quiet, plies    int
	seen            map[string]int
	mostSeen        int
	moves           []refMove // the legal ones, nil if not yet known
	waiting         bool      // for the dice
	dice            []int     // still to be used; replaced, never changed
	second          bool
	moved           refCell // where the block is that the first die moved, or offBoard
	rescued, gained bool    // in this turn: a rescue; any progress
	ended           bool
	winner          int // -1: cut off
	reason          string
}

var offBoard = refCell{-1, -1}

func newReference(g *game.Game) *reference {
	r := &reference{
		size: g.Width, players: g.Players, start: map[int]int{13: 9, 9: 6, 5: 4}[g.Width],
		seen:  map[string]int{},
		moved: offBoard,
	}
	switch g.Name {
	case "xima-dice":
		r.mode = oneDie
	case "xima-scienluck":
		r.mode = scienluck
	}
	for seat := range r.players {
		r.hand[seat], r.inHand[seat] = r.start, true
	}
	r.count()
	r.startTurn()
	return r
}

// The board.

func (r *reference) column(c refCell) []refBlock { return r.board[c.x][c.y] }

func (r *reference) on(c refCell) bool { return c.x >= 0 && c.y >= 0 && c.x < r.size && c.y < r.size }

func (r *reference) rimDistance(c refCell) int { return min(c.x, c.y, r.size-1-c.x, r.size-1-c.y) }

func (r *reference) floorOf(c refCell) int { return r.rimDistance(c) / 2 }

func (r *reference) topOf(c refCell) int { return 2*r.floorOf(c) + len(r.column(c)) }

func (r *reference) summit() refCell { return refCell{r.size / 2, r.size / 2} }

func (r *reference) topSpecial(c refCell) bool {
	column := r.column(c)
	return len(column) > 0 && column[len(column)-1].special
}

// walk follows a path from outside of its first cell and lists the cells that a block gets to.
func (r *reference) walk(from refCell, dx, dy, z int, special bool) []refCell {
	path := make([]refCell, 0, maxSize)
	for c := (refCell{from.x + dx, from.y + dy}); r.on(c); c = (refCell{c.x + dx, c.y + dy}) {
		if r.topOf(c) > z+1 || special && r.topSpecial(c) {
			break
		}
		z = r.topOf(c)
		path = append(path, c)
	}
	return path
}

// movesWithoutRepetition lists the legal inserts and moves, repetition not considered.
func (r *reference) movesWithoutRepetition() []refMove {
	moves := make([]refMove, 0, 512)
	inserted := map[refMove]bool{}
	add := func(m refMove, special bool, distance int) {
		switch {
		case m.to == r.summit() && !special && !r.lost[r.turn]:
			return
		case r.rolls(r.turn) && !slices.Contains(r.dice, distance):
			return
		case r.rolls(r.turn):
			m.die = distance
		}
		if m.insert && inserted[m] {
			return // another path to the same cell
		}
		if m.insert {
			inserted[m] = true
		}
		moves = append(moves, m)
	}
	for x := range r.size {
		for y := range r.size {
			c := refCell{x, y}
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					if dx == 0 && dy == 0 {
						continue
					}
					if outside := (refCell{x - dx, y - dy}); !r.on(outside) {
						r.inserts(outside, dx, dy, add)
					}
					column := r.column(c)
					if len(column) == 0 || column[len(column)-1].seat != r.turn || r.moved == c {
						continue
					}
					special := column[len(column)-1].special
					for i, to := range r.walk(c, dx, dy, r.topOf(c)-1, special) {
						add(refMove{from: c, to: to}, special, i+1)
					}
				}
			}
		}
	}
	return moves
}

func (r *reference) inserts(outside refCell, dx, dy int, add func(m refMove, special bool, distance int)) {
	for _, special := range []bool{false, true} {
		if special && (!r.inHand[r.turn] || r.rescued) || !special && r.hand[r.turn] == 0 {
			continue
		}
		path := r.walk(outside, dx, dy, 0, special)
		for i, to := range path {
			if len(r.column(path[0])) == 0 && len(r.column(to)) == 0 {
				add(refMove{insert: true, special: special, to: to}, special, i+1)
			}
		}
	}
}

// legal lists the legal inserts and moves. It keeps the list for the rest of the turn, unless there is a second die.
func (r *reference) legal() []refMove {
	if r.moves == nil {
		r.moves = r.findLegal()
	}
	return r.moves
}

func (r *reference) findLegal() []refMove {
	moves := r.movesWithoutRepetition()
	if r.mode != sport || r.mostSeen < 2 {
		return moves // no position could occur for the third time
	}
	legal := make([]refMove, 0, len(moves))
	for _, m := range moves {
		after := *r
		after.play(m)
		after.turn = after.nextSeat()
		if after.ended || after.seen[after.key()] < 2 {
			legal = append(legal, m)
		}
	}
	return legal
}

// key is what the repetition rule compares.
func (r *reference) key() string {
	key := make([]byte, 0, 512)
	for y := range r.size {
		for x := range r.size {
			for _, b := range r.board[x][y] {
				key = append(key, "abcdABCD"[b.seat])
				if b.special {
					key = append(key, '!')
				}
			}
			key = append(key, '/')
		}
	}
	for seat := range r.players {
		key = append(strconv.AppendInt(key, int64(r.hand[seat]), 10), ' ')
		key = append(strconv.AppendBool(key, r.inHand[seat]), ' ')
		key = append(strconv.AppendBool(key, r.lost[seat]), ' ')
	}
	return string(strconv.AppendInt(key, int64(r.turn), 10))
}

func (r *reference) count() {
	if r.mode == sport {
		k := r.key()
		r.seen[k]++
		r.mostSeen = max(r.mostSeen, r.seen[k])
	}
}

// play makes a move up to the captures, the rescue or the win, without passing the turn on.
func (r *reference) play(m refMove) {
	b := refBlock{r.turn, m.special}
	var gained bool
	if m.insert {
		gained = true
		if m.special {
			r.inHand[r.turn] = false
		} else {
			r.hand[r.turn]--
		}
	} else {
		column := r.column(m.from)
		b = column[len(column)-1]
		r.board[m.from.x][m.from.y] = column[: len(column)-1 : len(column)-1]
		gained = r.floorOf(m.to) > r.floorOf(m.from)
	}
	r.moved = m.to
	if m.to == r.summit() && !b.special {
		r.lost[r.turn], r.inHand[r.turn] = false, true
		r.moved, r.rescued, r.gained = offBoard, true, true
		return
	}
	column := slices.Concat(r.column(m.to), []refBlock{b})
	if m.to == r.summit() {
		r.board[m.to.x][m.to.y] = column
		r.finish(r.turn, reasonSummit)
		return
	}
	count := make([]int, r.players)
	for _, x := range column {
		count[x.seat]++
	}
	if slices.Max(count) == count[r.turn] {
		var left []refBlock
		for _, x := range column {
			if count[x.seat] == count[r.turn] {
				left = append(left, x)
				continue
			}
			gained = true
			if x.special {
				r.lost[x.seat] = true
			}
		}
		column = left
	}
	r.board[m.to.x][m.to.y] = column
	r.gained = r.gained || gained
}

func (r *reference) finish(winner int, reason string) {
	r.ended, r.winner, r.reason = true, winner, reason
	r.waiting, r.dice, r.second, r.moved = false, nil, false, offBoard
}

// The turns.

func (r *reference) rolls(seat int) bool { return r.mode == oneDie || r.mode == scienluck && seat == 0 }

func (r *reference) nextSeat() int {
	seat := (r.turn + 1) % r.players
	for r.out[seat] {
		seat = (seat + 1) % r.players
	}
	return seat
}

func (r *reference) inPlay() int {
	n := 0
	for _, out := range r.out[:r.players] {
		if !out {
			n++
		}
	}
	return n
}

// apply plays a ply: a move, or nil for a pass or a stop.
func (r *reference) apply(m *refMove) {
	r.plies++
	r.moves = nil
	if m != nil {
		r.play(*m)
		if r.ended {
			return
		}
		if len(r.dice) == 2 {
			r.dice = []int{r.dice[0] + r.dice[1] - m.die}
			r.second = true
			if r.plies >= maxPlies {
				r.finish(-1, reasonTruncated)
			}
			return
		}
	}
	r.quiet++
	if r.gained {
		r.quiet = 0
	}
	r.turn = r.nextSeat()
	r.count()
	r.startTurn()
}

func (r *reference) startTurn() {
	r.dice, r.second, r.moved, r.rescued, r.gained, r.waiting = nil, false, offBoard, false, false, false
	blocks, free := r.blocksOf(r.turn)
	nothingInHand := r.hand[r.turn] == 0 && !r.inHand[r.turn]
	if blocks == 0 && nothingInHand {
		r.out[r.turn] = true
		r.turn = r.nextSeat()
		if r.inPlay() == 1 {
			r.finish(r.turn, reasonNoMeans)
			return
		}
		r.count()
		r.startTurn()
		return
	}
	if free == 0 && nothingInHand {
		r.finish(r.turn, reasonAhogado)
		return
	}
	if r.plies >= maxPlies {
		r.finish(-1, reasonTruncated)
		return
	}
	if r.quiet >= 20*r.inPlay() {
		r.gift()
	}
	if r.rolls(r.turn) {
		r.waiting = true
		return
	}
	if r.mode == sport && len(r.legal()) == 0 {
		rich := *r
		rich.seen = maps.Clone(r.seen)
		rich.gift()
		if len(rich.legal()) > 0 {
			r.gift()
		}
	}
}

func (r *reference) gift() {
	for seat := range r.players {
		if !r.out[seat] {
			r.hand[seat] += 3
		}
	}
	r.quiet = 0
	r.moves = nil
	r.count()
}

// blocksOf counts a seat's blocks on the board, and those that are not dominated.
func (r *reference) blocksOf(seat int) (all, free int) {
	for _, file := range r.board {
		for _, column := range file {
			for i, b := range column {
				if b.seat == seat {
					all++
					if i == len(column)-1 {
						free++
					}
				}
			}
		}
	}
	return all, free
}
