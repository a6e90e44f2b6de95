package solve

import (
	_ "embed"
	"fmt"
	"sync"
)

// knownFile is what `gipfel solve` writes; see the Makefile. That the program that makes it has it in itself is no circle: solving
// does not look at it.
//
//go:embed atimo-5x5.db
var knownFile []byte

// Known returns the solution that is part of the program: all values of [Game], without solving it. It is the same each time
// and shared by all callers, who must not close it.
func Known() *DB { return known() }

var known = sync.OnceValue(func() *DB {
	d, err := fromFile(solvedBoard, knownFile)
	if err != nil {
		panic(fmt.Sprintf("solve: the program's own database: %v", err))
	}
	d.path = "of the program itself" // what messages say in place of a path
	return d
})
