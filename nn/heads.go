package nn

// Heads says which heads a net has for training alone. What they have to find out is known of every finished game and hangs
// together with who wins and why, so that the tower learns more from each position than one outcome tells (Wu, "Accelerating
// Self-Play Learning in Go", 2019, section 4). All of it is from the view of the player to move.
type Heads struct {
	// Reply is the policy of the opponent in the position after the move that was played: Actions logits. They are not masked,
	// since what will be legal then is not known.
	Reply bool
	// Owner says for each cell whose it is when the game is over: logits of the seats, relative to the mover, and last of
	// nobody; Players+1 a cell.
	Owner bool
	// Margin is the number of cells that the mover owns in the end less that of the best of the others, divided by the number
	// of cells: a number in [-1, 1]. The head is linear and is not kept in that range, so that its gradient does not vanish
	// where a game is decided.
	Margin bool
	// MovesLeft is the number of plies until the end, chance events included, divided by the number of cells. The head is linear.
	MovesLeft bool
}

// Playing returns the spec of the net that plays: the same without the heads that only training needs.
func (s Spec) Playing() Spec {
	s.Heads = Heads{}
	return s
}
