package uai

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// answerWords are what lines of the server begin with; the lines of diagrams stand apart.
var answerWords = []string{"id", "option", "uaiok", "ugiok", "readyok", "info", "bestmove", "nodes", "response", "fen"}

// drawn is input that asks for a diagram.
var drawn = regexp.MustCompile(`(?m)^\s*d\b`)

// FuzzServe sends a server whatever it likes. Each line of the answer must be one of the protocol, and the server end with its input.
func FuzzServe(f *testing.F) {
	for _, c := range garbage {
		f.Add([]byte(c[0][:min(len(c[0]), 1000)] + "\n"))
	}
	for _, session := range []string{
		"uai\nisready\nuainewgame\nposition startpos\ngo nodes 20\nquit\n",
		"position startpos moves a2\r\ngo depth 2\r\nstop\r\nponder\nperft 2\nquery result\n",
		"setoption name Game value xima-5x5\nsetoption name Threads value 2\nposition startpos moves -A1\ngo ponder nodes 3\nponderhit\n",
		"position fen xxxx/xxxx/xxxx/xxo1 x 0 1 moves d1\ngo infinite\nisready\nstop",
	} {
		f.Add([]byte(session))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		if err := Serve(t.Context(), bytes.NewReader(input), &out, testServer("ataxx-4x4", 0)); err != nil {
			t.Fatal(err)
		}
		diagram := drawn.Match(input) // whose lines may begin with anything
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			word, _, _ := strings.Cut(line, " ")
			if !slices.Contains(answerWords, word) && !diagram {
				t.Errorf("%q answers with %q", input, line)
			}
			if word == "bestmove" && len(strings.Fields(line)) != 2 {
				t.Errorf("%q answers with %q", input, line)
			}
			if word == "info" && len(line) > 4000 {
				t.Errorf("%q is answered at length: %q", input, line)
			}
		}
	})
}

// FuzzReadAnswer reads what an engine may answer. A move is legal, or there is an error.
func FuzzReadAnswer(f *testing.F) {
	for _, line := range []string{
		"bestmove g2", "bestmove G2 ponder a2", "bestmove", "bestmove a7a6", "bestmove 0000", "bestmove a1a1", "bestmove P@g2", "bestmove g1-e1",
		"bestmove (none)", "bestmove \xff", "bestmove --", "bestmove @", "bestmove -G2", "bestmove roll4", "bestmove Cb3",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, name := range []string{"ataxx", "atimo-5x5", "xima-5x5", "xima-dice"} {
			g := mustGame(t, name)
			s := g.New()
			a, err := readAnswer(g, s, line)
			if legal := slices.Contains(s.AppendActions(nil), a); legal != (err == nil) {
				t.Errorf("%s: %q is read as %d (%v)", name, line, a, err)
			}
		}
	})
}

// FuzzParseSettings reads descriptions of engines. What is read is valid.
func FuzzParseSettings(f *testing.F) {
	f.Add(`"./engine --flag",movetime=100`)
	f.Add(`e,time=2m,inc=5,env.A="x,\"y",option.B=`)
	f.Add(`'a b' c\ d "e`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSettings(text)
		if err != nil {
			return
		}
		if s.Validate() != nil || len(s.Command.Args) == 0 || s.Command.Args[0] == "" {
			t.Errorf("%q is read as %+v", text, s)
		}
	})
}

// FuzzLines compares the bounded reader with a plain one.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nbb\r\n\nccccccccccccc\nend"), 5)
	f.Add(bytes.Repeat([]byte("long line "), 4000), 20_000)
	f.Add([]byte("\r\r\n\r"), 1)
	f.Fuzz(func(t *testing.T, data []byte, longest int) {
		longest = 1 + (longest&0x7fffffff)%40_000
		r := newLineReader(bytes.NewReader(data), longest)
		for i, want := range bytes.Split(data, []byte("\n")) {
			last := i == bytes.Count(data, []byte("\n"))
			if last && len(want) == 0 {
				break
			}
			got, tooLong, err := r.next()
			if err != nil || tooLong != (len(want) > longest) {
				t.Fatalf("line %d: too long is %t (%v), its length is %d of %d", i, tooLong, err, len(want), longest)
			}
			if want := string(bytes.TrimSuffix(want[:min(len(want), longest)], []byte("\r"))); got != want {
				t.Fatalf("line %d is %q, want %q", i, got, want)
			}
		}
		if _, _, err := r.next(); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last line: %v", err)
		}
	})
}
