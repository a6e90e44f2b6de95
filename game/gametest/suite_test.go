package gametest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

var tinyGames = []*game.Game{Tiny, Tiny3, TinyDice}

func TestTinyGamesConform(t *testing.T) {
	for _, g := range tinyGames {
		t.Run(g.Name, func(t *testing.T) { Run(t, g, Games(40)) })
	}
}

func TestSuiteStartsFromGivenPositions(t *testing.T) {
	// Half-turned positions need the image of the start; the tiny start needs none.
	from := "x.x/.../xx. b 0-0 1 p"
	Run(t, Tiny, Games(4), From(from), Seed(7), StartImage(func(start game.State, sym int) game.State {
		image := Tiny.New().(*tinyState)
		*image = *start.(*tinyState)
		image.marked = 0
		for c, to := range Tiny.Symmetries[sym].Cells {
			image.marked |= start.(*tinyState).marked >> c & 1 << to
		}
		return image
	}))
	if err := runCheck(checkNamed("ending"), Tiny, From("nonsense")); err == nil {
		t.Error("a starting position that cannot be read goes unnoticed")
	}
}

// mutant is a broken game, the check that must catch it and a part of what that check must say.
type mutant struct {
	name, check, says string
	g                 *game.Game
	opts              []Option
}

func TestSuiteCatchesMutants(t *testing.T) {
	sound := bent(Tiny, bend{})
	for _, c := range Checks() {
		if err := runCheck(c, sound); err != nil {
			t.Fatalf("the unbroken game fails %q: %v", c.Name, err)
		}
	}
	caught := make(map[string]bool)
	for _, m := range slices.Concat(metadataMutants(), ruleMutants(), copyMutants(), encodingMutants(), notationMutants(),
		diagramMutants(), ownerMutants(), searchMutants()) {
		t.Run(m.name, func(t *testing.T) {
			caught[m.check] = true
			if m.check == "allocations" && raceEnabled {
				return // not counted then
			}
			err := runCheck(checkNamed(m.check), m.g, m.opts...)
			if err == nil {
				t.Fatalf("check %q does not notice", m.check)
			}
			if !strings.Contains(err.Error(), m.says) {
				t.Errorf("check %q says %q, want something about %q", m.check, err, m.says)
			}
		})
	}
	for _, c := range Checks() {
		if !caught[c.Name] {
			t.Errorf("no mutant shows that check %q can fail", c.Name)
		}
	}
}

func checkNamed(name string) Check {
	all := Checks()
	return all[slices.IndexFunc(all, func(c Check) bool { return c.Name == name })]
}

func metadataMutants() []mutant {
	return []mutant{
		{"name with a space", "metadata", "name", altered(func(g *game.Game) { g.Name = "Tiny game" }), nil},
		{"a plane twice", "metadata", "planes", altered(func(g *game.Game) { g.Planes = append(slices.Clone(g.Planes), g.Planes[0]) }), nil},
		{"an action plane without a name", "metadata", "names of actions", altered(func(g *game.Game) { g.ActionPlanes = make([]game.ActionPlane, 1) }), nil},
		{"an extra action that is not described", "metadata", "extra actions are described", altered(func(g *game.Game) { g.Extras = nil }), nil},
		{"a seat without a name", "metadata", "seat names", altered(func(g *game.Game) { g.SeatNames = []string{"a"} }), nil},
		{"one player", "metadata", "players", altered(func(g *game.Game) { g.Players = 1 }), nil},
		{"more actions than an Action holds", "metadata", "actions", altered(func(g *game.Game) { g.PolicyPlanes = 8000 }), nil},
		{"no limit", "metadata", "MaxPlies", altered(func(g *game.Game) { g.MaxPlies = 0 }), nil},
		{"unknown history plane", "metadata", "HistoryPlanes", Tiny, []Option{HistoryPlanes("repetition")}},
		{"one position for all", "start", "two new games", altered(func(g *game.Game) {
			only := g.New()
			g.New = func() game.State { return only }
		}), nil},
		{"seat 1 begins", "start", "seat to move", bent(Tiny, bend{
			toMove: func(s *tinyState) game.Player { return 1 - s.seat },
		}), nil},
	}
}

