// Package uai speaks the Universal Ataxx Interface, the protocol by which match runners and graphical boards talk to engines
// for Ataxx, and its sister UGI for the other games. It has both sides: [Serve] is the engine's, and [Player] the other one, for
// engines in other processes that are to play in the arena. The dialect is described in docs/uai.md.
//
// Invariants of the server:
//
//   - All output is written by the goroutine that called Serve, a whole line at a time. Searches run in a goroutine of their own
//     and hand their lines over.
//   - No input stops it but quit, its end, or an error of reading: whatever it cannot make sense of is answered with a line that
//     begins with "info string error", and changes nothing.
//   - Each go that can be understood is answered with exactly one bestmove, of exactly two words.
//
// Invariants of the client:
//
//   - Whatever an engine does, a move is there or the game is forfeited within the time allowed, and memory stays bounded.
//   - An engine that failed is ended with all processes of its group, and reaped. The next game has a new one.
package uai
