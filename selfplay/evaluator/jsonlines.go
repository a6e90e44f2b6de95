package evaluator

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
)

// JSONLines returns a sink that writes a line of JSON for each evaluation, several goroutines taking turns:
//
//	{"key":"75cf2e5fa4b4c278","outcome":[0.5,0.4,0.1],"policy":[0.1,-1.5e-07,1e+09],"input":[0,1]}
//
// The key is [Key] in 16 hexadecimal digits; outcome, policy and input are those of the [Evaluation], the input only if asked
// for, since it is the largest part and the key often does. Numbers have as many digits as they need to be read back as the
// same float32. Each line is one Write. A number that JSON has no way to write, NaN or an infinity, is an error.
func JSONLines(w io.Writer, inputs bool) Sink {
	l := &lines{w: w, inputs: inputs}
	return l.write
}

type lines struct {
	mutex  sync.Mutex
	w      io.Writer
	inputs bool
	line   []byte
}

func (l *lines) write(e Evaluation) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	key := Key(e.Input)
	l.line = append(l.line[:0], `{"key":"`...)
	for shift := 60; shift >= 0; shift -= 4 {
		l.line = append(l.line, "0123456789abcdef"[key>>shift&15])
	}
	l.line = append(l.line, '"')
	if err := l.field("outcome", e.Outcome); err != nil {
		return err
	}
	if err := l.field("policy", e.Policy); err != nil {
		return err
	}
	if l.inputs {
		if err := l.field("input", e.Input); err != nil {
			return err
		}
	}
	l.line = append(l.line, "}\n"...)
	_, err := l.w.Write(l.line)
	return err
}

// field appends a list of numbers to the line.
func (l *lines) field(name string, values []float32) error {
	l.line = append(l.line, `,"`...)
	l.line = append(l.line, name...)
	l.line = append(l.line, `":[`...)
	for i, v := range values {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("%s: entry %d is %v, want a finite number", name, i, v)
		}
		if i > 0 {
			l.line = append(l.line, ',')
		}
		l.line = strconv.AppendFloat(l.line, float64(v), 'g', -1, 32)
	}
	l.line = append(l.line, ']')
	return nil
}
