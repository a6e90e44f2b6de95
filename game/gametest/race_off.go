//go:build !race

package gametest

// raceEnabled says that the race detector is on: it allocates on its own account.
const raceEnabled = false
