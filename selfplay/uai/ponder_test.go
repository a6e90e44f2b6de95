package uai

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gipfel/game"
)

func TestInfiniteWaitsForStop(t *testing.T) {
	k := startTalk(t, testServer("ataxx-4x4", 0))
	k.send("position fen xxxx/xxxx/xxxx/xxo1 x 0 1", "go infinite", "isready") // a win in one
	k.expect("readyok")
	time.Sleep(50 * time.Millisecond)
	if k.ask("isready", "readyok"); slices.ContainsFunc(k.heard, isBestMove) {
		t.Fatalf("an answer without stop: %q", k.heard)
	}
	if got := k.ask("stop", "bestmove"); got != "bestmove d1" || !slices.ContainsFunc(k.heard, func(l string) bool {
		return strings.Contains(l, "score mate 1 wdl 1000 0 0")
	}) {
		t.Errorf("%q, want the win", k.heard)
	}
}

func isBestMove(line string) bool { return strings.HasPrefix(line, "bestmove") }

func TestPonderHit(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("position startpos moves g2 a2", "go ponder movetime 10")
	time.Sleep(50 * time.Millisecond)
	if k.ask("isready", "readyok"); slices.ContainsFunc(k.heard, isBestMove) {
		t.Fatalf("pondering has ended by itself: %q", k.heard)
	}
	k.ask("ponderhit", "bestmove ")
	k.ask("ponderhit", "info string error ponderhit")
	k.send("go ponder nodes 100", "isready")
	k.expect("readyok")
	k.ask("stop", "bestmove ")
	k.send("go ponder btime 100 wtime 100", "ponderhit")
	k.expect("bestmove ")
	k.send("go ponder infinite", "ponderhit", "ponderhit")
	k.expect("info string error ponderhit")
	k.ask("stop", "bestmove ")
}

func TestPonderWithoutAnAnswer(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("ponder")
	for nodesOf(t, k.expect("info ")) < 2 { // until there is something to be kept
	}
	k.ask("isready", "readyok")
	k.send("position startpos", "go nodes 1") // which has been there long since
	k.expect("bestmove ")
	for _, line := range k.heard {
		if strings.Contains(line, "error") {
			t.Errorf("after ponder: %q", k.heard)
		}
	}
	if n := nodesOf(t, k.heard[len(k.heard)-2]); n < 2 {
		t.Errorf("%d nodes are left of what was pondered", n)
	}
	k.send("ponder", "stop", "isready")
	if k.expect("readyok"); slices.ContainsFunc(k.heard, isBestMove) {
		t.Errorf("ponder is answered: %q", k.heard)
	}
}

// nodesOf reads the nodes of an info line.
func nodesOf(t *testing.T, info string) (n int) {
	t.Helper()
	_, rest, ok := strings.Cut(info, " nodes ")
	if _, err := fmt.Sscan(rest, &n); !ok || err != nil {
		t.Fatalf("%q has no nodes: %v", info, err)
	}
	return n
}

func TestTheTreeIsKept(t *testing.T) {
	g := mustGame(t, "ataxx")
	for name, next := range map[string]func(line []string) string{
		"the same":       func([]string) string { return "position startpos moves g2" },
		"one move more":  func(line []string) string { return "position startpos moves g2 " + line[0] },
		"two moves more": func(line []string) string { return "position startpos moves g2 " + joinWords(line[:2]) },
		"a fen after two moves": func(line []string) string {
			s := g.New()
			if err := game.Replay(g.Notation, s, append([]string{"g2"}, line[:2]...)); err != nil {
				t.Fatal(err)
			}
			return "position fen " + g.Notation.FormatState(s)
		},
	} {
		k := startTalk(t, testServer("ataxx", 0))
		k.send("position startpos moves g2", "go nodes 3000")
		best := k.expect("bestmove ")
		line := strings.Fields(strings.SplitAfter(k.heard[len(k.heard)-2], " pv ")[1])
		if len(line) < 2 || best != "bestmove "+line[0] {
			t.Fatalf("%s: %q after the line %v", name, best, line)
		}
		k.send(next(line), "go nodes 1")
		k.expect("bestmove ")
		if n := nodesOf(t, k.heard[len(k.heard)-2]); n < 2 {
			t.Errorf("%s: %d nodes are left of 3000", name, n)
		}
		k.send("uainewgame", "go nodes 1")
		k.expect("bestmove ")
		if n := nodesOf(t, k.heard[len(k.heard)-2]); n != 1 {
			t.Errorf("%s: %d nodes are left in a new game", name, n)
		}
	}
}
