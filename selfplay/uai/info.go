package uai

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gipfel/game"
	"gipfel/mcts"
)

// How often a search tells how it goes: at once when its best line is another one or longer, but not more often than
// infoSpacing, and every infoInterval anyhow.
const (
	infoSpacing  = 50 * time.Millisecond
	infoInterval = time.Second
)

// report tells how the search goes, if it is time.
func (t *thinking) report(say func(string)) {
	since := time.Since(t.lastInfo)
	if since < infoSpacing {
		return
	}
	line := t.board.searcher.Tree().PrincipalVariation(nil)
	if len(line) == 0 || since < infoInterval && line[0] == t.lastLine && len(line) == t.lastPlies {
		return
	}
	t.lastInfo, t.lastLine, t.lastPlies = time.Now(), line[0], len(line)
	for _, text := range t.info() {
		say(text)
	}
}

// info describes what the search has found: a line for each of the best moves that the option MultiPV asks for.
func (t *thinking) info() []string {
	tree := t.board.searcher.Tree()
	children := tree.Children(nil)
	if tree.Simulations() == 0 || len(children) == 0 {
		return nil
	}
	if t.settings.multiPV == 1 {
		line := tree.PrincipalVariation(nil)
		outcomes := make([]float32, t.board.game.Outcomes())
		tree.RootValue(outcomes)
		result, plies, proven := tree.Proven()
		return []string{t.describe("", t.score(outcomes, result, plies, proven), line)}
	}
	best := choose(tree, t.board.state)
	slices.SortStableFunc(children, func(a, b mcts.Child) int { return rank(b, best) - rank(a, best) })
	var lines []string
	for i, c := range children[:min(t.settings.multiPV, len(children))] {
		if c.Visits == 0 {
			break
		}
		score := t.score(c.Chances[:t.board.game.Outcomes()], c.Outcome, c.Plies, c.Proven)
		lines = append(lines, t.describe(fmt.Sprintf(" multipv %d", i+1), score, tree.Line(nil, c.Action)))
	}
	return lines
}

// rank orders moves: the one that would be played first, then by visits.
func rank(c mcts.Child, best game.Action) int {
	if c.Action == best {
		return math.MaxInt
	}
	return int(c.Visits)
}

// describe writes one line of info. Its depth is the length of the line of play.
func (t *thinking) describe(multiPV, score string, line []game.Action) string {
	elapsed := time.Since(t.began)
	perSecond := int64(float64(t.searched) / max(elapsed.Seconds(), 1e-6))
	s := t.board.game.New()
	s.CopyFrom(t.board.state)
	moves := strings.Join(game.FormatLine(t.board.game.Notation, s, line), " ")
	return fmt.Sprintf("info depth %d%s score %s nodes %d nps %d time %d pv %s",
		len(line), multiPV, score, t.board.searcher.Tree().Simulations(), perSecond, elapsed.Milliseconds(), moves)
}

// score writes a value for the seat to move: in hundredths, or the moves to a certain end, and as permille of wins, draws and losses.
func (t *thinking) score(outcomes []float32, result, plies int, proven bool) string {
	g, mover := t.board.game, t.board.state.ToMove()
	draw := game.Draw(g.Players)
	if proven && result != draw {
		moves := (plies + 1) / 2
		if result != int(mover) {
			return fmt.Sprintf("mate -%d wdl 0 0 1000", moves)
		}
		return fmt.Sprintf("mate %d wdl 1000 0 0", moves)
	}
	if proven {
		return "cp 0 wdl 0 1000 0"
	}
	win, even := float64(outcomes[mover]), float64(outcomes[draw])
	w := int(math.Round(1000 * win))
	d := min(int(math.Round(1000*even)), 1000-w)
	return fmt.Sprintf("cp %d wdl %d %d %d", centi(win+even/2), w, d, 1000-w-d)
}

// maxCenti is the largest score, that of a position which is as good as won.
const maxCenti = 2000

// centi turns an expected score, 1 for a win and 0 for a loss, into the difference in rating between players who would
// expect it.
func centi(expected float64) int {
	least := 1 / (1 + math.Pow(10, maxCenti/400.0))
	expected = max(least, min(1-least, expected))
	return int(math.Round(400 * math.Log10(expected/(1-expected))))
}

// nothingToDo says why no seat is to move.
func (b *board) nothingToDo() string {
	if b.state.ToMove() == game.Terminal {
		return "the game is over: " + b.state.Ending().Reason
	}
	return "the dice are to be rolled; add the roll to the moves, one of " + joinWords(game.FormatMoves(b.game.Notation, b.state))
}

// joinWords joins words with spaces.
func joinWords(words []string) string { return strings.Join(words, " ") }
