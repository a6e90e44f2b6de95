package evaluator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gipfel/nn"
	"gipfel/selfplay/evaluator"
)

// recordedLine is how a reader sees a line.
type recordedLine struct {
	Key                    string
	Outcome, Policy, Input []float32
}

func readLines(t *testing.T, data []byte) (list []recordedLine) {
	t.Helper()
	for line := range bytes.Lines(data) {
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		var l recordedLine
		if err := d.Decode(&l); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, l)
	}
	return list
}

// TestRecorder: the answers are those of the model, and the lines hold them to the last bit, in their order.
func TestRecorder(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	inner := randomNet(t, g)
	rows := positions(g, 4, 1)
	for _, inputs := range []bool{false, true} {
		var b bytes.Buffer
		m := evaluator.Recorder(inner, evaluator.JSONLines(&b, inputs))
		in := slices.Concat(rows...)
		out := mustPredict(t, m, in)
		if !equalBits(out, mustPredict(t, inner, in)) {
			t.Error("recording changes the answers")
		}
		list := readLines(t, b.Bytes())
		if len(list) != len(rows) {
			t.Fatalf("%d lines, want %d", len(list), len(rows))
		}
		for i, l := range list {
			if want := fmt.Sprintf("%016x", evaluator.Key(rows[i])); l.Key != want {
				t.Errorf("line %d: key %s, want %s", i, l.Key, want)
			}
			if !equalBits(nn.Outputs{Policy: l.Policy, Outcome: l.Outcome}, rowOf(m.Spec(), out, i)) {
				t.Errorf("line %d is another answer", i)
			}
			if inputs && !slices.Equal(l.Input, rows[i]) || !inputs && l.Input != nil {
				t.Errorf("line %d: the input is %v", i, l.Input)
			}
		}
	}
}

// TestLine holds the format: numbers take no more digits than they need.
func TestLine(t *testing.T) {
	var b bytes.Buffer
	e := evaluator.Evaluation{Input: []float32{0, 1}, Policy: []float32{0.1, -1.5e-7, 1e9}, Outcome: []float32{0.5, 0.4, 0.1}}
	for _, inputs := range []bool{false, true} {
		if err := evaluator.JSONLines(&b, inputs)(e); err != nil {
			t.Fatal(err)
		}
	}
	const want = `{"key":"75cf2e5fa4b4c278","outcome":[0.5,0.4,0.1],"policy":[0.1,-1.5e-07,1e+09]}` + "\n" +
		`{"key":"75cf2e5fa4b4c278","outcome":[0.5,0.4,0.1],"policy":[0.1,-1.5e-07,1e+09],"input":[0,1]}` + "\n"
	if b.String() != want {
		t.Errorf("the lines are\n%s, want\n%s", &b, want)
	}
}

// TestKeysAreForGood: the key is part of the format, so it must never change.
func TestKeysAreForGood(t *testing.T) {
	if got, want := evaluator.Key([]float32{0, 1, 0.5, -2}), uint64(0x547422e02f02ddc5); got != want {
		t.Errorf("the key is %#x, want %#x", got, want)
	}
	seen := map[uint64]bool{}
	for _, row := range positions(gameNamed(t, "atimo-5x5"), 300, 1) {
		seen[evaluator.Key(row)] = true
	}
	if len(seen) != 300 {
		t.Errorf("300 positions have %d keys", len(seen))
	}
}

