package selfplay

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gipfel/selfplay/ledger"
)

// LockedLedger is the ledger of a directory that no other process may work on.
type LockedLedger struct {
	*ledger.Ledger
	lock *ledger.RunLock
}

// OpenLedger opens the ledger of a directory to add matches to it: that of a run, or one that it makes, with the directory, if
// there is none. The error is a *ledger.LockedError while another process works there.
func OpenLedger(ctx context.Context, dir string) (*LockedLedger, error) {
	if err := checkLedgerThere(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("make the directory: %w", err)
	}
	lock, err := ledger.Lock(dir)
	if err != nil {
		return nil, err
	}
	l, err := ledger.Open(ctx, dir)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return &LockedLedger{l, lock}, nil
}

// Close releases the directory.
func (l *LockedLedger) Close() error { return errors.Join(l.Ledger.Close(), l.lock.Unlock()) }
