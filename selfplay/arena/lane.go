package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"gipfel/game"
)

// lane plays games in one goroutine, with an agent of its own for each player. All games in which A is to move are moved on
// at once, then all in which B is. So the evaluations of a search form a batch, and about half of the games wait for the
// other half at first, after which they go together.
type lane struct {
	match   *match
	agents  [2]Agent
	tables  []*table // nil: no game
	results chan<- *GameResult

	dice  game.Dice
	legal []game.Action
	// The question to an agent: games, their slots and positions, and room for the answers.
	asked  []*table
	slots  []int
	states []game.State
	chosen []game.Action
}

// table is a game in progress.
type table struct {
	state  game.State
	luck   *rand.Rand // for chance nodes
	slots  []int      // the agents' slots, by seat
	begun  time.Time
	result GameResult
}

// runLane plays until no games are left.
func (m *match) runLane(ctx context.Context, tables int, results chan<- *GameResult) (err error) {
	l := &lane{match: m, tables: make([]*table, tables), results: results}
	defer func() {
		if e := l.close(); e != nil {
			err = errors.Join(err, e)
		}
	}()
	for contender, p := range m.players {
		if l.agents[contender], err = p.New(tables * mostSeats(m.game)); err != nil {
			l.agents[contender] = nil // whatever came with the error is not ours to close
			return fmt.Errorf("arena: start %s: %w", p.Name, err)
		}
	}
	for {
		idle := true
		for contender := range l.agents {
			if err := l.settle(); err != nil {
				return err
			}
			l.collect(contender)
			if len(l.asked) == 0 {
				continue
			}
			idle = false
			if err := l.move(ctx, contender); err != nil {
				return err
			}
		}
		if idle {
			return nil
		}
	}
}

// close closes the agents that want to be closed.
func (l *lane) close() (err error) {
	for contender, agent := range l.agents {
		if c, ok := agent.(io.Closer); ok {
			if e := c.Close(); e != nil {
				err = errors.Join(err, fmt.Errorf("arena: close %s: %w", l.match.players[contender].Name, e))
			}
		}
	}
	return err
}

// mostSeats is how many seats of a game one player holds at most.
func mostSeats(g *game.Game) int { return g.Players - 1 }

// settle brings every table to a position in which a seat is to move: chance plays, finished games are handed over, and new
// ones begin in their place while there are any.
func (l *lane) settle() error {
	for place := range l.tables {
		for {
			t := l.tables[place]
			if t == nil {
				number, ok := l.match.take()
				if !ok {
					break
				}
				l.begin(place, number)
				continue
			}
			mover := t.state.ToMove()
			if mover >= 0 {
				if most := l.match.game.MaxPlies; most > 0 && t.result.Plies >= most {
					return fmt.Errorf("arena: game %d goes on after %d plies, the most that %s can have by its description",
						t.result.Game, most, l.match.game.Name)
				}
				break
			}
			if mover == game.Terminal {
				l.finish(place)
				continue
			}
			l.play(t, l.dice.Roll(t.state, t.luck), Thought{})
		}
	}
	return nil
}

// begin starts a game.
func (l *lane) begin(place, number int) {
	m := l.match
	pair, seats := number/len(m.seatings), m.seatings[number%len(m.seatings)]
	from := &m.openings[pair]
	t := &table{
		state: m.game.New(),
		luck:  stream(m.settings.Seed, chanceStream, uint64(pair)),
		slots: make([]int, len(seats)),
		begun: time.Now(),
		result: GameResult{
			Pair: pair, Game: number,
			Seats: slices.Clone(seats), Start: from.start, Opening: slices.Clone(from.actions),
		},
	}
	if from.state != nil {
		t.state.CopyFrom(from.state)
	}
	for _, a := range t.result.Opening {
		t.apply(a)
	}
	var held [2]int
	for seat, contender := range seats {
		t.slots[seat] = place*mostSeats(m.game) + held[contender]
		held[contender]++
		own := stream(m.settings.Seed, agentStream, uint64(number*len(seats)+seat))
		l.agents[contender].Start(t.slots[seat], t.state, own)
	}
	l.tables[place] = t
}

