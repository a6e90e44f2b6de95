//go:build unix

package uai

import (
	"os/exec"
	"syscall"
)

// ownGroup has a command run in a process group of its own, so that it can be ended with all that it starts. Signals that the
// terminal sends to us do not reach it.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the group of a process at once. That it has ended already is no error worth telling.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
