package selfplay

import (
	"context"
	"fmt"

	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

// Report is what a run has come to.
type Report struct {
	Game string `json:"game"`
	Dir  string `json:"dir"`
	// Iterations are done, which can be more than the config's.
	Iterations int `json:"iterations"`
	Promotions int `json:"promotions"`
	Games      int `json:"games"`
	Samples    int `json:"samples"`
	// Champion is the iteration that plays, 0 being the untrained net, and ChampionPath where its weights lie.
	Champion     int    `json:"champion"`
	ChampionPath string `json:"champion_path"`
	// Evaluations are the champion's matches against the baselines, the champion being player A. That against the untrained net
	// is left out when nothing else has become champion.
	Evaluations []*arena.Result `json:"evaluations"`
}

// Evaluate plays the champion against the baselines of the config, unless that has been done, and sums the run up.
func (r *Run) Evaluate(ctx context.Context) (*Report, error) {
	champion, err := r.ledger.Champion(ctx)
	if err != nil {
		return nil, err
	}
	report, err := r.summary(ctx, champion)
	if err != nil {
		return nil, err
	}
	weights, err := r.loadModel(champion)
	if err != nil {
		return nil, err
	}
	c := r.config.Evaluation
	if c.Games == 0 {
		return report, nil
	}
	for _, name := range c.Opponents {
		if name == Untrained && champion.Iteration == 0 {
			continue // it is the champion
		}
		decisive := c.DecisiveMoves && name != Untrained
		opponent, err := r.opponent(ctx, name, decisive)
		if err != nil {
			return nil, err
		}
		result, err := r.evaluate(ctx, storedMatch{
			kind: ledger.KindEvaluation, iteration: champion.Iteration, seed: r.config.Seed ^ evaluationSeed ^ nameSeed(name), games: c.Games,
			conditions: struct {
				Simulations, OpeningPlies int
				DecisiveMoves             bool
			}{c.Simulations, c.OpeningPlies, decisive},
			settings: arena.Settings{OpeningMax: c.OpeningPlies},
		}, r.netPlayer(ledger.CheckpointName(champion.Iteration), champion, weights, c.Simulations, decisive, 0), opponent)
		if err != nil {
			return nil, fmt.Errorf("evaluation against %s: %w", name, err)
		}
		report.Evaluations = append(report.Evaluations, result)
	}
	return report, nil
}

// Untrained names, among the opponents of an evaluation, the net that the run began with. Neither side then asks the rules for
// decisive moves, so that the match shows what has been learned.
const Untrained = "untrained"

// opponent returns the player that an evaluation's opponent stands for.
func (r *Run) opponent(ctx context.Context, name string, decisive bool) (matchbook.Contender, error) {
	if name != Untrained {
		return matchbook.Contender{Player: Baseline(r.game, name), Identity: name}, nil
	}
	m, err := r.ledger.Model(ctx, 0)
	if err != nil {
		return matchbook.Contender{}, err
	}
	w, err := r.loadModel(m)
	if err != nil {
		return matchbook.Contender{}, err
	}
	return r.netPlayer(name, m, w, r.config.Evaluation.Simulations, decisive, 0), nil
}

// evaluate plays one match, or takes its result from the ledger if it has been played.
func (r *Run) evaluate(ctx context.Context, m storedMatch, a, b matchbook.Contender) (*arena.Result, error) {
	return r.playStored(ctx, fmt.Sprintf("%s against %s", a.Name, b.Name), m, a, b,
		func(ctx context.Context, id int64, result *arena.Result) error {
			return r.ledger.FinishMatch(ctx, id, result.Score.Percent())
		})
}

// summary gathers what the ledger knows about the run.
func (r *Run) summary(ctx context.Context, champion ledger.Model) (*Report, error) {
	report := &Report{
		Game: r.game.Name, Dir: r.dir, Champion: champion.Iteration, ChampionPath: r.ChampionPath(), Evaluations: []*arena.Result{},
	}
	models, err := r.ledger.Models(ctx)
	if err != nil {
		return nil, err
	}
	report.Iterations = models[len(models)-1].Iteration
	for _, m := range models[1:] { // the first is the untrained net
		if m.Status == ledger.Champion || m.Status == ledger.Retired {
			report.Promotions++
		}
	}
	shards, err := r.ledger.Shards(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range shards {
		report.Games += s.Games
		report.Samples += s.Samples
	}
	return report, nil
}
