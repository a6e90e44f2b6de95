package arena

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"gipfel/game"
	"gipfel/game/gametest"
)

// resultOf counts pairs that were won, drawn and lost by A in both games, with invented moves.
func resultOf(g *game.Game, planned, won, drawn, lost int) *Result {
	r := newResult(g, &Settings{Pairs: planned, Confidence: 0.95}, Player{Name: "candidate"}, Player{Name: "champion"})
	for i := range won + drawn + lost {
		games := make([]GameResult, 2)
		for j, seats := range Seatings(g) {
			games[j] = GameResult{Pair: i, Game: 2*i + j, Seats: seats, Moves: []game.Action{game.Action(i)}, Plies: 20 + j}
			switch {
			case i < won:
				games[j].Outcome = j // the seat that A has
			case i < won+drawn:
				games[j].Outcome = game.Draw(2)
			default:
				games[j].Outcome = 1 - j
			}
		}
		r.add(games, false)
	}
	return r
}

func ExampleResult_Summary() {
	fmt.Print(resultOf(gametest.Tiny, 100, 80, 15, 5).Summary())
	// Output:
	// candidate vs champion: 200 games, 160 won, 30 drawn, 10 lost; score 87.5% (95% interval 80.1–92.2)
	//   won                  80.0% (73.9–85.0), lost 5.0% (2.7–9.0), both with 95% intervals
	//   pairs                100 of 100 planned
	//   Elo                  +338 (+241 to +428)
	//   pair scores          2–0: 80, 1–1: 15, 0–2: 5
	//   candidate in seat 0  100 games, 80 won, 15 drawn, 5 lost; score 87.5%
	//   candidate in seat 1  100 games, 80 won, 15 drawn, 5 lost; score 87.5%
	//   seat 0               wins 42.5%, whoever holds it
	//   seat 1               wins 42.5%, whoever holds it
	//   length               mean 20.5 plies
	//   repeated             0 games, 0 openings
}

func TestSummaryOfNoGames(t *testing.T) {
	if got, want := resultOf(gametest.Tiny, 10, 0, 0, 0).Summary(), "candidate vs champion: no games finished\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPairScoresAreWritten(t *testing.T) {
	for want, p := range map[string]PairScores{
		"2–0: 81, 1½–½: 15, 0–2: 4": {4, 0, 0, 15, 81},
		"½–1½: 1":                   {0, 1, 0, 0, 0},
		"none":                      {0, 0, 0, 0, 0},
	} {
		if got := p.String(); got != want || !utf8.ValidString(got) {
			t.Errorf("%v is written %q, want %q", []int(p), got, want)
		}
	}
}
