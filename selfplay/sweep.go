package selfplay

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// sweep removes what does not count: files that a crash left behind before their row was committed, and training states that
// nothing goes on from any more. What is removed is made again, the same way.
func (r *Run) sweep(ctx context.Context) error {
	counts := make(map[string]bool)
	shards, err := r.ledger.Shards(ctx)
	if err != nil {
		return err
	}
	for _, s := range shards {
		counts[filepath.Clean(s.Path)] = true
	}
	models, err := r.ledger.Models(ctx)
	if err != nil {
		return err
	}
	for i, m := range models {
		counts[filepath.Clean(m.Path)] = true
		counts[checkpointPath(m.Iteration, "state")] = i >= len(models)-2
	}
	for _, sub := range runFolders {
		if err := r.sweepDir(sub, func(path string) bool { return !counts[path] }); err != nil {
			return err
		}
	}
	return r.sweepDir("", func(path string) bool { return strings.Contains(path, ".tmp") })
}

// sweepDir removes the files of a directory that are garbage; paths are relative to the run directory.
func (r *Run) sweepDir(sub string, garbage func(path string) bool) error {
	entries, err := os.ReadDir(filepath.Join(r.dir, sub))
	if err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	for _, e := range entries {
		path := filepath.Join(sub, e.Name())
		if !e.Type().IsRegular() || !garbage(path) {
			continue
		}
		r.log.Debug("removing a file that does not count", "file", path)
		if err := os.Remove(filepath.Join(r.dir, path)); err != nil {
			return fmt.Errorf("run directory: %w", err)
		}
	}
	return nil
}
