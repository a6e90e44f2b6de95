package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gipfel/internal/durable"
	"gipfel/selfplay/ledger"
)

// ChampionFile is the name of the copy of the champion's weights in the run directory.
const ChampionFile = "champion.weights"

// ChampionPath is where the champion's weights lie.
func (r *Run) ChampionPath() string { return filepath.Join(r.dir, ChampionFile) }

// publish copies a checkpoint to where people look for the champion. The ledger decides who that is, so its row comes first; a
// crash before the copy is made good by repairChampion.
func (r *Run) publish(m ledger.Model) error {
	if err := r.checkModel(m); err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(r.dir, m.Path))
	if err != nil {
		return err
	}
	if err := durable.WriteFile(r.ChampionPath(), data); err != nil {
		return fmt.Errorf("write %s: %w", r.ChampionPath(), err)
	}
	return nil
}

// repairChampion makes the copy of the champion's weights again unless it is what the ledger says that it must be: after a crash
// between a promotion and its copy, or after somebody has removed, replaced or damaged it.
func (r *Run) repairChampion(ctx context.Context) error {
	champion, err := r.ledger.Champion(ctx)
	if err != nil {
		return err
	}
	sum, err := FileSHA256(r.ChampionPath())
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && sum == champion.SHA256:
		return nil
	}
	if err := r.publish(champion); err != nil {
		return err
	}
	r.log.Info("the copy of the champion's weights was missing or another file; it has been made again", "file", r.ChampionPath(),
		"champion", champion.Iteration, "from", champion.Path)
	return nil
}
