package selfplay

import (
	"fmt"
	"runtime"
	"strconv"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/mcts"
	"gipfel/nn"
	"gipfel/nn/train"
	"gipfel/selfplay/replay"
)

// Config is everything that a training run is told. Every value has a default (DefaultConfig), can stand in a YAML file and
// can be overridden on the command line. The effective values are stored with the run.
type Config struct {
	Game       string `yaml:"game" doc:"variant to learn, one of those that gipfel games lists"`
	Seed       uint64 `yaml:"seed" doc:"everything random follows from it"`
	Iterations int    `yaml:"iterations" range:"1..1000000" doc:"rounds of self-play, training and gate"`
	Lanes      int    `yaml:"lanes" range:"0..1024" doc:"parallel self-play lanes and training threads; 0 = one a processor"`

	Net        NetConfig        `yaml:"net" doc:"the net's architecture"`
	Search     SearchConfig     `yaml:"search" doc:"the tree search of self-play; matches have the constants for playing strength"`
	SelfPlay   SelfPlayConfig   `yaml:"selfplay" doc:"how games are generated"`
	Replay     replay.Sizing    `yaml:"replay" doc:"the window of samples that training draws from"`
	Train      TrainConfig      `yaml:"train" doc:"how the net learns"`
	Gate       GateConfig       `yaml:"gate" doc:"the match that decides whether a new checkpoint replaces the champion"`
	Evaluation EvaluationConfig `yaml:"evaluation" doc:"the champion's matches against fixed opponents when the run ends"`
}

// NetConfig is the part of the architecture that is free; the rest follows from the game.
type NetConfig struct {
	Channels       int `yaml:"channels" range:"1..1024" doc:"width of the residual tower"`
	Blocks         int `yaml:"blocks" range:"1..100" doc:"residual blocks, two convolutions each"`
	PoolEvery      int `yaml:"pool_every" range:"0..100" doc:"every how many blocks one has global pooling; 0 = none"`
	PolicyChannels int `yaml:"policy_channels" range:"1..1024" doc:"width of the policy head"`
	ValueChannels  int `yaml:"value_channels" range:"1..1024" doc:"width of the outcome head"`
	ValueHidden    int `yaml:"value_hidden" range:"1..4096" doc:"hidden units of the outcome head"`
}

// SearchConfig holds the search's constants; see mcts.Config for what they mean.
type SearchConfig struct {
	Algorithm        string  `yaml:"algorithm" oneof:"puct|gumbel" doc:"way to search: puct, or gumbel for few simulations"`
	CPUCT            float64 `yaml:"cpuct" range:"(0..100]" doc:"exploration constant of PUCT"`
	CPUCTLog         float64 `yaml:"cpuct_log" range:"[0..100]" doc:"growth of the exploration constant with the logarithm of the visits"`
	CPUCTBase        float64 `yaml:"cpuct_base" range:"(0..1000000000]" doc:"visits at which that growth sets in"`
	FPUReduction     float64 `yaml:"fpu_reduction" range:"[0..2]" doc:"how much worse than its parent an unvisited move is taken to be"`
	RootFPUReduction float64 `yaml:"root_fpu_reduction" range:"[0..2]" doc:"the same at the root"`
	NoiseAlpha       float64 `yaml:"noise_alpha" range:"(0..1000]" doc:"total alpha of the Dirichlet noise on the root's priors, spread over the legal moves"`
	NoiseShape       float64 `yaml:"noise_shape" range:"[0..1]" doc:"share of noise_alpha that goes to moves with large priors"`
	NoiseWeight      float64 `yaml:"noise_weight" range:"[0..1]" doc:"share of the noise in the root's priors"`
	ForcedPlayouts   float64 `yaml:"forced_playouts" range:"[0..1000]" doc:"k of the visits forced on the root's moves in full searches, which the policy target leaves out again; 0 = none"`
	GumbelMoves      int     `yaml:"gumbel_moves" range:"1..10000" doc:"gumbel: moves considered at the root"`
	GumbelVisit      float64 `yaml:"gumbel_visit" range:"[0..1000000]" doc:"gumbel: visits that values count for even without any"`
	GumbelScale      float64 `yaml:"gumbel_scale" range:"(0..1000000]" doc:"gumbel: how much values count beside priors; less suits games of dice"`
}

