package solve

// move is a legal move: where the piece played stood (the same cell as to when it was placed), where it went, and the
// position after the pull, as the next player sees it.
type move struct {
	from, to uint8
	next     position
}

// action returns the move's index in the policy of package atimo.
func (b *board) action(m move) int {
	return int(m.from)*policyPlanes + int(b.plane[m.from][m.to]) // a cell's plane to itself is 0, which places
}

// appendMoves appends the legal moves of a position that is not over.
func (b *board) appendMoves(dst []move, p position) []move {
	vacant := b.all &^ p.occupied()
	switch {
	case p.own.core == noCore:
		for to := vacant; to != 0; to = to.rest() {
			next := p
			next.own.core = to.first()
			dst = append(dst, move{to.first(), to.first(), b.pulled(next, to.first())})
		}
		return dst
	case b.reserve(p.own) > 0:
		for to := vacant; to != 0; to = to.rest() {
			next := p
			next.own.masses |= cell(to.first())
			dst = append(dst, move{to.first(), to.first(), b.pulled(next, to.first())})
		}
	default:
		for from := p.own.masses; from != 0; from = from.rest() {
			dst = b.appendSteps(dst, p, from.first(), b.massSteps[from.first()]&vacant)
		}
	}
	return b.appendSteps(dst, p, p.own.core, b.coreSteps[p.own.core]&vacant)
}

// appendSteps appends the moves of a piece to some vacant cells.
func (b *board) appendSteps(dst []move, p position, from uint8, to cells) []move {
	for ; to != 0; to = to.rest() {
		next := p
		next.shift(from, to.first())
		dst = append(dst, move{from, to.first(), b.pulled(next, to.first())})
	}
	return dst
}

// pulled returns the position after the pull of the piece on a cell, which has just been played, for the next player.
func (b *board) pulled(p position, c uint8) position {
	occupied := p.occupied() // what happens on one ray does not touch the others
	for _, ray := range b.rays[c] {
		for i, seen := range ray {
			if occupied&cell(seen) == 0 {
				continue
			}
			if i > 0 {
				p.shift(seen, ray[i-1])
			}
			break
		}
	}
	return p.turned()
}

// collapsed reports whether a Mass stands between the two Cores: the player to move has lost.
func (b *board) collapsed(p position) bool {
	if p.own.core == noCore || p.opp.core == noCore {
		return false
	}
	return (p.own.masses|p.opp.masses)&b.between[p.own.core][p.opp.core] != 0
}
