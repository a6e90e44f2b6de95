package uai

import (
	"strings"
	"testing"
)

// garbage are lines that a server must survive, and what it says of them.
var garbage = [][2]string{
	{"xyzzy", `unknown command "xyzzy"`},
	{"\x00\x01\xff\xfe binary \x80", `unknown command "`},
	{strings.Repeat("long ", 1<<17), "a line of more than 131072 bytes"},
	{"go movetime", "movetime needs a number"},
	{"go movetime soon", `"soon" is not a number`},
	{"go nodes 0", "nodes: 0: want 1 to"},
	{"go depth -3", "depth: -3: want 1 to"},
	{"go nodes 99999999999999999999", "is not a number"},
	{"go btime", "btime needs a number"},
	{"position", "want startpos or fen"},
	{"position nowhere", `"nowhere": want startpos or fen`},
	{"position fen", "fen without a position"},
	{"position fen moves g2", "fen without a position"},
	{"position fen 7/7/7 x 0 1", "it has 3 rows"},
	{"position fen x5o/7/7/7/7/7/o5x z 0 1", "side to move"},
	{"position fen " + strings.Repeat("x", 100_000), "position \"xxx"},
	{"position startpos g2", `"g2" behind startpos`},
	{"position startpos moves g2 g2", "ply 2"},
	{"position startpos moves z9", `ply 1: move "z9"`},
	{"position startpos moves " + strings.Repeat("q", 5000), "ply 1: move"},
	{"position startpos moves \xff\xfe", "ply 1: move"},
	{"moves d4", "ply 1"},
	{"setoption", "want name NAME value VALUE"},
	{"setoption Threads 3", "want name NAME value VALUE"},
	{"setoption name value 3", "want name NAME value VALUE"},
	{"setoption name Colour value red", `no option "Colour"`},
	{"setoption name Threads value many", "Threads: \"many\": want a number from 1 to 1024"},
	{"setoption name Threads", "Threads: \"\": want a number"},
	{"setoption name Hash value 0", "Hash: \"0\": want"},
	{"setoption name Model value", "Model: no value"},
	{"perft", "want a depth"},
	{"perft deep", "is not a number"},
	{"perft 0", "want 1 to 100"},
	{"ponderhit", "no go ponder under way"},
	{"query", "want p1turn"},
	{"GO nodes 5", `unknown command "GO"`},
	{"%s%d%n", `unknown command "%s%d%n"`},
}

func TestGarbageIsSurvived(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("", "   ", "\t", "stop", "stop now", "position startpos moves g2 a2")
	for _, c := range garbage {
		got := k.ask(c[0], "info string error ")
		if !strings.Contains(got, c[1]) || len(k.heard) != 1 {
			t.Errorf("%.40q: %q, want one line about %q", c[0], k.heard, c[1])
		}
		if len(got) > longestError+100 || strings.Trim(got, asciiLetters) != "" {
			t.Errorf("%.40q: the answer is long or not printable: %q", c[0], got)
		}
	}
	if got, want := k.ask("d", "fen "), "fen x5o/7/7/7/7/o5x/o5x x 0 2"; got != want {
		t.Errorf("garbage has changed the position to %q", got)
	}
	if got := k.ask("go nodes 50 quickly please", "bestmove"); !strings.HasPrefix(k.heard[0], "info string ignored: quickly please") {
		t.Errorf("%q, then %q", k.heard, got)
	}
}

// asciiLetters are the characters that answers are written in.
var asciiLetters = func() string {
	var b strings.Builder
	for c := byte(' '); c <= '~'; c++ {
		b.WriteByte(c)
	}
	return b.String()
}()
