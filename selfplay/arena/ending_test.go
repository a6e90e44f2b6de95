package arena

import (
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// cutOff is a position of a game that a limit stops after six plies.
type cutOff struct {
	game.State
	plies int
}

const cutOffPlies = 6

func (c *cutOff) ToMove() game.Player {
	if c.plies == cutOffPlies {
		return game.Terminal
	}
	return c.State.ToMove()
}

func (c *cutOff) AppendActions(dst []game.Action) []game.Action {
	if c.plies == cutOffPlies {
		return dst
	}
	return c.State.AppendActions(dst)
}

func (c *cutOff) Apply(a game.Action) {
	c.plies++
	c.State.Apply(a)
}

func (c *cutOff) CopyFrom(from game.State) {
	c.plies = from.(*cutOff).plies
	c.State.CopyFrom(from.(*cutOff).State)
}

func (c *cutOff) Returns(dst []float32) { game.DrawReturns(dst, 2) }

func (c *cutOff) Ending() game.Ending { return game.Ending{Reason: "length limit", Truncated: true} }

type cutOffNotation struct{ game.Notation }

func (n cutOffNotation) FormatState(s game.State) string {
	return n.Notation.FormatState(s.(*cutOff).State)
}

func TestTruncatedGamesScoreEvenAndAreCountedApart(t *testing.T) {
	g := *gametest.Tiny
	g.New = func() game.State { return &cutOff{State: gametest.Tiny.New()} }
	g.Encode = func(s game.State, dst []float32) { gametest.Tiny.Encode(s.(*cutOff).State, dst) }
	g.Notation, g.Score = cutOffNotation{g.Notation}, nil
	r := mustPlay(t, &g, Settings{Pairs: 10, Seed: 1, OpeningMax: 1}, Random(&g), Greedy(&g))
	if want := (Record{Games: 20, Truncated: 20}); r.Record != want || r.Score.Value != 0.5 || r.PairScores[2] != 10 {
		t.Errorf("record %+v, score %g, pairs %v", r.Record, r.Score.Value, r.PairScores)
	}
	if one := r.Games[0]; !one.Truncated || one.Drawn() || one.Ending != "length limit" || one.Plies != cutOffPlies {
		t.Errorf("first game is %+v", one)
	}
	if summary := r.Summary(); !strings.Contains(summary, "20 games, 0 won, 0 drawn, 0 lost, 20 cut off; score 50.0%") {
		t.Errorf("summary:\n%s", summary)
	}
}

func TestGameThatOutlastsItsDescriptionIsAnError(t *testing.T) {
	g := *gametest.Tiny
	g.MaxPlies = 5
	_, err := Play(t.Context(), &g, Settings{Pairs: 1}, Random(&g), Greedy(&g))
	if err == nil || !strings.Contains(err.Error(), "goes on after 5 plies") {
		t.Errorf("error is %v", err)
	}
}
