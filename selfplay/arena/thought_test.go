package arena

import (
	"testing"
	"time"

	"gipfel/game/gametest"
)

// reporting says the same of every move.
type reporting struct{ Agent }

func (reporting) Report(int) Report { return Report{Value: 0.25, Valued: true, Time: 3 * time.Second} }

// TestThoughts: what players say of their moves is kept beside them; what they do not say is measured, or missing.
func TestThoughts(t *testing.T) {
	g := gametest.TinyDice
	talker := lowest("talker")
	quiet := talker.New
	talker.New = func(slots int) (Agent, error) {
		agent, err := quiet(slots)
		return reporting{agent}, err
	}
	r := mustPlay(t, g, Settings{Pairs: 3, Seed: 1, Slots: 3}, talker, Random(g))
	rolls, said := 0, 0
	for _, one := range r.Games {
		s := g.New()
		for _, a := range one.Opening {
			s.Apply(a)
		}
		for i, a := range one.Moves {
			thought := one.Thoughts[i]
			switch mover := s.ToMove(); {
			case mover < 0:
				rolls++
				if thought != (Thought{}) {
					t.Errorf("game %d: chance thinks %+v of move %d", one.Game, thought, i)
				}
			case one.Seats[mover] == A:
				said++
				if thought.Value == nil || *thought.Value != 0.25 || thought.Seconds != 3 {
					t.Errorf("game %d: %+v of move %d, want what was reported", one.Game, thought, i)
				}
			case thought.Value != nil || !(thought.Seconds > 0 && thought.Seconds < 3):
				t.Errorf("game %d: %+v of move %d by a player that says nothing", one.Game, thought, i)
			}
			s.Apply(a)
		}
	}
	if rolls == 0 || said == 0 {
		t.Errorf("%d rolls and %d moves were looked at", rolls, said)
	}
}
