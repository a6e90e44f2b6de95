package solve

// appendUnmoves appends the positions from which a move leads to q, a position with both Cores. They are in no particular
// order, and one is repeated for each of its moves that lead to q. The placements of Cores are left out.
func (b *board) appendUnmoves(dst []position, q position) []position {
	after := q.turned() // as the player who has moved sees it
	dst = b.appendUnplayed(dst, after, after.own.core)
	for c := after.own.masses; c != 0; c = c.rest() {
		dst = b.appendUnplayed(dst, after, c.first())
	}
	return dst
}

// appendUnplayed appends the positions from which their player to move makes a position by playing a piece to a cell. What
// the pull has done is undone in every way there is, then the piece is taken back.
func (b *board) appendUnplayed(dst []position, after position, to uint8) []position {
	var buffer [16]position // two ways at most in each direction
	for _, p := range b.appendUnpulled(buffer[:0], after, to) {
		vacant := b.all &^ p.occupied()
		steps := b.coreSteps[to]
		if to != p.own.core {
			// A player with a Mass in reserve has placed this one. One without may have placed it, as the last, or moved it.
			placed := p
			placed.own.masses &^= cell(to)
			dst = b.appendRunning(dst, placed)
			if b.reserve(p.own) > 0 {
				continue
			}
			steps = b.massSteps[to]
		}
		for from := steps & vacant; from != 0; from = from.rest() {
			before := p
			before.shift(to, from.first())
			dst = b.appendRunning(dst, before)
		}
	}
	return dst
}

// appendUnpulled appends the positions that the pull of the piece on a cell turns into p, all as p's player to move sees
// them. In each direction the first piece was either adjacent before or one cell farther off.
func (b *board) appendUnpulled(dst []position, p position, c uint8) []position {
	first := len(dst)
	dst = append(dst, p)
	occupied := p.occupied()
	for _, ray := range b.rays[c] {
		seen := 0
		for seen < len(ray) && occupied&cell(ray[seen]) == 0 {
			seen++
		}
		if seen == len(ray) {
			continue
		}
		pulled := seen+1 < len(ray) && occupied&cell(ray[seen+1]) == 0
		switch {
		case !pulled && seen > 0:
			return dst[:first] // a piece that is not adjacent must have been pulled there
		case !pulled:
			continue
		}
		known := len(dst)
		for i := first; i < known; i++ {
			before := dst[i]
			before.shift(ray[seen], ray[seen+1])
			if seen > 0 {
				dst[i] = before
			} else {
				dst = append(dst, before)
			}
		}
	}
	return dst
}

// appendRunning appends a position unless the game is over in it.
func (b *board) appendRunning(dst []position, p position) []position {
	if b.collapsed(p) {
		return dst
	}
	return append(dst, p)
}
