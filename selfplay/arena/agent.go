package arena

import (
	"context"
	"math/rand/v2"
	"time"

	"gipfel/game"
)

// Player is a contender in a match.
type Player struct {
	// Name is unique within a match.
	Name string
	// New makes an agent with slots 0 to slots-1. It is called once a lane, possibly from several goroutines at the same time.
	New func(slots int) (Agent, error)
}

// Agent plays many games at once for one player. It is owned by one goroutine. A slot is one seat in one game: a player that
// holds several seats of a game has a slot for each, and they know nothing of each other.
//
// An agent that is also an [io.Closer] is closed when its lane ends.
type Agent interface {
	// Start begins a new game in a slot, from position s, and forgets everything about the old one. The position is lent for
	// the call. The random numbers are the slot's own until its next Start: the agent uses no others, so that the game can be
	// repeated.
	Start(slot int, s game.State, rng *rand.Rand)

	// Observe says that an action was played in the slot's game: by this seat, by another one or by chance.
	Observe(slot int, a game.Action)

	// Choose writes into out the moves for all given slots, whose positions are states and in all of which the slot's seat is
	// to move. They are searched together so that their evaluations form one batch. The positions must not be changed. The
	// chosen moves come back through Observe, like all others. Choose returns early, with the context's error, when the
	// context is cancelled; any other error ends the match.
	Choose(ctx context.Context, slots []int, states []game.State, out []game.Action) error
}

// Forfeiter is an Agent that can fail in one game without ending the match: an engine in another process that crashes, hangs or
// answers nonsense. For such a game Choose writes [game.NoAction], the game is lost for the slot's seat, and Forfeit says why.
type Forfeiter interface {
	Agent
	// Forfeit returns a short phrase: "did not answer within 10s".
	Forfeit(slot int) string
}

// Reporter is an Agent that knows more about its moves than that they were made: what it thought of the position, or how much of
// the time that a call of Choose took was this game's. It is asked right after Choose, about each of the slots.
type Reporter interface {
	Agent
	// Report returns what there is to say of the last move that was chosen in a slot.
	Report(slot int) Report
}

// Report is what an agent says of a move.
type Report struct {
	// Value is the utility that the move's seat expects of it, from 1 for a certain win to -1 for the worst there is. It means
	// something if Valued is true.
	Value  float32
	Valued bool
	// Time is what the move took. 0 stands for an equal share of the whole call, which is right for agents that think about all
	// their games at once.
	Time time.Duration
}
