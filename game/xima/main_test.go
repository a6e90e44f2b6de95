package xima

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often: the reference leaves much of it, and the tests take half as long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
