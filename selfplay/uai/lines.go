package uai

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync/atomic"
)

// lineReader reads lines of bounded length from somebody who may send anything.
type lineReader struct {
	r       *bufio.Reader
	longest int
	line    []byte
	heard   *atomic.Int64 // bytes so far; may be nil
}

// lineBuffer is how much is read at once.
const lineBuffer = 16 << 10

func newLineReader(r io.Reader, longest int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, lineBuffer), longest: longest}
}

// next returns the next line without its end, which may be "\n" or "\r\n". Of a line that is too long it returns the beginning, and
// tooLong. A last line without an end is a line; after it comes the error of reading.
func (l *lineReader) next() (line string, tooLong bool, err error) {
	l.line = l.line[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if l.heard != nil {
			l.heard.Add(int64(len(part)))
		}
		part, ended := bytes.CutSuffix(part, []byte("\n"))
		room := l.longest - len(l.line)
		tooLong = tooLong || len(part) > room
		l.line = append(l.line, part[:min(len(part), room)]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(l.line) == 0:
			return "", false, err
		case ended || err != nil:
			return string(bytes.TrimSuffix(l.line, []byte("\r"))), tooLong, nil
		}
	}
}
