// Package alphabeta is a classical game-tree search: an opponent that knows nothing but the rules and a hand-written
// evaluation of each game ([game.Game.Evaluate]), and never learns.
//
// It deepens iteratively, searches the first move of each position with the whole window and the others with an empty one
// (principal variation search), and remembers what it has found in a transposition table. It cuts nothing off on suspicion:
// a search to depth n returns the very value that plain minimax would find n plies ahead, with any table and any order of
// moves. Ends of games count as the rules say, wins sooner for more, losses later.
//
// # Seats
//
// The seat that is to move at the root is "us", all others are "them". With two seats that is minimax, whoever moves
// twice in a row. With three or four it is the paranoid search (Sturtevant and Korf: On pruning techniques for multi-player
// games, 2000): it assumes that the others play together against us. That is too dark a view, but it prunes like any
// alpha-beta, whereas max-n, where each seat looks after itself, hardly prunes at all, needs a rule for ties, and would have
// to know what the others think of the position; in the games at hand one seat wins and all others lose alike.
//
// # Dice
//
// A chance node is worth the average of its outcomes by their odds, rounded (expectimax). All outcomes are searched, with
// the whole window, and a roll takes no ply of the depth.
//
// # What is remembered
//
// A table entry belongs to one search: the next one does not see it. So a search is a function of the position and its
// limits alone, whatever was searched before, and nothing has to be cleared in between. An entry counts for exactly the
// depth that it was searched to, and only where both keys of [game.Hasher] agree: the one for what is on the board, and
// the one for what the rules look at beside it within that depth, clocks and earlier positions. Where only the first
// agrees, the entry suggests a move to begin with. Games without keys are searched without a table.
//
// # Values
//
// Values are integers: [Win] at a won end, one less for each ply before it; the evaluation's unit otherwise; 0 for draws
// and games that were cut off. They are those of us when they leave the package, and those of the side to move within.
package alphabeta
