// Package truth holds players against what is certain: in how many positions a net, or a search with it, makes a move that gives
// away a win or a draw, and how far its values are from the exact ones. It also has the player that never errs.
//
// # Judges
//
// A [Judge] says what each legal move of a position is worth. For Atimo on 5×5 that is the solution, package solve, and it is
// exact. For Atimo on 7×7 it is a search of a few plies that counts nothing but ends of games that it has proven. Such a judge
// calls a draw whatever it cannot prove; most errors are deeper than it sees, so what it counts is a lower bound of them. It
// is not one by logic: a move that misses a win within its depth may still win later, and one that loses within it may stand
// in a position that is lost anyway, only later.
//
// # Positions
//
// They come from random play, or from games of self-play. They are pairwise different, and have no past: they count as never seen
// before, and at least [Horizon] plies are left to the longest game. So the limit of the game and repetitions do not matter to
// the solution, nor to the other judge.
//
// # Errors
//
// A move is an error if it is worth less than the best one: a win turned into a draw or a loss, or a draw into a loss. A slow win
// is as good as a fast one. Nobody can err where all moves are worth the same, as in every lost position.
//
// Everything follows from the seed, whatever the number of lanes.
package truth