func TestBounds(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	rows := positions(g, 10, 1)
	for name, c := range map[string]struct {
		bound func(evaluator.Sink) evaluator.Sink
		want  []int // rows
	}{
		"first 3":       {func(s evaluator.Sink) evaluator.Sink { return evaluator.First(3, s) }, []int{0, 1, 2}},
		"first 0":       {func(s evaluator.Sink) evaluator.Sink { return evaluator.First(0, s) }, nil},
		"first 99":      {func(s evaluator.Sink) evaluator.Sink { return evaluator.First(99, s) }, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"every 4th":     {func(s evaluator.Sink) evaluator.Sink { return evaluator.Every(4, s) }, []int{0, 4, 8}},
		"every":         {func(s evaluator.Sink) evaluator.Sink { return evaluator.Every(1, s) }, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"2 of each 4th": {func(s evaluator.Sink) evaluator.Sink { return evaluator.Every(4, evaluator.First(2, s)) }, []int{0, 4}},
	} {
		var got []uint64
		m := evaluator.Recorder(evaluator.Uniform(g), c.bound(func(e evaluator.Evaluation) error {
			got = append(got, evaluator.Key(e.Input))
			return nil
		}))
		mustPredict(t, m, slices.Concat(rows[:3]...)) // the bounds do not begin anew with each batch
		mustPredict(t, m, slices.Concat(rows[3:]...))
		var want []uint64
		for _, i := range c.want {
			want = append(want, evaluator.Key(rows[i]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: recorded %x, want %x", name, got, want)
		}
	}
}

// TestRecordersShareASink: several goroutines' lines do not mix, and no more are written than were asked for.
func TestRecordersShareASink(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	in := slices.Concat(positions(g, 10, 1)...)
	b := exclusive{t: t}
	sink := evaluator.First(35, evaluator.JSONLines(&b, true))
	var wait sync.WaitGroup
	for range 4 {
		m := evaluator.Recorder(evaluator.Random(g, 1), sink)
		wait.Go(func() {
			if _, err := predict(m, in); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := len(readLines(t, b.Bytes())); n != 35 {
		t.Errorf("%d lines, want 35", n)
	}
}

// exclusive is memory that may be written by one goroutine at a time, and gives others every chance to come in between.
type exclusive struct {
	bytes.Buffer
	t    *testing.T
	busy atomic.Bool
}

func (e *exclusive) Write(p []byte) (int, error) {
	if !e.busy.CompareAndSwap(false, true) {
		e.t.Error("two lines are written at the same time")
	}
	defer e.busy.Store(false)
	runtime.Gosched()
	return e.Buffer.Write(p)
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestErrorsOfTheSink: what goes wrong in recording is an error of Predict.
func TestErrorsOfTheSink(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	m := evaluator.Recorder(evaluator.Uniform(g), evaluator.JSONLines(fullDisk{}, false))
	if _, err := predict(m, positions(g, 1, 1)[0]); !errors.Is(err, errFull) ||
		!strings.HasPrefix(err.Error(), "record an evaluation: ") {
		t.Errorf("error %v", err)
	}
	row := make([]float32, g.InputSize())
	row[5] = float32(math.Inf(1))
	m = evaluator.Recorder(evaluator.Uniform(g), evaluator.JSONLines(&bytes.Buffer{}, true))
	if _, err := predict(m, row); err == nil || !strings.Contains(err.Error(), "input: entry 5 is +Inf, want a finite number") {
		t.Errorf("error %v", err)
	}
	nan := &flawed{Model: evaluator.Uniform(g), flaw: func(_ *flawed, _ int, _ []float32, out nn.Outputs) {
		out.Policy[7] = float32(math.NaN())
	}}
	var b bytes.Buffer
	m = evaluator.Recorder(nan, evaluator.JSONLines(&b, false))
	if _, err := predict(m, positions(g, 1, 1)[0]); err == nil || !strings.Contains(err.Error(), "policy: entry 7 is NaN") || b.Len() > 0 {
		t.Errorf("error %v, %d bytes written", err, b.Len())
	}
}

// TestLinesDoNotAllocate: recording costs the writing.
func TestLinesDoNotAllocate(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	var b bytes.Buffer
	m := evaluator.Recorder(evaluator.Random(g, 1), evaluator.JSONLines(&b, true))
	in := positions(g, 1, 1)[0]
	out := nn.NewOutputs(m.Spec(), 1)
	if n := testing.AllocsPerRun(20, func() {
		b.Reset()
		if err := m.Predict(1, in, out); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
