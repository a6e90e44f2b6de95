package arena

import (
	"context"
	"math/rand/v2"
	"time"

	"gipfel/game"
	"gipfel/selfplay/alphabeta"
)

// AlphaBeta returns the player that searches each move anew with package alphabeta, in one game after the other, and plays the
// best. The agents of each lane share a table of at most so many bytes. Without a limit of time its moves follow from the
// positions alone; it uses no random numbers, so that the variety of a match has to come from its openings.
func AlphaBeta(g *game.Game, name string, limits alphabeta.Limits, tableBytes int) Player {
	return Player{Name: name, New: func(slots int) (Agent, error) {
		if err := limits.Validate(); err != nil {
			return nil, err
		}
		return &alphaBeta{search: alphabeta.New(g, tableBytes), limits: limits, reports: make([]Report, slots)}, nil
	}}
}

type alphaBeta struct {
	search  *alphabeta.Search
	limits  alphabeta.Limits
	actions []game.Action
	reports []Report // by slot
}

func (p *alphaBeta) Start(int, game.State, *rand.Rand) {}

func (p *alphaBeta) Observe(int, game.Action) {}

func (p *alphaBeta) Choose(ctx context.Context, slots []int, states []game.State, out []game.Action) error {
	for i, s := range states {
		began := time.Now()
		report := &p.reports[slots[i]]
		*report = Report{}
		p.actions = s.AppendActions(p.actions[:0])
		if len(p.actions) == 1 {
			out[i] = p.actions[0]
			report.Time = time.Since(began)
			continue
		}
		r, err := p.search.Run(ctx, s, p.limits)
		if err != nil {
			return err
		}
		out[i] = r.Move
		*report = Report{Valued: r.Certain, Value: certainty(r.Value), Time: time.Since(began)}
	}
	return nil
}

// Report implements Reporter. A value is given where the end of the game is in sight: evaluations have units of their own, which
// say nothing of the odds.
func (p *alphaBeta) Report(slot int) Report { return p.reports[slot] }

// certainty returns the utility that a certain value stands for.
func certainty(value int) float32 {
	switch {
	case value > 0:
		return 1
	case value < 0:
		return -1
	}
	return 0
}
