package uai

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"gipfel/game"
	"gipfel/game/ataxx"
)

// fakeEngine is an engine for Ataxx that plays its first legal move, and has a habit. It understands positions and go.
type fakeEngine struct {
	habit string
	state game.State
	moves int // chosen so far
	in    *bufio.Scanner
}

// misbehave is the program of the test binary as an engine.
func misbehave(habit string) int {
	if habit == "ours" {
		s := testServer("ataxx", 0)
		if err := Serve(context.Background(), os.Stdin, os.Stdout, s); err != nil {
			return 1
		}
		return 0
	}
	e := &fakeEngine{habit: habit, state: ataxx.Standard.New(), in: bufio.NewScanner(os.Stdin)}
	for e.in.Scan() {
		if code, over := e.obey(strings.Fields(e.in.Text())); over {
			return code
		}
	}
	if habit == "stays" || habit == "stays after quit" {
		forever()
	}
	return 0
}

func (e *fakeEngine) obey(words []string) (code int, over bool) {
	switch words[0] {
	case "uai":
		return e.greet()
	case "isready":
		if e.habit == "is never ready" {
			break
		}
		if e.habit == "answers late, too" {
			fmt.Println("bestmove a1") // to no question
		}
		fmt.Println("readyok")
	case "setoption":
		fmt.Fprintln(os.Stderr, "set", strings.Join(words[1:], " "))
	case "position":
		e.set(words[1:])
	case "go":
		e.moves++
		return e.choose(words[1:])
	case "quit":
		if e.habit == "stays after quit" {
			break
		}
		return 0, true
	}
	return 0, false
}

func (e *fakeEngine) greet() (code int, over bool) {
	switch e.habit {
	case "refuses":
		fmt.Println("error: what?")
		return 0, false
	case "greets with noise":
		fmt.Println("Fake 1.0 (c) nobody")
		fmt.Println(strings.Repeat("=", 1<<20))
		fmt.Println("\x00\x01\xff")
	case "ends at once":
		fmt.Fprintln(os.Stderr, "no license")
		return 3, true
	case "greets in its own way":
		fmt.Println("  UAIOK\t")
		return 0, false
	}
	fmt.Println("id name Fake")
	fmt.Println("uaiok")
	return 0, false
}

// set reads a position. An engine that wants fens does not know moves.
func (e *fakeEngine) set(words []string) {
	p, err := parsePosition(words)
	if err == nil && e.habit == "wants fens" && (p.fen == "" || len(p.moves) > 0) {
		err = fmt.Errorf("no fen in %q", words)
	}
	state := ataxx.Standard.New()
	if err == nil && p.fen != "" {
		state, err = ataxx.Standard.Notation.ParseState(p.fen)
	}
	if err == nil {
		err = game.Replay(ataxx.Standard.Notation, state, p.moves)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	e.state = state
}

func (e *fakeEngine) choose(words []string) (code int, over bool) {
	best := game.FormatMoves(ataxx.Standard.Notation, e.state)[0]
	second := e.moves > 1
	switch e.habit {
	case "tells terms":
		fmt.Fprintln(os.Stderr, strings.Join(words, " "))
		return 7, true
	case "tells where it is":
		dir, _ := os.Getwd()
		fmt.Fprintln(os.Stderr, os.Args[1:], dir, os.Getenv("COLOUR"))
		return 7, true
	case "crashes":
		fmt.Fprintln(os.Stderr, "second\nthird\npanic: index out of range\nin search.c")
		if second {
			return 7, true
		}
	case "hangs":
		forever()
	case "leaves an heir":
		c := exec.Command("sleep", "1000")
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if c.Start() != nil {
			return 8, true
		}
		fmt.Fprintln(os.Stderr, "heir", c.Process.Pid)
		return 7, true
	case "closes its output":
		_ = os.Stdout.Close()
		forever()
	case "stops reading":
		fmt.Println("bestmove", best)
		forever()
	case "overshoots":
		time.Sleep(400 * time.Millisecond)
	case "cheats":
		best = "a7g1"
	case "talks rubbish":
		best = "\xff\x00?"
	case "says nothing":
		best = ""
	case "never stops talking":
		for {
			if _, err := io.WriteString(os.Stdout, "info string "+strings.Repeat("bla ", 1000)+"\n"); err != nil {
				return 1, true
			}
		}
	case "never ends its line":
		for {
			if _, err := io.WriteString(os.Stdout, strings.Repeat("bla ", 1000)); err != nil {
				return 1, true
			}
		}
	}
	e.answer(best)
	return 0, false
}

// answer writes a move in the way of the habit.
func (e *fakeEngine) answer(best string) {
	own := "a7"
	if e.state.ToMove() == 1 {
		own = "g7"
	}
	switch {
	case e.habit == "passes in another way" && best == "0000":
		best = []string{"pass", "none", "null", "a1a1", "(none)", "NULL"}[e.moves%6]
	case e.habit == "shouts":
		fmt.Println("BestMove\t" + strings.ToUpper(best))
		return
	case e.habit == "names the origin" && len(best) == 2:
		best = e.origin(best) + best
	case e.habit == "tells much":
		fmt.Println("info depth 1 nodes 1 pv", best)
		fmt.Println("info string", own)
		fmt.Println(strings.Repeat("info ", 1<<18))
		best += " ponder " + own
	}
	fmt.Println("bestmove", best)
}

// origin finds a stone that can make a clone.
func (e *fakeEngine) origin(to string) string {
	for x := max('a', to[0]-1); x <= min('g', to[0]+1); x++ {
		for y := max('1', to[1]-1); y <= min('7', to[1]+1); y++ {
			from := string([]byte{x, y})
			if _, err := ataxx.Standard.Notation.ParseAction(e.state, from+to); err == nil && from != to {
				return from
			}
		}
	}
	return ""
}

// forever does nothing, and is no deadlock that the runtime would end.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}