func ruleMutants() []mutant {
	bentActions := func(change func(s *tinyState, actions []game.Action) []game.Action) *game.Game {
		return bent(Tiny, bend{actions: func(s *tinyState, dst []game.Action) []game.Action {
			return append(dst, change(s, s.AppendActions(nil))...)
		}})
	}
	bentReturns := func(change func(dst []float32)) *game.Game {
		return bent(Tiny, bend{returns: func(s *tinyState, dst []float32) {
			s.Returns(dst)
			change(dst)
		}})
	}
	bentOdds := func(odds ...float32) *game.Game {
		return bent(TinyDice, bend{odds: func(_ *tinyState, dst []float32) []float32 { return append(dst, odds...) }})
	}
	return []mutant{
		{"descending actions", "actions", "ascend", bentActions(func(_ *tinyState, actions []game.Action) []game.Action {
			slices.Reverse(actions)
			return actions
		}), nil},
		{"an action twice", "actions", "ascend", bentActions(func(_ *tinyState, actions []game.Action) []game.Action {
			if len(actions) == 3 {
				return append(actions, actions[2])
			}
			return actions
		}), nil},
		{"an action beyond the policy", "actions", "beyond", altered(func(g *game.Game) { g.ExtraActions = 0 }), nil},
		{"too many actions", "actions", "MaxActions", altered(func(g *game.Game) { g.MaxActions = 9 }), nil},
		{"actions after the end", "actions", "over", bentActions(func(s *tinyState, actions []game.Action) []game.Action {
			if s.over() {
				return []game.Action{9}
			}
			return actions
		}), nil},
		{"no actions before the end", "actions", "no legal action", bentActions(func(s *tinyState, actions []game.Action) []game.Action {
			if s.marked&7 == 7 && s.passed {
				return nil
			}
			return actions
		}), nil},
		{"overwriting dst", "actions", "append", bent(Tiny, bend{actions: func(s *tinyState, dst []game.Action) []game.Action {
			return s.AppendActions(dst[:0])
		}}), nil},
		{"an odd missing", "chance", "1 odds for 2 outcomes", bentOdds(1), nil},
		{"impossible outcome", "chance", "positive", bentOdds(1, 0), nil},
		{"odds too small", "chance", "sum", bentOdds(0.5, 0.4), nil},
		{"limit too low", "ending", "MaxPlies", altered(func(g *game.Game) { g.MaxPlies = 9 }), nil},
		{"no reason", "ending", "without a reason", bent(Tiny, bend{ending: func(*tinyState) game.Ending {
			return game.Ending{}
		}}), nil},
		{"reason too early", "ending", "goes on", bent(Tiny, bend{ending: func(*tinyState) game.Ending {
			return game.Ending{Reason: "bored"}
		}}), nil},
		{"both win", "ending", "sum", bentReturns(func(dst []float32) { dst[0], dst[1] = 1, 1 }), nil},
		{"win worth two", "ending", "[-1, 1]", bentReturns(func(dst []float32) { dst[0], dst[1] = 2, -2 }), nil},
		{"half a win", "ending", "neither", bentReturns(func(dst []float32) { dst[0], dst[1] = 0.5, -0.5 }), nil},
		{"returns not written", "ending", "[-1, 1]", bent(Tiny, bend{returns: func(*tinyState, []float32) {}}), nil},
		{"returns for a seat too many", "ending", "beyond", bent(Tiny, bend{returns: func(s *tinyState, dst []float32) {
			s.Returns(dst)
			dst[2] = 0
		}}), nil},
		{"cut off and won", "ending", "cut off", bent(Tiny, bend{ending: func(s *tinyState) game.Ending {
			end := s.Ending()
			end.Truncated = s.over()
			return end
		}}), nil},
	}
}

