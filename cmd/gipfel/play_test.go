package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
)

// TestPlayWholeGame plays whole games against the random player: whenever it has the turn, it asks for the legal moves and
// makes one of them. Every move of the program must be legal, and the game must end where the rules end it.
func TestPlayWholeGame(t *testing.T) {
	for _, tt := range []struct {
		game string
		seat int
	}{
		{"ataxx-4x4", 1},
		{"atimo-5x5", 2},
		{"atimo-9x9-4p", 3},
		{"xima-5x5", 2},
		{"xima-dice", 1}, // with chance
	} {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			g, err := catalog.ByName(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			p := &partner{
				background: start(t, "gipfel", "play", "random", "--game", g.Name, "--seat", fmt.Sprint(tt.seat), "--seed", "7"),
				game:       g, state: g.New(), prompt: g.SeatNames[tt.seat-1] + " to move: ",
			}
			p.line(t) // the greeting, which has a " plays " too
			for p.state.ToMove() != game.Terminal {
				if p.state.ToMove() == game.Player(tt.seat-1) {
					p.move(t)
				} else {
					p.watch(t)
				}
			}
			rest, err := io.ReadAll(p.stdout)
			if err != nil {
				t.Fatal(err)
			}
			if want := ": " + p.state.Ending().Reason + ".\n"; !strings.HasSuffix(string(rest), want) {
				t.Errorf("the game ends with %q, want %q", rest, want)
			}
			p.ends(t, exitOK, "")
		})
	}
}

// partner plays against the program and keeps the position itself.
type partner struct {
	*background
	game   *game.Game
	state  game.State
	prompt string
	moves  int
	asked  bool // the line to come begins with the prompt that the last move was the answer to
}

func (p *partner) line(t *testing.T) string {
	t.Helper()
	line, err := p.stdout.ReadString('\n')
	if err != nil {
		t.Fatalf("%v, at %s; messages: %s", err, p.game.Notation.FormatState(p.state), p.stderr.String())
	}
	if p.asked {
		line = strings.TrimPrefix(line, p.prompt)
		p.asked = false
	}
	return strings.TrimSpace(line)
}

func (p *partner) say(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(p.stdin, text+"\n"); err != nil {
		t.Fatal(err)
	}
}

func (p *partner) apply(t *testing.T, move string) {
	t.Helper()
	a, err := p.game.Notation.ParseAction(p.state, move)
	if err != nil {
		t.Fatal(err)
	}
	p.state.Apply(a)
}

// move makes one of the moves that the program lists.
func (p *partner) move(t *testing.T) {
	t.Helper()
	p.say(t, "moves")
	for {
		list, ok := strings.CutPrefix(p.line(t), p.prompt)
		if !ok {
			continue // the board
		}
		legal := strings.Fields(list)
		if got, want := len(legal), len(p.state.AppendActions(nil)); got != want {
			t.Fatalf("%d moves are listed, but %d are legal", got, want)
		}
		move := legal[p.moves*7%len(legal)]
		p.moves++
		p.say(t, move)
		p.asked = true
		p.apply(t, move)
		return
	}
}

// watch reads what another player does, or how the dice fall.
func (p *partner) watch(t *testing.T) {
	t.Helper()
	for {
		line := p.line(t)
		for _, sign := range []string{" plays ", "chance: "} {
			if _, move, ok := strings.Cut(line, sign); ok {
				p.apply(t, move)
				return
			}
		}
	}
}
