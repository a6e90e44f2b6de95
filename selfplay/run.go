package selfplay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/internal/config"
	"gipfel/internal/durable"
	"gipfel/internal/progress"
	"gipfel/internal/version"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/nn/train"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/replay"
)

// Options are what a run needs from its surroundings.
type Options struct {
	Log      *slog.Logger
	Progress progress.Reporter
	// Model makes the evaluator of one lane from a checkpoint's weights. The default is the native engine.
	Model func(*nn.Weights) (nn.Model, error)
}

// Run is an open run directory. One process at a time works on it.
type Run struct {
	dir      string
	config   Config
	game     *game.Game
	spec     nn.Spec
	ledger   *ledger.Ledger
	lock     *ledger.RunLock
	log      *slog.Logger
	progress progress.Reporter
	model    func(*nn.Weights) (nn.Model, error)

	window  *replay.Window // of the iterations up to loaded; nil until training needs it
	loaded  int
	trainer *train.Trainer // as iteration trained left it, or nil
	trained int
}

// Open opens a run directory, or starts a run in a new or empty one. The config must be for the game, seed and net that the
// run began with; the rest of it may change between one opening and the next.
func Open(ctx context.Context, dir string, c Config, o Options) (_ *Run, err error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g, err := catalog.ByName(c.Game)
	if err != nil {
		return nil, err
	}
	r := &Run{dir: dir, config: c, game: g, spec: c.Spec(g), log: o.Log, progress: o.Progress, model: o.Model}
	if r.model == nil {
		r.model = func(w *nn.Weights) (nn.Model, error) { return native.New(w) }
	}
	if err := r.spec.Validate(); err != nil {
		return nil, fmt.Errorf("net: %w", err)
	}
	if err := checkLedgerThere(dir); err != nil {
		return nil, err
	}
	for _, sub := range append([]string{""}, runFolders...) {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			return nil, fmt.Errorf("run directory: %w", err)
		}
	}
	if r.lock, err = ledger.Lock(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if r.ledger, err = ledger.Open(ctx, dir); err != nil {
		return nil, err
	}
	if err := r.checkFacts(ctx); err != nil {
		return nil, err
	}
	if err := r.writeConfig(); err != nil {
		return nil, err
	}
	if err := r.sweep(ctx); err != nil {
		return nil, err
	}
	if err := r.checkFiles(ctx); err != nil {
		return nil, err
	}
	if err := r.plant(ctx); err != nil {
		return nil, err
	}
	if err := r.repairChampion(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// Close releases the run directory.
func (r *Run) Close() error {
	var errs []error
	if r.ledger != nil {
		errs = append(errs, r.ledger.Close())
	}
	if r.lock != nil {
		errs = append(errs, r.lock.Unlock())
	}
	return errors.Join(errs...)
}

// Dir returns the run directory, and Game what it learns.
func (r *Run) Dir() string { return r.dir }

// Game returns the game that the run learns.
func (r *Run) Game() *game.Game { return r.game }

// kernelsFact is the key of the fact that says with which kernels the nets are computed. They differ in how they round.
const kernelsFact = "kernels"

// facts are what must not change during a run, in the order in which they are checked.
func (r *Run) facts() []ledger.Fact {
	return []ledger.Fact{
		{Key: "game", Value: r.game.Name},
		{Key: "rules version", Value: fmt.Sprint(r.game.Version)},
		{Key: "seed", Value: fmt.Sprint(r.config.Seed)},
		{Key: "net", Value: netText(r.spec)},
		{Key: "games of an iteration", Value: fmt.Sprint(r.config.SelfPlay.Games)},
		{Key: "games of a shard", Value: fmt.Sprint(r.config.SelfPlay.ShardGames)},
	}
}

// netText says what net a run has. The heads for training, which follow from the losses above 0, are named if there are any.
func netText(s nn.Spec) string {
	text := fmt.Sprintf("channels %d, blocks %d, pool_every %d, policy_channels %d, value_channels %d, value_hidden %d",
		s.Channels, s.Blocks, s.PoolEvery, s.PolicyChannels, s.ValueChannels, s.ValueHidden)
	for _, head := range []struct {
		has bool
		key string
	}{
		{s.Heads.Reply, "reply_loss"}, {s.Heads.Owner, "owner_loss"}, {s.Heads.Margin, "margin_loss"}, {s.Heads.MovesLeft, "moves_left_loss"},
	} {
		if head.has {
			text += ", " + head.key + " above 0"
		}
	}
	return text
}

// checkFacts compares the run with what it began as, or writes that down in a new one.
func (r *Run) checkFacts(ctx context.Context) error {
	stored, err := r.ledger.Facts(ctx)
	if err != nil {
		return err
	}
	if len(stored) == 0 { // a ledger in which nothing has been written yet
		if err := lostLedger(r.dir); err != nil {
			return err
		}
	}
	var mismatches []string
	for _, f := range r.facts() {
		if was, ok := stored[f.Key]; ok && was != f.Value {
			mismatches = append(mismatches, fmt.Sprintf("its %s is %q, not %q", f.Key, was, f.Value))
		}
	}
	if len(mismatches) > 0 {
		return fmt.Errorf("run directory %s belongs to another run: %s; continue it with the config that it began with (%s), "+
			"or choose another directory", r.dir, strings.Join(mismatches, "; "), filepath.Join(r.dir, ConfigFile))
	}
	if was, now := stored[kernelsFact], native.Kernels(); was != "" && was != now {
		r.log.Warn("the run goes on with other kernels than it had: from here on it will not give the same bytes as a run with "+
			"the same ones throughout, though just as good ones", "had", was, "has", now)
	}
	var text strings.Builder
	if err := config.Write(&text, &r.config); err != nil {
		return err
	}
	return r.ledger.SetFacts(ctx, append(r.facts(),
		ledger.Fact{Key: configFact, Value: text.String()},
		ledger.Fact{Key: "program", Value: version.String()},
		ledger.Fact{Key: "machine", Value: version.Machine()},
		ledger.Fact{Key: kernelsFact, Value: native.Kernels()}))
}

// writeConfig leaves the effective config in the run directory.
func (r *Run) writeConfig() error {
	var text strings.Builder
	fmt.Fprintf(&text, "# The effective config of this run. The run continues with: gipfel run --config %s --dir %s\n",
		filepath.Join(r.dir, ConfigFile), r.dir)
	if err := config.Write(&text, &r.config); err != nil {
		return err
	}
	path := filepath.Join(r.dir, ConfigFile)
	if err := durable.WriteFile(path, []byte(text.String())); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// plant makes the untrained net that a run begins with, as iteration 0 and champion.
func (r *Run) plant(ctx context.Context) error {
	models, err := r.ledger.Models(ctx)
	if err != nil || len(models) > 0 {
		return err
	}
	w, err := nn.Init(r.spec, r.config.Seed)
	if err != nil {
		return err
	}
	m, err := r.saveModel(0, w)
	if err != nil {
		return err
	}
	m.Status = ledger.Champion
	if err := r.ledger.AddTraining(ctx, m, nil); err != nil {
		return err
	}
	return r.publish(m)
}

// checkpointPath is where an iteration's files lie below the run directory.
func checkpointPath(iteration int, extension string) string {
	return filepath.Join("checkpoints", ledger.CheckpointName(iteration)+"."+extension)
}

// saveModel writes an iteration's weights and returns the row that will vouch for them.
func (r *Run) saveModel(iteration int, w *nn.Weights) (ledger.Model, error) {
	path := checkpointPath(iteration, "weights")
	if err := w.Save(filepath.Join(r.dir, path)); err != nil {
		return ledger.Model{}, err
	}
	sum, err := FileSHA256(filepath.Join(r.dir, path))
	if err != nil {
		return ledger.Model{}, err
	}
	return ledger.Model{
		Iteration: iteration, Path: path, SHA256: sum, Parameters: r.spec.Parameters(), Steps: int64(w.Step), Status: ledger.Candidate,
	}, nil
}

// loadModel reads the weights of an iteration, which must be those that the ledger lists.
func (r *Run) loadModel(m ledger.Model) (*nn.Weights, error) {
	if err := r.checkModel(m); err != nil {
		return nil, err
	}
	w, err := nn.Load(filepath.Join(r.dir, m.Path))
	if err != nil {
		return nil, err
	}
	if w.Spec != r.spec {
		return nil, fmt.Errorf("%s: the net is %+v, but the run's is %+v", m.Path, w.Spec, r.spec)
	}
	return w, nil
}
