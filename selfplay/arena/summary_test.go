package arena

import (
	"fmt"
	"strings"
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
	// candidate vs champion: 200 games, 160 won, 30 drawn, 10 lost; score 87.5% (95% interval over pairs 80.1–92.2)
	//   won                  80.0% (73.9–85.0), lost 5.0% (2.7–9.0); 95% intervals over single games
	//   pairs                100 of 100 planned
	//   Elo                  +338 (+241 to +428)
	//   pair scores          2–0: 80, 1–1: 15, 0–2: 5
	//   candidate in seat a  100 games, 80 won, 15 drawn, 5 lost; score 87.5%
	//   candidate in seat b  100 games, 80 won, 15 drawn, 5 lost; score 87.5%
	//   seat a               wins 42.5%, whoever holds it
	//   seat b               wins 42.5%, whoever holds it
	//   length               mean 20.5 plies
	//   repeated             0 games, 0 of the openings
}

func TestSummaryOfNoGames(t *testing.T) {
	if got, want := resultOf(gametest.Tiny, 10, 0, 0, 0).Summary(), "candidate vs champion: no pair of games finished\n"; got != want {
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

// With more than two seats, a seat that does not win is not a loss of whoever holds it.
func TestSummaryOfManySeats(t *testing.T) {
	g := gametest.Tiny3
	r := newResult(g, &Settings{Pairs: 2, Confidence: 0.95}, Player{Name: "candidate"}, Player{Name: "champion"})
	games := make([]GameResult, PairGames(g))
	for i, seats := range Seatings(g) {
		games[i] = GameResult{Game: i, Seats: seats, Outcome: 0}
	}
	r.add(games, false)
	summary := r.Summary()
	// A holds the first seat alone once, and twice together with another.
	for _, want := range []string{
		"6 games, 3 won, 0 drawn, 3 lost",
		fmt.Sprintf("candidate in seat %s  3 games, this seat won 3\n", g.SeatNames[0]),
		fmt.Sprintf("candidate in seat %s  3 games, this seat won 0\n", g.SeatNames[1]),
	} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary does not say %q:\n%s", want, summary)
		}
	}
	if n := strings.Count(summary, "lost"); n != 2 {
		t.Errorf("losses are spoken of %d times, want twice, for A only:\n%s", n, summary)
	}
}

func TestSummaryOfAnInterruptedMatch(t *testing.T) {
	r := resultOf(gametest.Tiny, 100, 6, 0, 0)
	r.UncountedGames = 191
	want := "6 of 100 planned, the first whole pairs without a gap; finished but not counted: 191 games\n"
	if summary := r.Summary(); !strings.Contains(summary, want) {
		t.Errorf("the summary does not say %q:\n%s", want, summary)
	}
	r = resultOf(gametest.Tiny, 100, 0, 0, 0)
	r.UncountedGames = 3
	if summary := r.Summary(); !strings.Contains(summary, "no pair of games finished; finished but not counted: 3 games") {
		t.Errorf("the summary of no pair at all:\n%s", summary)
	}
}
