package progress

import (
	"regexp"
	"strings"
	"sync"
)

// screen is a terminal that understands what bars write: line feeds, carriage returns and the clearing of a line. It can be
// read while others write.
type screen struct {
	mu     sync.Mutex
	lines  [][]rune
	column int
	writes int
	widest int
}

var escape = regexp.MustCompile("^\x1b\\[(\\d*)K")

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	if s.lines == nil {
		s.lines = [][]rune{nil}
	}
	for text := string(p); text != ""; {
		last := &s.lines[len(s.lines)-1]
		if m := escape.FindStringSubmatch(text); m != nil {
			if m[1] == "2" {
				*last = (*last)[:0]
			} else {
				*last = (*last)[:min(len(*last), s.column)]
			}
			text = text[len(m[0]):]
			continue
		}
		r := []rune(text)[0]
		text = text[len(string(r)):]
		switch r {
		case '\r':
			s.column = 0
		case '\n':
			s.lines = append(s.lines, nil)
			s.column = 0
		default:
			for len(*last) <= s.column {
				*last = append(*last, ' ')
			}
			(*last)[s.column] = r
			s.column++
			s.widest = max(s.widest, s.column)
		}
	}
	return len(p), nil
}

// text returns what can be seen, without spaces at the ends of lines.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, line := range s.lines {
		out = append(out, strings.TrimRight(string(line), " "))
	}
	return strings.Join(out, "\n")
}
