//go:build unix

package uai

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gipfel/game/ataxx"
)

// TestHeirsAreEnded checks that what an engine has started does not outlive it.
func TestHeirsAreEnded(t *testing.T) {
	noLeaks(t)
	a := newAgent(t, withHabit("leaves an heir"))
	a.Start(0, ataxx.Standard.New(), nil)
	if got := chosen(t, a); got != "" {
		t.Fatalf("chose %s", got)
	}
	_, text, ok := strings.Cut(a.Forfeit(0), "heir ")
	pid, err := strconv.Atoi(text)
	if !ok || err != nil {
		t.Fatal(a.Forfeit(0))
	}
	for deadline := time.Now().Add(patience); running(pid); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d still runs", pid)
		}
	}
}

// running tells whether a process is there and no zombie that its new parent has yet to reap.
func running(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

func TestProcessGroups(t *testing.T) {
	p, err := start(withHabit("none").Command)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close(false)
	group, err := syscall.Getpgid(p.cmd.Process.Pid)
	if err != nil || group != p.cmd.Process.Pid {
		t.Errorf("the engine is in group %d, want its own, %d (%v)", group, p.cmd.Process.Pid, err)
	}
}
