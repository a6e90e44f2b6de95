package arena

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// tampering is a change to a game that Verify must refuse.
type tampering struct {
	name  string
	spoil func(r *GameResult)
	want  string // in the error
}

func TestVerifyRefusesTampering(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice} {
		original := mustPlay(t, g, Settings{Pairs: 1, Seed: 3, OpeningMin: 1, OpeningMax: 1}, Random(g), Greedy(g)).Games[0]
		for _, c := range []tampering{
			{"a seat too many", func(r *GameResult) { r.Seats = append(r.Seats, B) }, "seats, want"},
			{"no seats", func(r *GameResult) { r.Seats = nil }, "0 seats, want"},
			{"a third player", func(r *GameResult) { r.Seats[1] = 2 }, "seat 1 belongs to player 2"},
			{"a player below the first", func(r *GameResult) { r.Seats[0] = -1 }, "seat 0 belongs to player -1"},
			{"one side only", func(r *GameResult) { clear(r.Seats) }, "all seats belong to player 0"},
			{"a move left out", func(r *GameResult) { r.Moves = r.Moves[:len(r.Moves)-1] }, ""},
			{"thoughts left out", func(r *GameResult) { r.Thoughts = r.Thoughts[1:] }, "thoughts for"},
			{"a start that is none", func(r *GameResult) { r.Start = "nowhere" }, "position \"nowhere\""},
			{"no moves", func(r *GameResult) { r.Opening, r.Moves, r.Thoughts, r.Plies = nil, nil, nil, 0 }, "not over after its 0 plies"},
			{"a move after the end", func(r *GameResult) { r.Moves = append(r.Moves, 0) }, "not legal"},
			{"a move twice", func(r *GameResult) { r.Moves = slices.Insert(r.Moves, len(r.Moves)-1, r.Moves[len(r.Moves)-1]) }, "not legal"},
			{"no action", func(r *GameResult) { r.Moves[0] = game.NoAction }, "is 65535, which is not legal"},
			{"an illegal opening", func(r *GameResult) { r.Opening[0] = 60000 }, "action 1 of"},
			{"a ply more", func(r *GameResult) { r.Plies++ }, "plies, but its moves make"},
			{"a ply less", func(r *GameResult) { r.Plies-- }, "plies, but its moves make"},
			{"another winner", func(r *GameResult) { r.Outcome = (r.Outcome + 1) % (g.Players + 1) }, "outcome"},
			{"a winner out of range", func(r *GameResult) { r.Outcome = g.Players + 1 }, "outcome"},
			{"a winner below the first", func(r *GameResult) { r.Outcome = -1 }, "outcome -1"},
			{"cut off", func(r *GameResult) { r.Truncated = true }, "truncated is true"},
			{"a forfeit of a finished game", func(r *GameResult) { r.Forfeit = true }, "forfeited, but no seat is to move"},
		} {
			r := copyOf(original)
			c.spoil(&r)
			if err := r.Verify(g); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "game 0: ") {
				t.Errorf("%s, %s: error %v, want one with %q", g.Name, c.name, err, c.want)
			}
		}
		if err := original.Verify(g); err != nil {
			t.Errorf("%s: untouched: %v", g.Name, err)
		}
	}
}

func TestVerifyRefusesFalseForfeits(t *testing.T) {
	g := gametest.Tiny3
	original := GameResult{
		Game: 4, Seats: []int{B, A, B}, Opening: []game.Action{0}, Moves: []game.Action{}, Outcome: 2, Forfeit: true, Plies: 1,
	}
	if err := original.Verify(g); err != nil {
		t.Fatal(err)
	}
	for _, c := range []tampering{
		{"won by the loser", func(r *GameResult) { r.Outcome = 1 }, "want seat 2"},
		{"won by a seat that is not next", func(r *GameResult) { r.Outcome = 0 }, "want seat 2"},
		{"drawn", func(r *GameResult) { r.Outcome = 3 }, "want seat 2"},
		{"out of range", func(r *GameResult) { r.Outcome = -1 }, "want seat 2"},
		{"truncated too", func(r *GameResult) { r.Truncated = true }, "both forfeited and truncated"},
		{"one side only", func(r *GameResult) { r.Seats[1] = B }, "all seats belong to player 1"},
		{"not forfeited", func(r *GameResult) { r.Forfeit = false }, "not over"},
	} {
		r := copyOf(original)
		c.spoil(&r)
		if err := r.Verify(g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func copyOf(r GameResult) GameResult {
	r.Seats, r.Opening, r.Moves = slices.Clone(r.Seats), slices.Clone(r.Opening), slices.Clone(r.Moves)
	return r
}

func TestScoresOfGames(t *testing.T) {
	for _, c := range []struct {
		name       string
		r          GameResult
		halfPoints int
		drawn      bool
	}{
		{"won by A", GameResult{Seats: []int{B, A}, Outcome: 1}, 2, false},
		{"won by B", GameResult{Seats: []int{B, A}, Outcome: 0}, 0, false},
		{"won by one of A's seats", GameResult{Seats: []int{A, B, A}, Outcome: 2}, 2, false},
		{"drawn", GameResult{Seats: []int{A, B}, Outcome: 2}, 1, true},
		{"cut off", GameResult{Seats: []int{A, B}, Outcome: 2, Truncated: true}, 1, false},
	} {
		if got, drawn := c.r.halfPoints(), c.r.Drawn(); got != c.halfPoints || drawn != c.drawn {
			t.Errorf("%s: %d half points, drawn %v; want %d, %v", c.name, got, drawn, c.halfPoints, c.drawn)
		}
	}
}

func TestResultsSurviveJSON(t *testing.T) {
	// A player that always wins has an infinite Elo difference.
	loser := scripted("loser", forfeiter{script{choose: resign}})
	for _, pair := range [][2]Player{{lowest("winner"), loser}, {loser, lowest("winner")}} {
		r := mustPlay(t, gametest.Tiny, Settings{Pairs: 2, Seed: 1, OpeningMax: 2}, pair[0], pair[1])
		text, err := json.Marshal(r)
		if err != nil || !strings.Contains(string(text), `Inf"`) {
			t.Fatalf("%s, %v: want an infinite difference in it", text, err)
		}
		var back Result
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if d := diff(&back, r); d != "" {
			t.Error(d)
		}
	}
}

func resign(context.Context, game.State) (game.Action, error) { return game.NoAction, nil }
