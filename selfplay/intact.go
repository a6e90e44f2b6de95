package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gipfel/selfplay/ledger"
)

// runFolders are where a run's files lie below its directory.
var runFolders = []string{"shards", "checkpoints"}

// withoutCopy is what to do when a file is lost for good.
const withoutCopy = "without a copy the run cannot go on: start another one in another directory; the nets of this one still play"

// checkLedgerThere refuses a run directory whose ledger is gone: without it nothing would count, and all games and checkpoints
// would be swept away.
func checkLedgerThere(dir string) error {
	_, err := os.Stat(filepath.Join(dir, ledger.FileName))
	if errors.Is(err, fs.ErrNotExist) {
		return lostLedger(dir)
	}
	return nil // whatever else is wrong, opening the ledger says better
}

// lostLedger returns an error if there are shards or checkpoints in the directory, whose ledger is missing or knows nothing. The
// ledger is there, with the facts of the run, before the first of such files is made, so a crash cannot be the reason.
func lostLedger(dir string) error {
	var found []string
	for _, sub := range runFolders {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			continue // there are none
		}
		files := 0
		for _, e := range entries {
			if e.Type().IsRegular() && !strings.Contains(e.Name(), ".tmp") {
				files++
			}
		}
		if files > 0 {
			found = append(found, fmt.Sprintf("%d in %s", files, filepath.Join(dir, sub)))
		}
	}
	if len(found) == 0 {
		return nil
	}
	path := filepath.Join(dir, ledger.FileName)
	return fmt.Errorf("run directory %s has files (%s), but no ledger that says what counts: %s is missing or empty; "+
		"put it back from a copy, or choose another directory for a new run", dir, strings.Join(found, ", "), path)
}

// checkFiles makes sure that every file which counts is there.
func (r *Run) checkFiles(ctx context.Context) error {
	shards, err := r.ledger.Shards(ctx)
	if err != nil {
		return err
	}
	for _, s := range shards {
		if _, err := os.Stat(filepath.Join(r.dir, s.Path)); err != nil {
			return fmt.Errorf("run directory: the ledger lists games %d to %d, whose file must be put back from a copy: %w; %s",
				s.FirstGame, s.FirstGame+uint64(s.Games)-1, err, withoutCopy)
		}
	}
	models, err := r.ledger.Models(ctx)
	if err != nil {
		return err
	}
	for _, m := range models {
		if _, err := os.Stat(filepath.Join(r.dir, m.Path)); err != nil {
			return fmt.Errorf("run directory: the ledger lists the checkpoint of iteration %d, whose file must be put back from %s: %w",
				m.Iteration, r.sourceOf(m), err)
		}
	}
	return nil
}

// checkModel makes sure that the file of a checkpoint is the one that the ledger lists.
func (r *Run) checkModel(m ledger.Model) error {
	path := filepath.Join(r.dir, m.Path)
	sum, err := FileSHA256(path)
	if err != nil {
		return err
	}
	if sum != m.SHA256 {
		return fmt.Errorf("%s is damaged or another file: its SHA-256 is %s, but the ledger lists %s; put the file back from %s",
			path, sum, m.SHA256, r.sourceOf(m))
	}
	return nil
}

// sourceOf says where a lost checkpoint can be had from.
func (r *Run) sourceOf(m ledger.Model) string {
	if sum, err := FileSHA256(r.ChampionPath()); err == nil && sum == m.SHA256 {
		return r.ChampionPath() + ", which is a whole copy of it"
	}
	return "a copy of the run (" + withoutCopy + ")"
}