func copyMutants() []mutant {
	var sink []byte // keeps the allocation of a mutant
	return []mutant{
		{"copy forgets the pass", "replay", "", bent(Tiny, bend{copyFrom: func(s, from *tinyState) {
			passed := s.passed
			*s = *from
			s.passed = passed
		}}), nil},
		{"copy forgets hidden history", "replay", "", forgetfulGame(), nil},
		{"copy shares memory", "independence", "copy was played", sharingGame(), nil},
		{"looking changes the position", "independence", "seen once and again", bent(Tiny, bend{board: func(s *tinyState) string {
			s.passed = true
			return "board"
		}}), nil},
		{"Apply allocates", "allocations", "allocations", bent(Tiny, bend{apply: func(s *tinyState, a game.Action) {
			sink = make([]byte, 64)
			s.Apply(a)
		}}), nil},
		{"panic", "actions", "panic: no rules", bent(Tiny, bend{apply: func(*tinyState, game.Action) { panic("no rules") }}), nil},
		{"allocating only in the last ply", "allocations", "allocations", bent(Tiny, bend{apply: func(s *tinyState, a game.Action) {
			if s.Apply(a); s.over() {
				sink = append([]byte(nil), sink[:1]...)
			}
		}}), nil},
	}
}

// forgetfulGame allows the pass only to a seat that has just completed a line, and remembers that outside of what copies
// carry and views show: only going on from a copy betrays it.
func forgetfulGame() *game.Game {
	scoredLast := make(map[*tinyState]bool)
	return bent(Tiny, bend{
		actions: func(s *tinyState, dst []game.Action) []game.Action {
			dst = s.AppendActions(dst)
			if n := len(dst) - 1; n >= 0 && dst[n] == s.rules.pass() && !scoredLast[s] && n > 0 {
				dst = dst[:n]
			}
			return dst
		},
		apply: func(s *tinyState, a game.Action) {
			before := s.scores
			s.Apply(a)
			scoredLast[s] = s.scores != before
		},
	})
}

// sharingGame keeps its marks in one place for all positions that were copied from each other.
func sharingGame() *game.Game {
	shared := make(map[*tinyState]*uint16)
	return bent(Tiny, bend{
		copyFrom: func(s, from *tinyState) {
			*s = *from
			if shared[from] == nil {
				shared[from] = new(uint16)
				*shared[from] = from.marked
			}
			shared[s] = shared[from]
		},
		apply: func(s *tinyState, a game.Action) {
			s.Apply(a)
			if shared[s] != nil {
				*shared[s] |= s.marked
			}
		},
		actions: func(s *tinyState, dst []game.Action) []game.Action {
			if shared[s] != nil {
				s.marked |= *shared[s]
			}
			return s.AppendActions(dst)
		},
	})
}