// SelfPlayConfig says how games are generated.
type SelfPlayConfig struct {
	Games         int `yaml:"games" range:"1..10000000" doc:"games of one iteration"`
	GamesInFlight int `yaml:"games_in_flight" range:"1..65536" doc:"games that one lane plays at once, which is the batch of the net"`
	ShardGames    int `yaml:"shard_games" range:"1..1000000" doc:"games of one shard"`

	Simulations     int     `yaml:"simulations" range:"2..1000000" doc:"visits of a full search; only these give policy targets"`
	FastSimulations int     `yaml:"fast_simulations" range:"2..1000000" doc:"visits of the other, fast searches"`
	FullShare       float64 `yaml:"full_share" range:"(0..1]" doc:"share of the moves that are searched in full"`

	SurpriseWeight float64 `yaml:"surprise_weight" range:"[0..1]" doc:"share of the fully searched moves' weight that goes to those that the net had not foreseen"`

	OpeningShare float64 `yaml:"opening_share" range:"[0..1]" doc:"share of the games that begin with random moves"`
	OpeningPlies int     `yaml:"opening_plies" range:"0..1000" doc:"the most random moves that a game begins with"`

	Temperature          float64 `yaml:"temperature" range:"[0..10]" doc:"temperature of the move choice at the start of a game"`
	FinalTemperature     float64 `yaml:"final_temperature" range:"[0..10]" doc:"the temperature that it falls to"`
	RootTemperature      float64 `yaml:"root_temperature" range:"(0..10]" doc:"temperature of the root's priors at the start of a game, in full searches"`
	FinalRootTemperature float64 `yaml:"final_root_temperature" range:"(0..10]" doc:"the temperature that it falls to"`
	TemperatureHalflife  float64 `yaml:"temperature_halflife" range:"(0..10000]" doc:"plies in which both come half the way; about the board's width"`

	Symmetries    bool `yaml:"symmetries" doc:"evaluate each position as a random symmetric image of itself"`
	DecisiveMoves bool `yaml:"decisive_moves" doc:"ask the rules for a win in one before a position goes to the net"`
}

// TrainConfig says how the net learns.
type TrainConfig struct {
	Batch          int            `yaml:"batch" range:"1..65536" doc:"samples of one step"`
	Reuse          float64        `yaml:"reuse" range:"(0..1000]" doc:"how often a sample is used on average, which sets the number of steps"`
	MaxSteps       int            `yaml:"max_steps" range:"1..100000000" doc:"bound on the steps of one iteration"`
	LearningRate   float64        `yaml:"learning_rate" range:"(0..1]" doc:"learning rate of Adam"`
	FinalRate      float64        `yaml:"final_learning_rate" range:"(0..1]" doc:"the rate of the last iterations, see final_share"`
	FinalShare     float64        `yaml:"final_share" range:"[0..1]" doc:"share of the iterations, at the end, that train with the final rate"`
	WarmupSteps    int            `yaml:"warmup_steps" range:"0..1000000" doc:"steps in which the learning rate rises from zero"`
	WeightDecay    float64        `yaml:"weight_decay" range:"[0..1]" doc:"decoupled weight decay a step, times the learning rate"`
	ClipNorm       float64        `yaml:"clip_norm" range:"(0..1000000]" doc:"largest norm of a gradient"`
	AverageDecay   float64        `yaml:"average_decay" range:"[0..1)" doc:"decay a step of the average of the weights, which is what plays"`
	PolicyLoss     float64        `yaml:"policy_loss" range:"[0..1000]" doc:"weight of the policy's cross-entropy"`
	OutcomeLoss    float64        `yaml:"outcome_loss" range:"[0..1000]" doc:"weight of the outcome's cross-entropy"`
	ReplyLoss      float64        `yaml:"reply_loss" range:"[0..1000]" doc:"weight of the cross-entropy of the opponent's reply; 0 = the net has no head for it"`
	OwnerLoss      float64        `yaml:"owner_loss" range:"[0..1000]" doc:"weight of the cross-entropy of the cells' final owners, the mean over the cells, in games that have them; 0 = no head"`
	MarginLoss     float64        `yaml:"margin_loss" range:"[0..1000]" doc:"weight of the loss of the final margin in cells, in games whose cells have owners; 0 = no head"`
	MovesLeftLoss  float64        `yaml:"moves_left_loss" range:"[0..1000]" doc:"weight of the loss of the plies that are left; 0 = no head"`
	Targets        replay.Targets `yaml:"targets" doc:"what a sample teaches"`
	MinimumSamples int            `yaml:"minimum_samples" range:"1..100000000" doc:"samples below which training refuses to start"`
}

