// Package rating computes a ladder: how strong each of any number of players is, from any number of matches between them.
//
// The model is that of Bradley and Terry (1952) on Elo's scale: of two players, the one ahead by d points expects a score of
// 1 / (1 + 10^(-d/400)), and a draw is half a win. Ratings maximise the likelihood; the intervals come from the scatter of
// whole pairs of games, which share an opening and are not independent of each other (see [Rate]).
//
// Invariants:
//
//   - Only differences have a meaning. The anchor of a group has the rating 0 by convention, and choosing another anchor shifts
//     all ratings of the group by the same amount.
//   - Neither the order of matches, pairs and games nor that of the players changes a rating; giving all data twice changes it
//     by no more than the prior is worth and makes intervals narrower by √2.
//   - Players that no chain of games connects are never compared: they belong to different groups.
//   - Every rating is finite, also that of a player that has won, or lost, all its games.
//
// The package knows nothing of games, players and files, and imports nothing of ours: whatever holds seats and outcomes can be
// rated, and the arithmetic can be tested without playing.
package rating
