package uai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHandshake(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.ask("uai", "uaiok")
	want := []string{
		"id name Test", "id author nobody", "option name Game type combo default ataxx var ataxx var ataxx-4x4",
		"option name Model type string default uniform", "option name Threads type spin default 1 min 1 max 1024",
		"option name Hash type spin default 1024", "option name Cache type spin default 0", "option name MultiPV type spin default 1",
		"option name MoveOverhead type spin default 5",
	}
	for i, prefix := range want {
		if !strings.HasPrefix(k.heard[i], prefix) {
			t.Errorf("line %d is %q, want %q", i, k.heard[i], prefix)
		}
	}
	k.ask("ugi", "ugiok")
	k.send("QUIT", "isready") // which is no command
	k.expect("readyok")
	k.send("quit now")
	if err := k.ended(); err != nil {
		t.Error(err)
	}
}

// TestSession goes through a game as match runners do.
func TestSession(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("uai", "isready", "uainewgame", "position startpos")
	if best := k.ask("go nodes 200", "bestmove"); len(strings.Fields(best)) != 2 {
		t.Errorf("%q: want two words", best)
	}
	info := k.heard[len(k.heard)-2]
	shape := regexp.MustCompile(`^info depth \d+ score cp -?\d+ wdl \d+ \d+ \d+ nodes 200 nps \d+ time \d+ pv [a-g1-7 ]+$`)
	if !shape.MatchString(info) {
		t.Errorf("info is %q, want %v", info, shape)
	}
	if got, want := k.ask("d", "fen "), "fen x5o/7/7/7/7/7/o5x x 0 1"; got != want || !strings.HasPrefix(k.heard[0], "7  x . . . . . o") {
		t.Errorf("diagram %q, then %q", k.heard, got)
	}
	// A clone in full, capitals, a hyphen.
	k.send("position startpos moves G2 a1a2 g1-e1")
	if got, want := k.ask("d", "fen "), "fen x5o/7/7/7/7/o5x/o3x2 o 1 2"; got != want {
		t.Errorf("position %q, want %q", got, want)
	}
	k.send("moves b2")
	if got, want := k.ask("d", "fen "), "fen x5o/7/7/7/7/oo4x/o3x2 x 0 3"; got != want {
		t.Errorf("position %q, want %q", got, want)
	}
	// A side that cannot move; a fen without counters; all words for the pass.
	for _, pass := range []string{"0000", "pass", "none", "null", "PASS", "a4a4"} {
		k.send("position fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x moves " + pass)
		if got := k.ask("d", "fen "); !strings.HasSuffix(got, " o 1 1") {
			t.Errorf("after %s: %q", pass, got)
		}
	}
	k.send("position fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x")
	if got := k.ask("go movetime 50", "bestmove"); got != "bestmove 0000" {
		t.Errorf("%q, want a pass", got)
	}
	k.ask("perft 3", "nodes ")
	k.send("position startpos")
	if got := k.ask("perft 3", "nodes "); got != "nodes 6460" {
		t.Errorf("perft of the start: %s, want nodes 6460", got)
	}
	if !strings.HasPrefix(k.heard[1], "info depth 2 nodes 256 ") {
		t.Errorf("perft said %q", k.heard)
	}
	for _, limit := range []string{"depth 2", "btime 1000 wtime 1000 binc 10 winc 10", "movetime 20 nodes 7", "wtime 5 btime -30", "btime 500 movestogo 3"} {
		k.ask("go "+limit, "bestmove ")
	}
}

func TestFinishedGamesHaveNoMove(t *testing.T) {
	for name, c := range map[string]struct{ fen, best, result, dice string }{
		"ataxx-4x4": {"xxxx/xxxx/xxxx/xxxo x 0 1", "bestmove 0000", "response p1win", ""},
		"xima-dice": {"", "bestmove none", "response none", "the dice are to be rolled; add the roll to the moves, one of roll1"},
	} {
		k := startTalk(t, testServer(name, 0))
		if c.fen != "" {
			k.send("position fen " + c.fen)
		}
		if got := k.ask("go nodes 10", "bestmove"); got != c.best || !strings.HasPrefix(k.heard[0], "info string error go: ") {
			t.Errorf("%s: %q", name, k.heard)
		}
		if !strings.Contains(k.heard[0], c.dice) {
			t.Errorf("%s: %q does not speak of dice", name, k.heard)
		}
		if got := k.ask("query result", "response"); got != c.result {
			t.Errorf("%s: %q, want %q", name, got, c.result)
		}
		k.ask("ponder", "info string error ponder: ")
	}
}