// GateConfig describes the match between a new checkpoint and the champion.
type GateConfig struct {
	Games         int     `yaml:"games" range:"2..1000000" doc:"games of the match"`
	MinimumGames  int     `yaml:"minimum_games" range:"2..1000000" doc:"games before which it is not decided early"`
	Simulations   int     `yaml:"simulations" range:"1..1000000" doc:"visits of a search"`
	Score         float64 `yaml:"score" range:"[0..1)" doc:"the candidate's score (a draw counts half) must exceed this"`
	Confidence    float64 `yaml:"confidence" range:"[0.5..1)" doc:"with this confidence, one-sided"`
	OpeningPlies  int     `yaml:"opening_plies" range:"0..1000" doc:"the most random moves that a pair of games begins with"`
	Temperature   float64 `yaml:"temperature" range:"[0..10]" doc:"temperature of the move choice in the first plies"`
	DecisiveMoves bool    `yaml:"decisive_moves" doc:"ask the rules for a win in one before a position goes to the net"`
}

// EvaluationConfig describes the champion's matches against fixed opponents.
type EvaluationConfig struct {
	Games         int      `yaml:"games" range:"0..1000000" doc:"games against each opponent; 0 = none"`
	Simulations   int      `yaml:"simulations" range:"1..1000000" doc:"visits of the champion's searches"`
	OpeningPlies  int      `yaml:"opening_plies" range:"0..1000" doc:"the most random moves that a pair of games begins with"`
	DecisiveMoves bool     `yaml:"decisive_moves" doc:"ask the rules for a win in one before a position goes to the net"`
	Opponents     []string `yaml:"opponents" oneof:"random|greedy|untrained" doc:"random, greedy, or untrained: the run's first net, both sides then without decisive moves"`
}

// DefaultConfig returns the defaults for a game, which configs/ refine for each.
func DefaultConfig() Config {
	s := mcts.DefaultConfig()
	return Config{
		Game:       "atimo-5x5",
		Seed:       1,
		Iterations: 100,
		Net:        NetConfig{Channels: 32, Blocks: 4, PoolEvery: 2, PolicyChannels: 32, ValueChannels: 16, ValueHidden: 32},
		Search: SearchConfig{
			Algorithm: algorithmPUCT,
			CPUCT:     decimal(s.CPUCTInit), CPUCTLog: decimal(s.CPUCTLog), CPUCTBase: decimal(s.CPUCTBase),
			FPUReduction: decimal(s.FPUReduction), RootFPUReduction: decimal(s.RootFPUReduction),
			NoiseAlpha: decimal(s.NoiseAlpha), NoiseShape: decimal(s.NoiseShape), NoiseWeight: decimal(s.NoiseWeight),
			ForcedPlayouts: decimal(s.ForcedPlayouts),
			GumbelMoves:    s.GumbelMoves, GumbelVisit: decimal(s.GumbelVisit), GumbelScale: decimal(s.GumbelScale),
		},
		SelfPlay: SelfPlayConfig{
			Games: 512, GamesInFlight: 32, ShardGames: 64,
			Simulations: 128, FastSimulations: 24, FullShare: 0.25,
			OpeningShare: 0.5, OpeningPlies: 4,
			Temperature: 0.75, FinalTemperature: 0.15,
			RootTemperature: 1.25, FinalRootTemperature: 1.1, TemperatureHalflife: 7,
			Symmetries: true, DecisiveMoves: true,
		},
		Replay: replay.Sizing{Base: 50000, Exponent: 0.75, Growth: 0.4},
		Train: TrainConfig{
			Batch: 128, Reuse: 4, MaxSteps: 100000,
			LearningRate: 2e-3, FinalRate: 5e-4, FinalShare: 0.2, WarmupSteps: 100,
			WeightDecay: 1e-2, ClipNorm: 5, AverageDecay: 0.99,
			PolicyLoss: 1, OutcomeLoss: 1.5,
			Targets: replay.Targets{SearchShare: 0.25, Symmetries: true}, MinimumSamples: 256,
		},
		Gate: GateConfig{
			Games: 200, MinimumGames: 60, Simulations: 64, Score: 0.5, Confidence: 0.95,
			OpeningPlies: 4, Temperature: 0.25, DecisiveMoves: true,
		},
		Evaluation: EvaluationConfig{Games: 200, Simulations: 64, OpeningPlies: 2, DecisiveMoves: true, Opponents: []string{"random", "greedy", Untrained}},
	}
}

// decimal returns the number that somebody wrote down when they wrote x: 1.1, not 1.100000023841858.
func decimal(x float32) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	if err != nil {
		panic(err) // it was formatted a moment ago
	}
	return v
}

