//go:build ort && cgo

package ort

import (
	"fmt"
	"os"

	ort "github.com/yalue/onnxruntime_go"

	"gipfel/nn"
	"gipfel/nn/onnx"
)

// Options say how a file is computed. The zero value is ready.
type Options struct {
	// Library is the path of the library; see the package comment for what "" stands for. A process uses only one.
	Library string
	// Threads is the number of threads that evaluate one batch; 0 stands for 1, which is best if several models work at once.
	Threads int
}

// Session is an exported file that ONNX Runtime has made ready. Its models may be used by several goroutines at once.
type Session struct {
	spec    nn.Spec
	session *ort.DynamicAdvancedSession
}

// Open reads an exported file. The error names the file, or says what about the library is wrong.
func Open(path string, o Options) (*Session, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	// ONNX Runtime would read other files too; only those that gipfel has written are known to mean what a Model needs.
	net, err := onnx.Load(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := use(o.Library); err != nil {
		return nil, err
	}
	session, err := newSession(data, max(1, o.Threads))
	if err != nil {
		return nil, fmt.Errorf("%s: onnx runtime: %w", path, err)
	}
	return &Session{net.Spec(), session}, nil
}

func newSession(data []byte, threads int) (*ort.DynamicAdvancedSession, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer options.Destroy() //nolint:errcheck // the session has what it needs
	if err := options.SetIntraOpNumThreads(threads); err != nil {
		return nil, err
	}
	if err := options.SetInterOpNumThreads(1); err != nil {
		return nil, err
	}
	return ort.NewDynamicAdvancedSessionWithONNXData(data,
		[]string{onnx.InputPlanes}, []string{onnx.OutputPolicy, onnx.OutputOutcome}, options)
}

// Spec is the architecture of the net, as far as it plays.
func (s *Session) Spec() nn.Spec { return s.spec }

// Close ends the session, after the last use of its models.
func (s *Session) Close() error { return s.session.Destroy() }

// Model returns a model for one goroutine. It shares the session and its weights with the others.
func (s *Session) Model() *Model { return &Model{session: s} }

// Model is an [nn.Model] that ONNX Runtime computes.
type Model struct {
	session *Session
	// Memory that ONNX Runtime reads and writes while a batch is computed, grown to the largest batch so far. The library keeps
	// pointers to it between two calls, which only memory of our own, on the heap, is safe for.
	in, policy, outcome []float32
}

// Spec is the architecture of the net, as far as it plays.
func (m *Model) Spec() nn.Spec { return m.session.spec }

// Predict evaluates n positions in one call of ONNX Runtime. What nn.Model says of the last bit is not for this package to
// promise; see the package comment.
func (m *Model) Predict(n int, in []float32, out nn.Outputs) error {
	s := &m.session.spec
	if err := nn.CheckPredict(*s, n, in, out); err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	m.in = append(m.in[:0], in...)
	m.policy, m.outcome = room(m.policy, len(out.Policy)), room(m.outcome, len(out.Outcome))
	if err := m.run(int64(n)); err != nil {
		return fmt.Errorf("onnx runtime: predict %d rows: %w", n, err)
	}
	copy(out.Policy, m.policy)
	copy(out.Outcome, m.outcome)
	return nil
}

// room returns a slice of a length, the same memory if it is enough.
func room(memory []float32, length int) []float32 {
	if cap(memory) < length {
		return make([]float32, length)
	}
	return memory[:length]
}

// run computes what is in m.in.
func (m *Model) run(rows int64) (err error) {
	s := &m.session.spec
	var tensors []ort.Value
	defer func() {
		for _, t := range tensors {
			_ = t.Destroy() // it cannot fail
		}
	}()
	for _, t := range []struct {
		shape ort.Shape
		data  []float32
	}{
		{ort.NewShape(rows, int64(s.Height), int64(s.Width), int64(s.InputPlanes)), m.in},
		{ort.NewShape(rows, int64(s.Actions())), m.policy},
		{ort.NewShape(rows, int64(s.Outcomes())), m.outcome},
	} {
		tensor, err := ort.NewTensor(t.shape, t.data)
		if err != nil {
			return err
		}
		tensors = append(tensors, tensor)
	}
	return m.session.session.Run(tensors[:1], tensors[1:])
}