func TestQueries(t *testing.T) {
	k := startTalk(t, testServer("atimo-5x5", 0))
	for _, c := range [][2]string{{"p1turn", "true"}, {"gameover", "false"}, {"result", "none"}} {
		if got := k.ask("query "+c[0], "response"); got != "response "+c[1] {
			t.Errorf("%s: %q", c[0], got)
		}
	}
	k.send("position startpos moves Cb3")
	if got := k.ask("query p1turn", "response"); got != "response false" {
		t.Errorf("after a move: %q", got)
	}
	k.ask("query weather", "info string error query")
}

func TestReadyAtOnceWhileSearching(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("go infinite")
	for range 5 {
		k.ask("isready", "readyok")
	}
	k.ask("uai", "uaiok")
	if got := k.ask("position startpos moves g2", "info string error "); !strings.Contains(got, "send stop first") {
		t.Errorf("a position during a search: %q", got)
	}
	for _, line := range []string{"go nodes 1", "setoption name Threads value 2", "uainewgame", "perft 2", "d", "ponder"} {
		k.ask(line, "info string error "+strings.Fields(line)[0]+": there is a search under way")
	}
	k.ask("stop", "bestmove ")
	k.send("stop", "isready")
	if k.expect("readyok"); len(k.heard) != 1 {
		t.Errorf("a stop without a search: %q", k.heard)
	}
}

func TestStopComesBeforeTheFirstSimulation(t *testing.T) {
	s := testServer("ataxx", 20*time.Millisecond)
	s.Setup.Model = "uniform-last"
	k := startTalk(t, s)
	for range 3 {
		k.send("uainewgame", "go nodes 1000000", "stop")
		if got := k.expect("bestmove "); got != "bestmove a7c7" { // the net has been asked, if only once
			t.Errorf("%q, want the move that the net likes best", got)
		}
	}
}

func TestOptions(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("position startpos moves g2", "setoption name threads value 2", "isready")
	k.expect("readyok")
	if got := k.ask("d", "fen "); got != "fen x5o/7/7/7/7/6x/o5x o 0 1" {
		t.Errorf("the position is lost with another number of threads: %q", got)
	}
	// A game and a net that do not fit in between.
	k.send("setoption name Model value no such net", "isready")
	if k.expect("readyok"); !strings.Contains(k.heard[0], `info string error no net "no such net"`) {
		t.Errorf("%q", k.heard)
	}
	k.ask("go nodes 5", "info string error no net")
	k.send("setoption name UAI_Variant value atimo-5x5", "setoption name Model value uniform two", "isready")
	if k.expect("readyok"); len(k.heard) != 1 {
		t.Errorf("%q", k.heard)
	}
	if best := k.ask("go nodes 20", "bestmove C"); len(strings.Fields(best)) != 2 {
		t.Errorf("%q", best)
	}
	if k.ask("uai", "uaiok"); !slices.Contains(k.heard, "option name Model type string default uniform two") {
		t.Errorf("options are %q", k.heard)
	}
	k.send("setoption name MultiPV value 3", "setoption name Move Overhead value 0", "go nodes 300")
	k.expect("bestmove ")
	last := k.heard[len(k.heard)-4:]
	for i, line := range last[:3] {
		if !strings.Contains(line, fmt.Sprintf(" multipv %d score ", i+1)) {
			t.Errorf("line %d of three is %q", i+1, line)
		}
	}
	if !strings.Contains(last[0], " pv "+strings.Fields(last[3])[1]) {
		t.Errorf("the first line is %q, the answer %q", last[0], last[3])
	}
}

func TestMemoryIsBounded(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	k.send("setoption name Hash value 1", "go nodes 1000000000")
	k.expect("bestmove ")
	if n := nodesOf(t, k.heard[len(k.heard)-2]); n < 100 || n > 100_000 {
		t.Errorf("%d nodes in one MiB", n)
	}
}

func TestABrokenNetIsAnswered(t *testing.T) {
	s := testServer("ataxx", 0)
	s.Setup.Model = "uniform-broken"
	k := startTalk(t, s)
	if best := k.ask("go nodes 10", "bestmove "); len(strings.Fields(best)) != 2 {
		t.Errorf("%q", best)
	}
	if !strings.HasPrefix(k.heard[0], "info string error evaluate 1 positions: the net is?broken") {
		t.Errorf("%q", k.heard)
	}
}

