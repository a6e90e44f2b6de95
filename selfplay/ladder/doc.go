// Package ladder reads the matches of any number of ledgers and says how strong the players are: as text, Markdown, CSV, JSON and
// a picture, for each game apart. It also writes the games themselves.
//
// Invariants:
//
//   - A player is known by its identity (see package matchbook), in all ledgers; what it is called is for people. Different players
//     that are called alike have behind their names the settings in which they differ, or else the beginning of a checksum.
//   - Ledgers are read, and never changed but to bring them up to date. One that is named twice counts once.
//   - Games of a player against itself say nothing of its strength, and are left out.
//   - The same ledgers give the same bytes.
package ladder
