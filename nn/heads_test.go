package nn_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

// withHeads are the usual small nets with all heads for training.
func withHeads() []nn.Spec {
	specs := reference.Specs()
	for i := range specs {
		specs[i].Heads = reference.AllHeads
	}
	return specs
}

func TestPlaying(t *testing.T) {
	for i, s := range withHeads() {
		plain := reference.Specs()[i]
		if s == plain || s.Playing() != plain || plain.Playing() != plain {
			t.Errorf("%+v plays as %+v, want %+v", s, s.Playing(), plain)
		}
	}
}

// The heads' tensors come after all others, which are what they are without heads; playing costs the same.
func TestHeadsComeLast(t *testing.T) {
	for i, s := range withHeads() {
		plain := s
		plain.Heads = nn.Heads{}
		w, err := nn.Init(s, 5)
		if err != nil {
			t.Fatal(err)
		}
		p, err := nn.Init(plain, 5)
		if err != nil {
			t.Fatal(err)
		}
		for k, tensor := range p.Tensors {
			if got := w.Tensors[k]; got.Name != tensor.Name || !slices.Equal(got.Data, tensor.Data) {
				t.Errorf("net %d: tensor %d is %q, or has other values than %q without heads", i, k, got.Name, tensor.Name)
			}
		}
		own := 0
		var names []string
		for _, tensor := range w.Tensors[len(p.Tensors):] {
			own += len(tensor.Data)
			names = append(names, tensor.Name)
			if slices.ContainsFunc(tensor.Data, func(v float32) bool { return v != 0 }) {
				t.Errorf("net %d: %s is not zero before training", i, tensor.Name)
			}
		}
		want := []string{"reply/logits", "owner/logits", "margin/value", "moves/value"}
		reply := (s.PolicyChannels+1)*s.PolicyPlanes + (s.Channels+1)*s.Owners() + 2*(s.ValueHidden+1)
		if s.ExtraActions > 0 {
			want = slices.Insert(want, 1, "reply/extra")
			reply += (2*s.Channels + 1) * s.ExtraActions
		}
		var tensors []string
		for _, name := range want {
			tensors = append(tensors, name+"/weight", name+"/bias")
		}
		if !slices.Equal(names, tensors) || own != reply {
			t.Errorf("net %d: the heads' tensors are %q with %d values, want %q with %d", i, names, own, tensors, reply)
		}
		if s.Parameters() != plain.Parameters()+own {
			t.Errorf("net %d: %d parameters, want %d and %d", i, s.Parameters(), plain.Parameters(), own)
		}
		if s.FLOPs() != plain.FLOPs() {
			t.Errorf("net %d: playing takes %v operations, and %v without heads", i, s.FLOPs(), plain.FLOPs())
		}
	}
}

func TestBatchesWithHeads(t *testing.T) {
	for i, s := range withHeads() {
		if err := nn.NewBatch(s, 3).Check(s); err != nil {
			t.Error(err)
		}
		b := reference.RandomBatch(s, 9, 1)
		if err := b.Check(s); err != nil {
			t.Error(err)
		}
		plain := s
		plain.Heads = nn.Heads{}
		if err := b.Check(plain); err != nil {
			t.Errorf("net %d: a net without heads refuses a batch for one with: %v", i, err)
		}
		if err := nn.NewBatch(plain, 3).Check(s); err == nil || !strings.Contains(err.Error(), "reply has 0 values") {
			t.Errorf("net %d: error %v, want one about the missing reply", i, err)
		}
	}
}

func TestAddHeadsKeepsWhatIsThere(t *testing.T) {
	s := withHeads()[1]
	b := &nn.Batch{N: 2, Margin: []float32{0.5, 0}, MarginWeight: []float32{1, 0}}
	b.AddHeads(s)
	if b.Margin[0] != 0.5 || b.MarginWeight[0] != 1 {
		t.Error("the margin is gone")
	}
	if len(b.Owner) != 2*s.Cells()*s.Owners() || len(b.Reply) != 2*s.Actions() || len(b.MovesLeftWeight) != 2 {
		t.Errorf("%d values of owners, %d of replies, %d weights of moves left", len(b.Owner), len(b.Reply), len(b.MovesLeftWeight))
	}
}

func TestCheckNamesTheHead(t *testing.T) {
	s := withHeads()[1]
	nan := float32(math.NaN())
	for want, spoil := range map[string]func(*nn.Batch){
		"reply has 5":                         func(b *nn.Batch) { b.Reply = b.Reply[:5] },
		"owner weight has 0":                  func(b *nn.Batch) { b.OwnerWeight = nil },
		"row 0: reply weight is -1":           func(b *nn.Batch) { b.ReplyWeight[0] = -1 },
		"row 0: reply: probabilities sum":     func(b *nn.Batch) { clear(b.Reply[:s.Actions()]) },
		"row 2: owner: cell 3: entry 1 is -1": func(b *nn.Batch) { b.Owner[(2*s.Cells()+3)*s.Owners()+1] = -1 },
		"row 0: margin: 1.5 is not":           func(b *nn.Batch) { b.Margin[0] = 1.5 },
		"row 0: margin: NaN is not":           func(b *nn.Batch) { b.Margin[0] = nan },
		"row 3: margin weight is NaN":         func(b *nn.Batch) { b.MarginWeight[3] = nan },
		"row 0: moves left: -1":               func(b *nn.Batch) { b.MovesLeft[0] = -1 },
		"row 0: moves left: +Inf":             func(b *nn.Batch) { b.MovesLeft[0] = float32(math.Inf(1)) },
		"row 4: moves left weight is -0.5":    func(b *nn.Batch) { b.MovesLeftWeight[4] = -0.5 },
	} {
		b := reference.RandomBatch(s, 6, 1)
		spoil(b)
		if err := b.Check(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	b := reference.RandomBatch(s, 6, 1)
	b.Margin[1], b.MovesLeft[1], b.MarginWeight[1], b.MovesLeftWeight[1] = nan, nan, 0, 0
	if err := b.Check(s); err != nil {
		t.Errorf("targets of weight 0 are looked at: %v", err)
	}
}
