package xima

import (
	"fmt"
	"slices"
	"strings"

	"gipfel/game"
)

// How the reference numbers its actions and writes its positions, from the documentation of the package.

// actions lists what is legal as numbers of the layout that the package documents.
func (r *reference) actions(g *game.Game) (numbers []game.Action, moves map[game.Action]*refMove) {
	moves = map[game.Action]*refMove{}
	extra := r.size * r.size * g.PolicyPlanes
	switch {
	case r.ended:
		return nil, moves
	case r.waiting:
		n, first := 6, 1
		if r.mode == scienluck {
			n, first = 21, 2
		}
		for i := range n {
			numbers = append(numbers, game.Action(extra+first+i))
		}
		return numbers, moves
	}
	legal := r.legal()
	moves = make(map[game.Action]*refMove, len(legal))
	numbers = make([]game.Action, 0, len(legal)+1)
	for i, m := range legal {
		a := r.action(m, g.PolicyPlanes)
		moves[a] = &legal[i]
		numbers = append(numbers, a)
	}
	slices.Sort(numbers)
	if r.second {
		numbers = append(numbers, game.Action(extra+1))
	} else if len(numbers) == 0 {
		numbers = append(numbers, game.Action(extra))
	}
	return numbers, moves
}

var counterClockwise = []refCell{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

func (r *reference) action(m refMove, planes int) game.Action {
	inserts, reach := 2, r.size-1
	if r.mode == scienluck {
		inserts = 4
	}
	if r.mode == oneDie {
		reach = 6
	}
	if m.insert {
		plane := 0
		if m.special {
			plane++
		}
		if len(r.dice) == 2 && m.die > min(r.dice[0], r.dice[1]) {
			plane += 2
		}
		return game.Action((m.to.y*r.size+m.to.x)*planes + plane)
	}
	dx, dy := m.to.x-m.from.x, m.to.y-m.from.y
	distance := max(dx, -dx, dy, -dy)
	d := slices.Index(counterClockwise, refCell{dx / distance, dy / distance})
	return game.Action((m.from.y*r.size+m.from.x)*planes + inserts + d*reach + distance - 1)
}

// roll says what an outcome shows.
func (r *reference) roll(g *game.Game, a game.Action) {
	i := int(a) - r.size*r.size*g.PolicyPlanes - 1
	r.waiting, r.moves = false, nil
	if r.mode == oneDie {
		r.dice = []int{i + 1}
		return
	}
	i--
	for low := 1; low <= 6; low++ {
		for high := low; high <= 6; high++ {
			if i == 0 {
				r.dice = []int{low, high}
			}
			i--
		}
	}
}

// position writes the position as the package documents it.
func (r *reference) position() string {
	var rows []string
	for y := r.size - 1; y >= 0; y-- {
		row, vacant := "", 0
		for x := range r.size + 1 {
			var column []refBlock
			if x < r.size {
				column = r.board[x][y]
			}
			if x < r.size && len(column) == 0 {
				vacant++
				continue
			}
			if vacant > 0 {
				row += fmt.Sprint(vacant)
				vacant = 0
			}
			text := ""
			for _, b := range column {
				letter := "abcd"[b.seat : b.seat+1]
				if b.special {
					letter = strings.ToUpper(letter)
				}
				text += letter
			}
			if len(column) > 1 {
				text = "(" + text + ")"
			}
			row += text
		}
		rows = append(rows, row)
	}
	var hands []string
	for seat := range r.players {
		text := fmt.Sprint(r.hand[seat])
		switch {
		case r.out[seat]:
			text = "out"
		case r.inHand[seat]:
			text += "="
		case r.lost[seat]:
			text += "x"
		}
		hands = append(hands, text)
	}
	text := fmt.Sprintf("%s %c %s %d %d", strings.Join(rows, "/"), 'a'+r.turn, strings.Join(hands, ","), r.quiet, r.plies)
	if r.mode == sport {
		return text
	}
	switch {
	case r.waiting:
		return text + " ?"
	case r.second:
		at := "-"
		if r.moved != offBoard {
			at = fmt.Sprintf("%c%d", 'A'+r.moved.x, r.moved.y+1)
		}
		if r.gained {
			at += "+"
		}
		return text + fmt.Sprintf(" %d@%s", r.dice[0], at)
	case len(r.dice) == 2:
		return text + fmt.Sprintf(" %d-%d", r.dice[0], r.dice[1])
	case len(r.dice) == 1:
		return text + fmt.Sprintf(" %d", r.dice[0])
	}
	return text + " -"
}
