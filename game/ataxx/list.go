package ataxx

import (
	"slices"

	"gipfel/game"
)

// fewStones is the number of stones up to which listFew beats listMany, in random games and in perft from the start.
const fewStones = 4

// AppendActions appends the legal actions: for each cell that can be reached, the clone and then the jumps.
func (s *State) AppendActions(dst []game.Action) []game.Action {
	if s.end != ongoing {
		return dst
	}
	v, own := s.variant, s.own()
	targets := spread2(own) & s.vacant
	if targets == 0 {
		return append(dst, v.pass)
	}
	n := len(dst)
	dst = slices.Grow(dst, v.maxActions)
	out := dst[:cap(dst)]
	if count(own) <= fewStones {
		n = v.listFew(out, n, own, targets)
	} else {
		n = v.listMany(out, n, own, targets)
	}
	return out[:n]
}

// listFew writes the moves of own stones onto targets to out[n:] and returns where they end. With few stones most targets
// have one move, and it pays to ask for each move whether there is one.
func (v *variant) listFew(out []game.Action, n int, own, targets bitboard) int {
	for ; targets != 0; targets &= targets - 1 {
		to := first(targets)
		base := v.actions[to&63]
		if near[to&63]&own != 0 {
			out[n] = base
			n++
		}
		for from := ring[to&63] & own; from != 0; from &= from - 1 {
			out[n] = base + jumpPlane[(first(from)-to)&63]
			n++
		}
	}
	return n
}

// listMany does the same. With many stones the number of moves onto a target is anybody's guess, and a wrong guess of the
// processor costs as much as several moves. So the clone and four jumps are written without asking, and what was too much is
// overwritten by the next target or cut off in the end. There is room for that: variant.maxActions counts all six pairs of
// four cells such as a1, c1, a3 and c3 as jumps, while at most four of them join a stone and a vacant cell, and every board
// has at least four such fours.
func (v *variant) listMany(out []game.Action, n int, own, targets bitboard) int {
	for ; targets != 0; targets &= targets - 1 {
		to := first(targets)
		base := v.actions[to&63]
		out[n] = base
		if near[to&63]&own != 0 {
			n++
		}
		from := ring[to&63] & own
		next := n + count(from)
		for {
			four := (*[4]game.Action)(out[n:])
			four[0] = base + jumpPlane[(first(from)-to)&63]
			from &= from - 1
			four[1] = base + jumpPlane[(first(from)-to)&63]
			from &= from - 1
			four[2] = base + jumpPlane[(first(from)-to)&63]
			from &= from - 1
			four[3] = base + jumpPlane[(first(from)-to)&63]
			from &= from - 1
			if from == 0 {
				break
			}
			n += 4
		}
		n = next
	}
	return n
}