func encodingMutants() []mutant {
	calls := 0
	planes := len(Tiny.Planes)
	return []mutant{
		{"a plane not written", "encoding", "marked", bentEncode(func(sound func([]float32), _ *tinyState, dst []float32) {
			kept := dst[0]
			sound(dst)
			dst[0] = kept
		}), nil},
		{"a plane added to", "encoding", "board", bentEncode(func(sound func([]float32), _ *tinyState, dst []float32) {
			kept := dst[1]
			sound(dst)
			dst[1] += kept
		}), nil},
		{"reading a counter", "encoding", "", bentEncode(func(sound func([]float32), _ *tinyState, dst []float32) {
			sound(dst)
			calls++
			dst[2] = float32(calls)
		}), nil},
		{"infinity", "encoding", "Inf", bentEncode(func(sound func([]float32), _ *tinyState, dst []float32) {
			sound(dst)
			var zero float32
			dst[2] = 1 / zero
		}), nil},
		{"no symmetries", "symmetry tables", "identity", bentSymmetries(func([]game.Symmetry) []game.Symmetry { return nil }), nil},
		{"identity not first", "symmetry tables", "identity", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			all[0], all[1] = all[1], all[0]
			return all
		}), nil},
		{"two cells with one image", "symmetry tables", "permutation", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			all[3].Cells[2] = all[3].Cells[1]
			return all
		}), nil},
		{"actions do not follow their cells", "symmetry tables", "cell", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			a := all[3].Actions
			a[0], a[1] = a[1], a[0]
			return all
		}), nil},
		{"the pass forgotten", "symmetry tables", "permutation", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			all[2].Actions = all[2].Actions[:9]
			return all
		}), nil},
		{"the pass moved", "symmetry tables", "of that cell's image", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			a := all[2].Actions
			a[9], a[4] = a[4], a[9]
			return all
		}), nil},
		{"two extra actions exchanged", "symmetry tables", "extra action", func() *game.Game {
			g := bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
				for i := range all {
					all[i].Actions = append(all[i].Actions, 10)
				}
				all[2].Actions[9], all[2].Actions[10] = 10, 9
				return all
			})
			g.ExtraActions = 2
			return g
		}(), nil},
		{"a turn without its inverse", "symmetry tables", "followed by", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			return all[:2]
		}), nil},
		{"a symmetry twice", "symmetry tables", "the same", bentSymmetries(func(all []game.Symmetry) []game.Symmetry {
			all[4].Cells, all[4].Actions = all[5].Cells, all[5].Actions
			return all
		}), nil},
		{"encoding with a direction", "symmetry", "marked", bentEncode(func(sound func([]float32), s *tinyState, dst []float32) {
			sound(dst)
			for c := range 9 {
				dst[c*planes] *= float32(c)
			}
		}), nil},
		{"a rule with a direction", "symmetry", "", bent(Tiny, bend{apply: func(s *tinyState, a game.Action) {
			s.Apply(a)
			s.passed = s.passed || a == 2
		}}), nil},
		{"score with a direction", "symmetry", "score", func() *game.Game {
			g := bent(Tiny, bend{})
			g.Score = func(s game.State, _ game.Player) int { return int(s.(*bentState).marked) }
			return g
		}(), nil},
		{"wrong image of the start", "symmetry", "", Tiny, []Option{StartImage(func(start game.State, _ int) game.State {
			start.Apply(0)
			return start
		})}},
	}
}

