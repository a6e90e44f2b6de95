package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gipfel/selfplay/ledger"
)

// ConfigFile is the name of the file with the effective config in the run directory.
const ConfigFile = "run.yaml"

// configFact is the ledger's fact with the same text.
const configFact = "config"

// ErrNoRun says that a directory holds no run.
var ErrNoRun = errors.New("it holds no run")

// StoredConfig returns the config that a run has, as YAML, and where it was read: the run's file or, should that be missing, its
// ledger. The error is ErrNoRun if there is no run in the directory, and another one if there are only parts of one.
func StoredConfig(ctx context.Context, dir string) (text []byte, from string, err error) {
	from = filepath.Join(dir, ConfigFile)
	text, err = os.ReadFile(from)
	if !errors.Is(err, fs.ErrNotExist) {
		return text, from, err
	}
	from = filepath.Join(dir, ledger.FileName)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		if err := lostLedger(dir); err != nil {
			return nil, "", err
		}
		return nil, "", fmt.Errorf("%s: %w", dir, ErrNoRun)
	}
	l, err := ledger.View(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	facts, err := l.Facts(ctx)
	if err := errors.Join(err, l.Close()); err != nil {
		return nil, "", err
	}
	config, ok := facts[configFact]
	if !ok {
		return nil, "", fmt.Errorf("%s: %w", dir, ErrNoRun)
	}
	return []byte(config), from, nil
}
