package evaluator

import (
	"fmt"
	"math"

	"gipfel/game"
	"gipfel/nn"
)

// count says what the input planes of one kind are worth to the seat that they belong to.
type count struct {
	// planes are the names of the planes, that of the seat to move first, the others in the order of play. Games with fewer
	// seats have the first of them.
	planes []string
	// worth is what each 1 on the plane adds to the seat's logit; if the plane is the same everywhere, the board has one of them.
	worth      float64
	everywhere bool
}

// seats are the names of planes that end in the name of a seat, as XIMA has them.
func seats(name string) []string {
	return []string{name + " own", name + " seat+1", name + " seat+2", name + " seat+3"}
}

// counts are what there is to count in each game, by its title. The worths are guesses, not fitted: with ten stones more
// somebody wins Ataxx in three of four cases; a captured special is all but a lost game of XIMA, and blocks below others are as
// good as gone. Atimo is not here, since nothing is ever captured in it: all seats always have the same pieces.
var counts = map[string][]count{
	"Ataxx": {
		{planes: []string{"own stones", "enemy stones"}, worth: 0.11},
	},
	"XIMA": {
		{planes: seats("top normal"), worth: 0.1},
		{planes: seats("top special"), worth: 0.3},
		{planes: seats("hand normal"), worth: 0.5, everywhere: true},
		{planes: seats("captured special"), worth: -3, everywhere: true},
	},
}

// plane is a plane that is counted.
type plane struct {
	seat, index int
	worth       float64
	everywhere  bool
}

// Material returns a model that takes all actions for equally likely and guesses the outcome from what the seats have, as the
// input planes show it: the softmax over the seats of what their pieces are worth. It expects no draws. It is a cheap opponent
// with some sense, for any number of simulations, and makes a search in tests prefer something.
//
// The error says so if there is nothing to count in the game.
func Material(g *game.Game) (nn.Model, error) {
	planes, err := countedPlanes(g)
	if err != nil {
		return nil, err
	}
	all := len(g.Planes)
	logits := make([]float64, g.Players)
	return newFake(g, func(input, policy, outcome []float32) {
		clear(policy)
		clear(logits)
		for _, p := range planes {
			logits[p.seat] += p.worth * p.sum(input, all)
		}
		softmax(outcome[:len(logits)], logits)
		outcome[len(logits)] = 0 // the draw
	}), nil
}

// countedPlanes looks up where the planes of a game that are counted lie.
func countedPlanes(g *game.Game) (planes []plane, err error) {
	list, ok := counts[g.Title]
	if !ok {
		return nil, fmt.Errorf("material: there is none to count in %s", g.Name)
	}
	index := make(map[string]int, len(g.Planes))
	for i, p := range g.Planes {
		index[p.Name] = i
	}
	for _, c := range list {
		if len(c.planes) < g.Players {
			return nil, fmt.Errorf("material: %s has %d seats, but %q is counted for %d", g.Name, g.Players, c.planes[0], len(c.planes))
		}
		for seat, name := range c.planes[:g.Players] {
			i, ok := index[name]
			if !ok {
				return nil, fmt.Errorf("material: %s has no input plane %q", g.Name, name)
			}
			planes = append(planes, plane{seat, i, c.worth, c.everywhere})
		}
	}
	return planes, nil
}

// sum adds up the plane's values over the board.
func (p *plane) sum(input []float32, planes int) float64 {
	if p.everywhere {
		return float64(input[p.index])
	}
	sum := 0.0
	for i := p.index; i < len(input); i += planes {
		sum += float64(input[i])
	}
	return sum
}

// softmax writes the distribution whose logarithms are the logits, up to a constant.
func softmax(dst []float32, logits []float64) {
	largest := math.Inf(-1)
	for _, l := range logits {
		largest = max(largest, l)
	}
	sum := 0.0
	for _, l := range logits {
		sum += math.Exp(l - largest)
	}
	for i, l := range logits {
		dst[i] = float32(math.Exp(l-largest) / sum)
	}
}