func notationMutants() []mutant {
	sound := Tiny.Notation.(tinyNotation)
	parse := func(text string) (*tinyState, error) {
		s, err := sound.ParseState(text)
		if err != nil {
			return nil, err
		}
		return s.(*tinyState), nil
	}
	forgetPass := func(text string) (*tinyState, error) {
		s, err := parse(text)
		if err == nil {
			s.passed = false
		}
		return s, err
	}
	return []mutant{
		{"two moves alike", "move notation", "both written", bent(Tiny, bend{
			format: func(s *tinyState, a game.Action) string { return sound.FormatAction(s, a)[:1] },
			parse: func(s *tinyState, text string) (game.Action, error) {
				legal := s.AppendActions(nil)
				return legal[slices.IndexFunc(legal, func(a game.Action) bool { return sound.FormatAction(s, a)[:1] == text })], nil
			},
		}), nil},
		{"move with a line break", "move notation", "clean", bent(Tiny, bend{format: func(s *tinyState, a game.Action) string {
			return sound.FormatAction(s, a) + "\n"
		}}), nil},
		{"move read as another", "move notation", "read as", bent(Tiny, bend{parse: func(s *tinyState, text string) (game.Action, error) {
			_, err := sound.ParseAction(s, text)
			return s.AppendActions(nil)[0], err
		}}), nil},
		{"move not read", "move notation", "no legal move", bent(Tiny, bend{format: func(s *tinyState, a game.Action) string {
			return strings.ToUpper(sound.FormatAction(s, a))
		}}), nil},
		{"position string without the pass", "position notation", "position is", bent(Tiny, bend{parseState: forgetPass}), nil},
		{"rules look at what no string carries", "position notation", "legal actions", forgetfulGame(), nil},
		{"nothing drawn", "position notation", "nothing", bent(Tiny, bend{board: func(*tinyState) string { return "" }}), nil},
		{"fewer actions after reading", "position notation", "no longer legal", bent(Tiny, bend{
			actions: func(s *tinyState, dst []game.Action) []game.Action {
				dst = s.AppendActions(dst)
				if s.left == 7 && len(dst) > 1 {
					dst = dst[:len(dst)-1]
				}
				return dst
			},
			parseState: func(text string) (*tinyState, error) {
				s, err := parse(text)
				if err == nil {
					s.left = 7
				}
				return s, err
			},
			formatState: func(s *tinyState) string {
				c := *s
				c.left = 1
				return sound.FormatState(&c)
			},
		}), []Option{HistoryBarsActions(), HistoryPlanes("marks left")}},
		{"reader of moves panics", "foreign moves", "panic", bent(Tiny, bend{parse: func(s *tinyState, text string) (game.Action, error) {
			if text[0] == 'z' {
				return 0, game.NewMoveError(sound, s, text, "no such column")
			}
			return sound.ParseAction(s, text)
		}}), nil},
		{"plain error for a move", "foreign moves", "MoveError", bent(Tiny, bend{parse: func(s *tinyState, text string) (game.Action, error) {
			a, err := sound.ParseAction(s, text)
			if err != nil {
				err = errors.New("illegal")
			}
			return a, err
		}}), nil},
		{"move error without a problem", "foreign moves", "problem", bent(Tiny, bend{parse: func(s *tinyState, text string) (game.Action, error) {
			a, err := sound.ParseAction(s, text)
			if err != nil {
				err = game.NewMoveError(sound, s, text, "")
			}
			return a, err
		}}), nil},
		{"illegal move read", "foreign moves", "not legal", bent(Tiny, bend{parse: func(s *tinyState, text string) (game.Action, error) {
			if text == "a1" {
				return 0, nil // vacant or not
			}
			return sound.ParseAction(s, text)
		}}), nil},
		{"reader of positions panics", "foreign positions", "panic", bent(Tiny, bend{parseState: func(text string) (*tinyState, error) {
			if text[4] == '/' {
				return parse(text)
			}
			return parse(text)
		}}), nil},
		{"plain error for a position", "foreign positions", "PositionError", bent(Tiny, bend{parseState: func(text string) (*tinyState, error) {
			s, err := parse(text)
			if err != nil {
				err = errors.New("bad position")
			}
			return s, err
		}}), nil},
		{"position error without a field", "foreign positions", "field", bent(Tiny, bend{parseState: func(text string) (*tinyState, error) {
			s, err := parse(text)
			if err != nil {
				err = &game.PositionError{Text: text, Problem: "bad"}
			}
			return s, err
		}}), nil},
		{"impossible position read", "foreign positions", "read as", bent(Tiny, bend{parseState: func(text string) (*tinyState, error) {
			s, err := parse(text)
			if err != nil && strings.Contains(err.Error(), "they sum to") {
				return &tinyState{rules: sound.rules, seat: 2, left: 1}, nil // nobody's turn
			}
			return s, err
		}}), nil},
	}
}

func TestHistoryOptions(t *testing.T) {
	// The game that hides history passes as soon as the options admit it.
	g := forgetfulGame()
	if err := runCheck(checkNamed("position notation"), g, HistoryBarsActions()); err == nil {
		t.Error("actions that vanish after reading go unnoticed")
	}
	// Here reading loses which cells are left to mark, which one plane shows and no rule needs.
	shown := bent(Tiny, bend{})
	sound := shown.Encode
	shown.Encode = func(s game.State, dst []float32) {
		sound(s, dst)
		if s.(*bentState).scores[2] != 0 {
			for j := 2; j < len(dst); j += len(Tiny.Planes) {
				dst[j] = 1
			}
		}
	}
	apply := func(s *tinyState, a game.Action) {
		s.Apply(a)
		s.scores[2] = 1 // a third seat that nobody counts serves as hidden history
	}
	shown.New = func() game.State { return &bentState{Tiny.New().(*tinyState), &bend{apply: apply}} }
	if err := runCheck(checkNamed("position notation"), shown); err == nil {
		t.Error("a plane that differs after reading goes unnoticed")
	}
	if err := runCheck(checkNamed("position notation"), shown, HistoryPlanes("marks left")); err != nil {
		t.Errorf("a declared history plane is held against the game: %v", err)
	}
}
