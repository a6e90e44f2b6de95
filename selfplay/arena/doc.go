// Package arena plays matches between two players, says how sure their results are, and decides whether a candidate may
// replace the champion.
//
// A match consists of pairs: the games of a pair start from the same random opening, with the seats swapped, so that neither
// the opening nor the first move favours anybody (see [Seatings] for games of more than two seats). A draw counts half. So
// does a game that the length limit cut off, which is counted apart as well.
//
// Invariants:
//
//   - A game follows from the match's seed, its number and the players alone. It is the same whatever the number of lanes and
//     of games in flight, provided that a player's moves in one game do not depend on the other games it is asked about at
//     the same time; all players made by this package are so.
//   - Results are delivered and counted pair by pair, in order. Short games finish first, and a result that counted games as
//     they finish would be biased by their length.
//   - A player's memory of a game (its search trees, its random numbers) begins when the game does. Each seat has a memory of
//     its own, also where one player holds several seats.
//   - A match goes on when a player fails in one game, as an engine in another process may; see [Forfeiter]. An illegal move is
//     a mistake in the program and ends the match with an error.
//   - Openings are pairwise different, and no images of each other, where the game has enough of them, and whatever repeats all
//     the same is counted in the result, so that the hundredfold repetition of one game does not pass for a hundred games.
package arena