// Validate checks what no single value can say.
func (c *Config) Validate() error {
	g, err := catalog.ByName(c.Game)
	if err != nil {
		return fmt.Errorf("game: %w", err)
	}
	if err := c.Train.suits(g); err != nil {
		return err
	}
	if c.SelfPlay.FastSimulations > c.SelfPlay.Simulations {
		return fmt.Errorf("selfplay.fast_simulations: %d is more than selfplay.simulations, %d",
			c.SelfPlay.FastSimulations, c.SelfPlay.Simulations)
	}
	if c.Gate.MinimumGames > c.Gate.Games {
		return fmt.Errorf("gate.minimum_games: %d is more than gate.games, %d", c.Gate.MinimumGames, c.Gate.Games)
	}
	return nil
}

// suits says which loss a game has no targets for.
func (c *TrainConfig) suits(g *game.Game) error {
	if g.Owners != nil {
		return nil
	}
	for _, loss := range []struct {
		key   string
		value float64
	}{{"owner_loss", c.OwnerLoss}, {"margin_loss", c.MarginLoss}} {
		if loss.value > 0 {
			return fmt.Errorf("train.%s: is %v, but the cells of %s have no owners that a net could learn; want 0", loss.key, loss.value, g.Name)
		}
	}
	return nil
}

// heads returns the heads for training that the net has: those whose losses count.
func (c *TrainConfig) heads() nn.Heads {
	return nn.Heads{Reply: c.ReplyLoss > 0, Owner: c.OwnerLoss > 0, Margin: c.MarginLoss > 0, MovesLeft: c.MovesLeftLoss > 0}
}

// lanes is the number of lanes that Lanes stands for.
func (c *Config) lanes() int {
	if c.Lanes > 0 {
		return c.Lanes
	}
	return runtime.GOMAXPROCS(0)
}

// Spec returns the net that the config describes for its game.
func (c *Config) Spec(g *game.Game) nn.Spec {
	return nn.Spec{
		Game: g.Name, RulesVersion: g.Version,
		Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes),
		PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
		Channels: c.Net.Channels, Blocks: c.Net.Blocks, PoolEvery: c.Net.PoolEvery,
		PolicyChannels: c.Net.PolicyChannels, ValueChannels: c.Net.ValueChannels, ValueHidden: c.Net.ValueHidden,
		Heads: c.Train.heads(),
	}
}

// The names of the ways to search.
const (
	algorithmPUCT   = "puct"
	algorithmGumbel = "gumbel"
)

// Validate checks what the limits of single values do not: numbers so small that the search's precision has no room for them.
func (c *SearchConfig) Validate() error { return c.tree().Validate() }

// tree returns the search's constants as the search wants them.
func (c *SearchConfig) tree() mcts.Config {
	t := mcts.DefaultConfig()
	t.CPUCTInit, t.CPUCTLog, t.CPUCTBase = float32(c.CPUCT), float32(c.CPUCTLog), float32(c.CPUCTBase)
	t.FPUReduction, t.RootFPUReduction = float32(c.FPUReduction), float32(c.RootFPUReduction)
	t.NoiseAlpha, t.NoiseShape, t.NoiseWeight = float32(c.NoiseAlpha), float32(c.NoiseShape), float32(c.NoiseWeight)
	t.ForcedPlayouts = float32(c.ForcedPlayouts)
	if c.Algorithm == algorithmGumbel {
		t.Algorithm = mcts.Gumbel
	}
	t.GumbelMoves, t.GumbelVisit, t.GumbelScale = c.GumbelMoves, float32(c.GumbelVisit), float32(c.GumbelScale)
	return t
}

// trainer returns the settings of the trainer in one iteration.
func (c *Config) trainer(iteration int) train.Config {
	rate := c.Train.LearningRate
	if float64(iteration) > float64(c.Iterations)*(1-c.Train.FinalShare) {
		rate = c.Train.FinalRate
	}
	return train.Config{
		Batch: c.Train.Batch, LearningRate: rate, WeightDecay: c.Train.WeightDecay, ClipNorm: c.Train.ClipNorm,
		EMA: c.Train.AverageDecay, WarmupSteps: c.Train.WarmupSteps,
		PolicyLoss: c.Train.PolicyLoss, OutcomeLoss: c.Train.OutcomeLoss, ReplyLoss: c.Train.ReplyLoss,
		OwnerLoss: c.Train.OwnerLoss, MarginLoss: c.Train.MarginLoss, MovesLeftLoss: c.Train.MovesLeftLoss,
		Threads: c.lanes(),
	}
}
