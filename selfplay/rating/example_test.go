package rating_test

import (
	"fmt"

	"gipfel/selfplay/rating"
)

func ExampleRate() {
	ladder, err := rating.Rate([]rating.Match{
		// By half points of a pair: of a hundred pairs, net won 20 by 2–0.
		{Game: "ataxx", Players: []string{"net", "greedy"}, Scores: []int{15, 15, 35, 15, 20}},
		// Game by game, the seats being those of the players listed.
		{Game: "ataxx", Players: []string{"greedy", "random"}, Pairs: []rating.Pair{
			{Games: []rating.Game{{Seats: []int{0, 1}, Outcome: 0}, {Seats: []int{1, 0}, Outcome: 1}}, Count: 30},
			{Games: []rating.Game{{Seats: []int{0, 1}, Outcome: 0}, {Seats: []int{1, 0}, Outcome: 0}}, Count: 20},
		}},
	}, rating.Options{})
	if err != nil {
		panic(err)
	}
	for _, e := range ladder.Entries {
		fmt.Printf("%-6s %+4.0f (%+.0f to %+.0f), %d games\n", e.Name, e.Elo, e.Low, e.High, e.Games)
	}
	likelihood, _ := ladder.Superiority(0, 1)
	fmt.Printf("%s is stronger than %s at %.2f\n", ladder.Entries[0].Name, ladder.Entries[1].Name, likelihood)
	// Output:
	// net    +257 (+170 to +345), 200 games
	// greedy +240 (+165 to +315), 300 games
	// random   +0 (+0 to +0), 100 games
	// net is stronger than greedy at 0.78
}
