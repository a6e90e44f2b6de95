package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// LockName is the name of the lock file in the run directory.
const LockName = "run.lock"

// RunLock is the right to work on a run directory. The operating system takes it back when the process dies.
type RunLock struct {
	path string
	lock *flock.Flock
}

// LockedError says that another process works on a run directory.
type LockedError struct {
	Dir string
	// Holder is what the other process wrote about itself: "process 4711 on host since 2026-01-31T12:00:00Z".
	Holder string
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("ledger: run directory %s is in use by %s; wait for it, stop it, or choose another directory",
		e.Dir, e.Holder)
}

// Lock takes the right to work on a run directory, without waiting. The error is a *LockedError if another process has it.
func Lock(dir string) (*RunLock, error) {
	path := filepath.Join(dir, LockName)
	l := &RunLock{path: path, lock: flock.New(path, flock.SetPermissions(0o666))}
	ok, err := l.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("ledger: lock run directory: %w", err)
	}
	if !ok {
		return nil, &LockedError{Dir: dir, Holder: holder(path)}
	}
	if err := os.WriteFile(path, []byte(self()+"\n"), 0o666); err != nil {
		return nil, errors.Join(fmt.Errorf("ledger: lock run directory: %w", err), l.lock.Close())
	}
	return l, nil
}

// self is what this process writes about itself.
func self() string {
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown machine"
	}
	return fmt.Sprintf("process %d on %s since %s", os.Getpid(), host, time.Now().UTC().Format(time.RFC3339))
}

// holder reads what the process that has the lock wrote about itself. It may just be about to.
func holder(path string) string {
	const longest = 300
	data, err := os.ReadFile(path)
	text, _, _ := strings.Cut(string(data), "\n")
	if err != nil || text == "" || len(text) > longest {
		return "another process"
	}
	return text
}

// Unlock gives the right back. The file stays, since removing it could pull the lock from under a process that has just
// opened it.
func (l *RunLock) Unlock() error {
	if err := errors.Join(os.Truncate(l.path, 0), l.lock.Close()); err != nil {
		return fmt.Errorf("ledger: unlock run directory: %w", err)
	}
	return nil
}