// apply makes a move and counts it.
func (t *table) apply(a game.Action) {
	if t.state.ToMove() >= 0 {
		t.result.Plies++
	}
	t.state.Apply(a)
}

// play makes a move, notes it and what its player thought, and tells the agents.
func (l *lane) play(t *table, a game.Action, thought Thought) {
	t.apply(a)
	t.result.Moves = append(t.result.Moves, a)
	t.result.Thoughts = append(t.result.Thoughts, thought)
	for seat, contender := range t.result.Seats {
		l.agents[contender].Observe(t.slots[seat], a)
	}
}

// finish hands over a game that has ended by the rules.
func (l *lane) finish(place int) {
	t := l.tables[place]
	returns := make([]float32, l.match.game.Players)
	t.state.Returns(returns)
	ending := t.state.Ending()
	t.result.Outcome = game.OutcomeOf(returns)
	t.result.Ending, t.result.Truncated = ending.Reason, ending.Truncated
	l.handOver(place)
}

func (l *lane) handOver(place int) {
	t := l.tables[place]
	t.result.Seconds = time.Since(t.begun).Seconds()
	l.tables[place] = nil
	l.results <- &t.result
}

// collect prepares the question to a player's agent: all games in which it is to move.
func (l *lane) collect(contender int) {
	l.asked, l.slots, l.states, l.chosen = l.asked[:0], l.slots[:0], l.states[:0], l.chosen[:0]
	for _, t := range l.tables {
		if t == nil {
			continue
		}
		mover := t.state.ToMove()
		if t.result.Seats[mover] != contender {
			continue
		}
		l.asked = append(l.asked, t)
		l.slots = append(l.slots, t.slots[mover])
		l.states = append(l.states, t.state)
		l.chosen = append(l.chosen, game.NoAction)
	}
}

// move asks an agent the question that collect has prepared, and makes the moves that it answers.
func (l *lane) move(ctx context.Context, contender int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	name := l.match.players[contender].Name
	began := time.Now()
	if err := l.agents[contender].Choose(ctx, l.slots, l.states, l.chosen); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("arena: %s chooses moves: %w", name, err)
	}
	share := time.Since(began) / time.Duration(len(l.asked))
	for i, t := range l.asked {
		a := l.chosen[i]
		if f, ok := l.agents[contender].(Forfeiter); ok && a == game.NoAction {
			l.forfeit(t, name, f.Forfeit(l.slots[i]))
			continue
		}
		l.legal = t.state.AppendActions(l.legal[:0])
		if _, ok := slices.BinarySearch(l.legal, a); !ok {
			return fmt.Errorf("arena: %s answers action %d in game %d, ply %d, seat %d, which is not legal in position %q",
				name, a, t.result.Game, t.result.Plies+1, t.state.ToMove(), l.match.game.Notation.FormatState(t.state))
		}
		l.play(t, a, thoughtOf(l.agents[contender], l.slots[i], share))
	}
	return nil
}

// thoughtOf asks an agent about its last move in a slot. share is the slot's equal share of the time that the call took.
func thoughtOf(agent Agent, slot int, share time.Duration) Thought {
	thought := Thought{Seconds: share.Seconds()}
	if r, ok := agent.(Reporter); ok {
		report := r.Report(slot)
		if report.Valued {
			thought.Value = &report.Value
		}
		if report.Time > 0 {
			thought.Seconds = report.Time.Seconds()
		}
	}
	return thought
}

// forfeit ends a game that the seat to move cannot go on with.
func (l *lane) forfeit(t *table, name, why string) {
	t.result.Forfeit = true
	t.result.Outcome = forfeitOutcome(t.result.Seats, t.state.ToMove())
	t.result.Ending = fmt.Sprintf("forfeited by %s: %s", name, why)
	l.handOver(slices.Index(l.tables, t))
}
