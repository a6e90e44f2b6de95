package train

import (
	"fmt"
	"math"

	"google.golang.org/protobuf/proto"

	"gipfel/nn"
	"gipfel/nn/internal/sealed"
	gipfelv1 "gipfel/proto/gipfel/v1"
)

// State is all that training needs to go on exactly where it stopped. Settings are not part of it: they may change.
type State struct {
	// Raw are the weights being trained, Average their moving average.
	Raw, Average *nn.Weights
	// First and Second are AdamW's moments of the gradient, in the shape of weights.
	First, Second *nn.Weights
	// Updates is the number of steps since the moments were zero.
	Updates uint64
}

// State returns a copy of the trainer's state.
func (t *Trainer) State() *State {
	return &State{
		Raw: t.weights(t.opt.raw), Average: t.weights(t.opt.average),
		First: t.weights(t.opt.first), Second: t.weights(t.opt.second),
		Updates: t.opt.updates,
	}
}

// Restore returns a trainer that goes on from a state, which it copies. With equal settings and batches it does to the last
// bit what the trainer that the state was taken from does.
func Restore(s *State, cfg Config) (*Trainer, error) {
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("restore trainer: %w", err)
	}
	opt := newOptimiser(s.Raw)
	opt.average = s.Average.AppendValues(opt.average[:0])
	opt.first = s.First.AppendValues(opt.first[:0])
	opt.second = s.Second.AppendValues(opt.second[:0])
	opt.updates = s.Updates
	t, err := newTrainer(s.Raw.Spec, cfg, opt)
	if err != nil {
		return nil, fmt.Errorf("restore trainer: %w", err)
	}
	t.step = s.Raw.Step
	return t, nil
}

// check says what is wrong with a state.
func (s *State) check() error {
	for _, part := range []struct {
		name string
		w    *nn.Weights
	}{{"raw", s.Raw}, {"average", s.Average}, {"first moment", s.First}, {"second moment", s.Second}} {
		if part.w == nil {
			return fmt.Errorf("%s: missing", part.name)
		}
		if err := part.w.Check(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		if part.w.Spec != s.Raw.Spec {
			return fmt.Errorf("%s: of another net than raw: %+v, want %+v", part.name, part.w.Spec, s.Raw.Spec)
		}
		if part.w.Step != s.Raw.Step {
			return fmt.Errorf("%s: of step %d, raw is of step %d", part.name, part.w.Step, s.Raw.Step)
		}
	}
	for _, t := range s.Second.Tensors {
		for i, v := range t.Data {
			if v < 0 {
				return fmt.Errorf("second moment: tensor %q: value %d is %v, want at least 0", t.Name, i, v)
			}
		}
	}
	return nil
}

var stateFile = sealed.Kind{Name: "training state", Magic: "GIPFELTS", Version: 1, MaxSize: math.MaxInt32}

// Save writes the state to a file, which appears complete or not at all.
func (s *State) Save(path string) error {
	if err := s.check(); err != nil {
		return fmt.Errorf("save training state: %s: %w", path, err)
	}
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(&gipfelv1.TrainingState{
		Raw: nn.ToProto(s.Raw), Average: nn.ToProto(s.Average),
		FirstMoment: nn.ToProto(s.First), SecondMoment: nn.ToProto(s.Second),
		Updates: s.Updates,
	})
	if err != nil {
		return fmt.Errorf("save training state: %s: %w", path, err)
	}
	return stateFile.Write(path, payload)
}

// LoadState reads what Save wrote.
func LoadState(path string) (*State, error) {
	payload, _, err := stateFile.Read(path)
	if err != nil {
		return nil, err
	}
	s, err := parseState(payload)
	if err != nil {
		return nil, fmt.Errorf("read training state: %s: %w", path, err)
	}
	return s, nil
}

func parseState(payload []byte) (*State, error) {
	var m gipfelv1.TrainingState
	if err := proto.Unmarshal(payload, &m); err != nil {
		return nil, fmt.Errorf("payload: %w", err)
	}
	s := &State{Updates: m.GetUpdates()}
	for _, part := range []struct {
		name string
		from *gipfelv1.Weights
		to   **nn.Weights
	}{
		{"raw", m.GetRaw(), &s.Raw}, {"average", m.GetAverage(), &s.Average},
		{"first moment", m.GetFirstMoment(), &s.First}, {"second moment", m.GetSecondMoment(), &s.Second},
	} {
		w, err := nn.FromProto(part.from)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
		*part.to = w
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s, nil
}
