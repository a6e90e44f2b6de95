package uai

import (
	"errors"
	"strings"
)

// SplitCommand splits a command into the program and its arguments, as a shell does: words are separated by spaces; what stands
// in single quotes is taken as it is, and in double quotes but for \" and \\; elsewhere a backslash takes the next character as
// it is. Nothing is expanded.
func SplitCommand(text string) ([]string, error) {
	var s splitter
	for i := 0; i < len(text); i++ {
		i += s.take(text[i:])
	}
	switch {
	case s.quote != 0:
		return nil, errors.New("a quote is not closed: " + string(s.quote))
	case s.escaped:
		return nil, errors.New("nothing follows the last backslash")
	}
	s.endWord()
	if len(s.words) == 0 || s.words[0] == "" {
		return nil, errors.New("no program is named")
	}
	return s.words, nil
}

// splitter is a reader of commands, a byte at a time.
type splitter struct {
	words   []string
	word    strings.Builder
	inWord  bool // also in an empty pair of quotes
	quote   byte // that we are in, or 0
	escaped bool // the last byte was a backslash at the text's end
}

// take reads the byte at the beginning of the rest, and returns how many more it has taken.
func (s *splitter) take(rest string) (more int) {
	c := rest[0]
	switch {
	case c == '\\' && s.quote != '\'':
		return s.escape(rest)
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case s.quote == 0 && (c == '"' || c == '\''):
		s.quote, s.inWord = c, true
	case s.quote == 0 && strings.IndexByte(" \t\r\n", c) >= 0:
		s.endWord()
	default:
		s.inWord = true
		s.word.WriteByte(c)
	}
	return 0
}

// escape reads a backslash.
func (s *splitter) escape(rest string) (more int) {
	s.inWord = true
	switch {
	case len(rest) == 1:
		s.escaped = true
		return 0
	case s.quote == '"' && rest[1] != '"' && rest[1] != '\\':
		s.word.WriteByte('\\')
		return 0
	}
	s.word.WriteByte(rest[1])
	return 1
}

func (s *splitter) endWord() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
		s.word.Reset()
		s.inWord = false
	}
}