func TestTimeIsKept(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	for _, limit := range []string{"movetime 100", "btime 1000 wtime 1", "movetime 0", "movetime -5", "btime 0 wtime 0"} {
		began := time.Now()
		k.ask("go "+limit, "bestmove ")
		if took := time.Since(began); took > patience/3 {
			t.Errorf("%s took %v", limit, took)
		}
	}
	// A search takes the time that it is given, and is no shorter by much: nothing is proven here.
	began := time.Now()
	k.ask("go movetime 200", "bestmove ")
	if took := time.Since(began); took < 150*time.Millisecond {
		t.Errorf("movetime 200 took %v", took)
	}
}

// TestOvershoot measures how late the answers to movetime 100 come in a game: go test -run TestOvershoot -v. What it asserts holds on
// any machine.
func TestOvershoot(t *testing.T) {
	k := startTalk(t, testServer("ataxx", 0))
	const moves, allowed = 20, 100 * time.Millisecond
	var late []time.Duration
	for range moves {
		if k.ask("query gameover", "response ") == "response true" {
			k.send("uainewgame")
		}
		k.ask("isready", "readyok")
		began := time.Now()
		best := k.ask("go movetime 100", "bestmove ")
		late = append(late, time.Since(began)-allowed)
		k.send("moves " + strings.Fields(best)[1])
	}
	slices.Sort(late)
	t.Logf("movetime 100, %d moves: %v at best, %v at worst, median %v", moves, late[0], late[moves-1], late[moves/2])
	if late[moves/2] > allowed {
		t.Errorf("half of the answers are later than %v", allowed)
	}
}

func TestTheEndOfInputEndsASearch(t *testing.T) {
	for _, line := range []string{"go infinite", "ponder", "perft 20", "go ponder"} {
		k := startTalk(t, testServer("ataxx", 0))
		k.send(line, "isready")
		k.expect("readyok")
		_ = k.in.Close()
		if err := k.ended(); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if wants := strings.HasPrefix(line, "go"); wants {
			k.expect("bestmove ")
		}
	}
}

func TestErrorsOfInputAndOutput(t *testing.T) {
	noLeaks(t)
	broken := errors.New("unplugged")
	in, w := io.Pipe()
	_ = w.CloseWithError(broken)
	if err := Serve(t.Context(), in, io.Discard, testServer("ataxx", 0)); !errors.Is(err, broken) {
		t.Errorf("a broken input: %v", err)
	}
	r, out := io.Pipe()
	_ = r.CloseWithError(broken)
	if err := Serve(t.Context(), strings.NewReader("uai\ngo infinite\n"), out, testServer("ataxx", 0)); !errors.Is(err, broken) {
		t.Errorf("a broken output: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, w = io.Pipe()
	if err := Serve(ctx, in, io.Discard, testServer("ataxx", 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	_ = w.Close()
}

// oneWriter fails when two goroutines write at the same time, or anything but whole lines.
type oneWriter struct {
	t    *testing.T
	busy chan struct{}
}

func (w *oneWriter) Write(p []byte) (int, error) {
	select {
	case w.busy <- struct{}{}:
	default:
		w.t.Error("two goroutines write at the same time")
	}
	defer func() { <-w.busy }()
	if p[len(p)-1] != '\n' {
		w.t.Errorf("%q is no whole line", p)
	}
	time.Sleep(10 * time.Microsecond)
	return len(p), nil
}

func TestOneWriter(t *testing.T) {
	var in strings.Builder
	for range 20 {
		in.WriteString("go infinite\nisready\nuai\nnonsense\nisready\nstop\nponder\nisready\nd\nperft 2\nisready\nstop\n")
	}
	if err := Serve(t.Context(), strings.NewReader(in.String()), &oneWriter{t, make(chan struct{}, 1)}, testServer("ataxx", 0)); err != nil {
		t.Error(err)
	}
}

// TestQuitLeavesNobody ends a server whose input stays open: nobody may go on reading from it.
func TestQuitLeavesNobody(t *testing.T) {
	noLeaks(t)
	in, w := io.Pipe()
	go func() { _, _ = io.WriteString(w, "isready\nquit now\n") }()
	if err := Serve(t.Context(), in, io.Discard, testServer("ataxx", 0)); err != nil {
		t.Error(err)
	}
}
