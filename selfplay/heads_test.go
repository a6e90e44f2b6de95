package selfplay

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
)

// headedConfig is a small run of a net with all heads for training.
func headedConfig() Config {
	c := smallConfig()
	c.Game = "ataxx-4x4"
	c.Train.ReplyLoss, c.Train.OwnerLoss, c.Train.MarginLoss, c.Train.MovesLeftLoss = 0.15, 1.5, 1, 0.1
	return c
}

func TestNetHasTheHeadsWhoseLossesCount(t *testing.T) {
	c := DefaultConfig()
	if h := c.Train.heads(); h != (nn.Heads{}) {
		t.Errorf("by default the net has heads for training: %+v", h)
	}
	c = headedConfig()
	c.Train.MarginLoss = 0
	r := open(t, t.TempDir(), c)
	if want := (nn.Heads{Reply: true, Owner: true, MovesLeft: true}); r.spec.Heads != want {
		t.Errorf("the net has %+v, want %+v", r.spec.Heads, want)
	}
	settings := c.trainer(1)
	if settings.ReplyLoss != 0.15 || settings.OwnerLoss != 1.5 || settings.MarginLoss != 0 || settings.MovesLeftLoss != 0.1 {
		t.Errorf("the trainer has other losses than the config: %+v", settings)
	}
}

// lossNames returns the sorted names of the losses in a run's ledger, and the training step's result and log.
func lossNames(t *testing.T, c Config) (names []string, result *TrainingResult, log string) {
	t.Helper()
	log, err := reopen(t, t.TempDir(), c, func(r *Run) error {
		if _, err := r.Advance(t.Context()); err != nil {
			return err
		}
		trained, err := r.Advance(t.Context())
		if err != nil {
			return err
		}
		result = trained.Training
		all, err := r.ledger.MetricNames(t.Context())
		for _, name := range all {
			if strings.HasPrefix(name, "loss/") {
				names = append(names, name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names, result, log
}

// The losses of the heads are written down where there are heads, and nowhere else.
func TestLossesOfTheHeadsAreReported(t *testing.T) {
	plain := headedConfig()
	plain.Train.ReplyLoss, plain.Train.OwnerLoss, plain.Train.MarginLoss, plain.Train.MovesLeftLoss = 0, 0, 0, 0
	names, result, log := lossNames(t, plain)
	if want := []string{"loss/outcome", "loss/policy", "loss/total"}; !slices.Equal(names, want) {
		t.Errorf("without heads the ledger has %q, want %q", names, want)
	}
	if result.ReplyLoss != nil || result.OwnerLoss != nil || result.MarginLoss != nil || result.MovesLeftLoss != nil ||
		strings.Contains(log, "owner_loss") {
		t.Errorf("without heads the result is %+v, and the log %s", result, log)
	}

	names, result, log = lossNames(t, headedConfig())
	want := []string{"loss/margin", "loss/moves left", "loss/outcome", "loss/owner", "loss/policy", "loss/reply", "loss/total"}
	if !slices.Equal(names, want) {
		t.Errorf("with heads the ledger has %q, want %q", names, want)
	}
	for name, loss := range map[string]*float64{
		"reply": result.ReplyLoss, "owner": result.OwnerLoss, "margin": result.MarginLoss, "moves_left": result.MovesLeftLoss,
	} {
		if loss == nil || *loss <= 0 {
			t.Errorf("the result has no loss of %s", name)
		}
		if !strings.Contains(log, " "+name+"_loss=") {
			t.Errorf("the log has no loss of %s: %s", name, log)
		}
	}
}

// A run with heads that is closed after every step gives what one without a pause gives.
func TestHeadedRunResumes(t *testing.T) {
	c := headedConfig()
	whole, pieces := t.TempDir(), t.TempDir()
	if err := open(t, whole, c).Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		r, err := tryOpen(pieces, c)
		if err != nil {
			t.Fatal(err)
		}
		step, err := r.Advance(t.Context())
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		done = step.Step == StepFinished
	}
	for iteration := range c.Iterations + 1 {
		a, err := os.ReadFile(filepath.Join(whole, checkpointPath(iteration, "weights")))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(pieces, checkpointPath(iteration, "weights")))
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("the weights of iteration %d differ", iteration)
		}
	}
}

// The heads belong to the net that a run began with; how much they count may change.
func TestHeadsOfARunStay(t *testing.T) {
	dir := t.TempDir()
	r, err := tryOpen(dir, headedConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	fewer := headedConfig()
	fewer.Train.OwnerLoss = 0
	_, err = tryOpen(dir, fewer)
	for _, want := range []string{"its net is", "reply_loss above 0, owner_loss above 0", "reply_loss above 0, margin_loss above 0"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	stronger := headedConfig()
	stronger.Train.OwnerLoss = 3
	open(t, dir, stronger)
}

func TestLossesThatAGameCannotHave(t *testing.T) {
	for key, change := range map[string]func(*TrainConfig){
		"owner_loss":  func(c *TrainConfig) { c.OwnerLoss = 1.5 },
		"margin_loss": func(c *TrainConfig) { c.MarginLoss = 1.5 },
	} {
		c := smallConfig() // of Atimo
		change(&c.Train)
		want := "train." + key + ": is 1.5, but the cells of atimo-5x5 have no owners"
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	c := smallConfig()
	c.Train.ReplyLoss, c.Train.MovesLeftLoss = 0.15, 0.1
	if err := c.Validate(); err != nil {
		t.Errorf("every game has replies and moves left: %v", err)
	}
}
