package uai

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/selfplay/arena"
)

// withHabit returns the settings of an engine with a habit.
func withHabit(habit string) Settings {
	s := DefaultSettings()
	s.Command = Command{Args: []string{os.Args[0]}, Env: []string{habitVariable + "=" + habit}}
	s.MoveTime, s.Margin = 100*time.Millisecond, patience
	s.Start = patience
	return s
}

// play plays a match of an engine against random moves.
func play(t *testing.T, g *game.Game, s Settings, pairs int) *arena.Result {
	t.Helper()
	r, err := arena.Play(t.Context(), g, arena.Settings{Pairs: pairs, Seed: 1, OpeningMax: 2}, Player("engine", g, s), randomPlayer(g))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomPlayer plays random moves.
func randomPlayer(_ *game.Game) arena.Player {
	return arena.Player{Name: "random", New: func(slots int) (arena.Agent, error) {
		return &randomAgent{make([]*rand.Rand, slots)}, nil
	}}
}

type randomAgent struct{ luck []*rand.Rand }

func (a *randomAgent) Start(slot int, _ game.State, rng *rand.Rand) { a.luck[slot] = rng }
func (a *randomAgent) Observe(int, game.Action)                     {}
func (a *randomAgent) Choose(_ context.Context, slots []int, states []game.State, out []game.Action) error {
	for i, s := range states {
		legal := s.AppendActions(nil)
		out[i] = legal[a.luck[slots[i]].IntN(len(legal))]
	}
	return nil
}

// TestOddHabits plays whole games with engines that do what the protocol does not say, but that can be understood.
func TestOddHabits(t *testing.T) {
	for _, habit := range []string{
		"none", "greets with noise", "greets in its own way", "answers late, too", "passes in another way", "shouts", "names the origin",
		"tells much", "stays", "stays after quit",
	} {
		t.Run(habit, func(t *testing.T) {
			noLeaks(t)
			r := play(t, ataxx.Standard, withHabit(habit), 1)
			if r.Forfeits != [2]int{} || len(r.Games) != 2 {
				t.Errorf("%v forfeits in %d games: %+v", r.Forfeits, len(r.Games), r.Games)
			}
		})
	}
}

func TestPassesInOtherWords(t *testing.T) {
	s := withHabit("passes in another way")
	a := newAgent(t, s)
	for range 6 {
		a.Start(0, mustState(t, "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"), nil)
		if got := chosen(t, a); got != "0000" {
			t.Errorf("the pass is read as %s: %s", got, a.Forfeit(0))
		}
	}
}

// TestBadHabits has engines fail. Each loses its game, and the next game is played, and lost, by a new engine.
func TestBadHabits(t *testing.T) {
	const program = `^forfeited by engine: \S+: `
	for habit, c := range map[string]struct {
		change func(s *Settings)
		want   string
	}{
		"crashes":             {nil, `ended with exit status 7; standard error: third \| panic: index out of range \| in search.c$`},
		"hangs":               {impatient, `took longer than its movetime of 100ms and the margin of 50ms$`},
		"overshoots":          {impatient, `took longer than its movetime of 100ms and the margin of 50ms$`},
		"closes its output":   {nil, `closed its output$`},
		"cheats":              {nil, `answered no legal move: move "a7g1": .*`},
		"talks rubbish":       {nil, `answered no legal move: move ".*`},
		"says nothing":        {nil, `answered bestmove without a move$`},
		"never stops talking": {nil, `said more than 64 MiB without an answer$`},
		"never ends its line": {nil, `said more than 64 MiB without an answer$`},
		"stops reading":       {func(s *Settings) { s.Start = 2 * time.Second }, `did not answer isready with readyok within 2s$`},
		"wants fens":          {nil, `ended with exit status 9; standard error: no fen in .*`},
		"leaves an heir":      {nil, `ended with exit status 7; standard error: heir \d+$`},
	} {
		t.Run(habit, func(t *testing.T) {
			noLeaks(t)
			s := withHabit(habit)
			if c.change != nil {
				c.change(&s)
			}
			r := play(t, ataxx.Standard, s, 1)
			if r.Forfeits != [2]int{2, 0} {
				t.Errorf("%v forfeits in two games", r.Forfeits)
			}
			want := regexp.MustCompile(program + c.want)
			for _, one := range r.Games {
				if !want.MatchString(one.Ending) {
					t.Errorf("game %d has ended with %q, want %v", one.Game, one.Ending, want)
				}
			}
		})
	}
}

func impatient(s *Settings) { s.Margin = 50 * time.Millisecond }

func TestEnginesThatWantFens(t *testing.T) {
	s := withHabit("wants fens")
	s.FreshFEN = true
	if r := play(t, ataxx.Standard, s, 1); r.Forfeits != [2]int{} {
		t.Errorf("%v forfeits: %s", r.Forfeits, r.Games[0].Ending)
	}
}

func TestEnginesThatCannotBeStarted(t *testing.T) {
	for habit, c := range map[string]struct {
		change func(s *Settings)
		want   string
	}{
		"refuses":        {func(s *Settings) { s.Start = 200 * time.Millisecond }, `did not answer uai with uaiok within 200ms`},
		"is never ready": {func(s *Settings) { s.Start = 2 * time.Second }, `did not answer isready with readyok within 2s`},
		"ends at once":   {nil, `ended with exit status 3; standard error: no license`},
		"none":           {func(s *Settings) { s.Command.Args = []string{"/no/such/engine", "--flag"} }, `uai: /no/such/engine --flag: start: .*no such file`},
		"shouts":         {func(s *Settings) { s.Command.Dir = "/no/such/folder" }, `start: .*no such file`},
		"tells much":     {func(s *Settings) { s.Nodes = 5 }, `uai: 2 limits for a move: want one of movetime, nodes, depth and time`},
	} {
		t.Run(habit, func(t *testing.T) {
			noLeaks(t)
			s := withHabit(habit)
			if c.change != nil {
				c.change(&s)
			}
			_, err := Player("engine", ataxx.Standard, s).New(2)
			if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestVariantOption(t *testing.T) {
	for line, want := range map[string]string{
		"option name Game type combo default ataxx var ataxx var xima-dice": "Game",
		"option name uci_variant type combo var xima-dice default chess":    "uci_variant",
		"option name Game type combo default xima-dice var ataxx":           "",
		"option name Style type combo default x var xima-dice":              "",
		"option name Game type string default xima-dice":                    "",
		"option name Game":          "",
		"option":                    "",
		"option name type type var": "",
	} {
		if name, ok := variantOption(line, "xima-dice"); name != want || ok != (want != "") {
			t.Errorf("%q: %q (%t), want %q", line, name, ok, want)
		}
	}
}

func TestFreshFENsAreForGamesWithoutHistory(t *testing.T) {
	s := withHabit("none")
	s.FreshFEN = true
	if _, err := Player("engine", mustGame(t, "xima"), s).New(1); err == nil || !strings.Contains(err.Error(), "say nothing of repetitions") {
		t.Errorf("error %v", err)
	}
}

func TestTermsOfGo(t *testing.T) {
	for _, c := range []struct {
		set  func(s *Settings)
		want string
	}{
		{func(s *Settings) { s.MoveTime = 250 * time.Millisecond }, "movetime 250"},
		{func(s *Settings) { s.Nodes = 77 }, "nodes 77"},
		{func(s *Settings) { s.Depth = 5 }, "depth 5"},
		{func(s *Settings) { s.GameTime = time.Minute }, "btime 60000 wtime 60000 binc 0 winc 0"},
		{func(s *Settings) { s.GameTime, s.Increment = 2*time.Second, 100*time.Millisecond }, "btime 2000 wtime 2000 binc 100 winc 100"},
		{func(s *Settings) { s.Nodes, s.Options = 7, []Option{{"Hash", "64"}, {"Book File", "a b.bin"}} },
			"set name Hash value 64 | set name Book File value a b.bin | nodes 7"},
	} {
		s := withHabit("tells terms")
		s.MoveTime = 0
		c.set(&s)
		a := newAgent(t, s)
		a.Start(0, ataxx.Standard.New(), nil)
		if got := chosen(t, a); got != "" || !strings.HasSuffix(a.Forfeit(0), "standard error: "+c.want) {
			t.Errorf("%q, want %q", a.Forfeit(0), c.want)
		}
	}
	s := withHabit("")
	s.MoveTime, s.GameTime, s.Increment = 0, time.Second, time.Millisecond
	if got, want := s.terms(mustGame(t, "xima-3p"), s.GameTime), "p1time 1000 p2time 1000 p3time 1000 p1inc 1 p2inc 1 p3inc 1"; got != want {
		t.Errorf("three seats: %q, want %q", got, want)
	}
}

func TestDirectoryEnvironmentAndArguments(t *testing.T) {
	s := withHabit("tells where it is")
	s.Command.Dir = t.TempDir()
	s.Command.Args = append(s.Command.Args, "--flag", "two words")
	s.Command.Env = append(s.Command.Env, "COLOUR=deep red")
	a := newAgent(t, s)
	a.Start(0, ataxx.Standard.New(), nil)
	if got, want := chosen(t, a)+a.Forfeit(0), "[--flag two words] "+s.Command.Dir+" deep red"; !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestClocksRunDown(t *testing.T) {
	s := withHabit("overshoots") // 400 ms a move
	s.MoveTime, s.GameTime, s.Increment, s.Margin = 0, 1500*time.Millisecond, 100*time.Millisecond, 20*time.Millisecond
	a := newAgent(t, s)
	a.Start(0, ataxx.Standard.New(), nil)
	if got := chosen(t, a); got == "" {
		t.Fatal(a.Forfeit(0))
	}
	if left := a.seats[0].left; left > 1200*time.Millisecond {
		t.Errorf("%v are left of 1.5s after 400ms and an increment of 100ms", left)
	}
	for range 10 {
		if chosen(t, a) == "" {
			break
		}
	}
	if want := "that its clock had left and the margin of 20ms"; !strings.HasSuffix(a.Forfeit(0), want) {
		t.Errorf("%q, want %q", a.Forfeit(0), want)
	}
	a.Start(0, ataxx.Standard.New(), nil)
	if left := a.seats[0].left; left != s.GameTime || a.Forfeit(0) != "" {
		t.Errorf("a new game begins with %v and %q", left, a.Forfeit(0))
	}
}

func TestCancelling(t *testing.T) {
	noLeaks(t)
	s := withHabit("hangs")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := arena.Play(ctx, ataxx.Standard, arena.Settings{Pairs: 1}, Player("engine", ataxx.Standard, s), randomPlayer(ataxx.Standard))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestOurEngineAgainstOurClient plays a whole game in each family, with dice and with more than two seats.
func TestOurEngineAgainstOurClient(t *testing.T) {
	for _, name := range []string{"ataxx", "ataxx-4x4", "atimo-5x5", "atimo-9x9-4p", "xima-5x5", "xima-dice"} {
		for _, fen := range []bool{false, true} {
			g := mustGame(t, name)
			if fen && !isAtaxx(g) {
				continue
			}
			t.Run(fmt.Sprintf("%s, fen %t", name, fen), func(t *testing.T) {
				noLeaks(t)
				s := withHabit("ours")
				s.MoveTime, s.Nodes, s.Timeout, s.FreshFEN = 0, 5, patience, fen
				a := Player("engine", g, s)
				b := Player("other", g, s)
				r, err := arena.Play(t.Context(), g, arena.Settings{Pairs: 1, Seed: 1, OpeningMin: 1, OpeningMax: 3, Slots: 2}, a, b)
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range r.Games {
					if one.Forfeit {
						t.Error(one.Ending)
					}
					if err := one.Verify(g); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// newAgent starts a player with one slot.
func newAgent(t *testing.T, s Settings) *agent {
	t.Helper()
	a, err := Player("engine", ataxx.Standard, s).New(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.(*agent).Close(); err != nil {
			t.Error(err)
		}
	})
	return a.(*agent)
}

// chosen has an agent move and returns the move, or nothing if it forfeits.
func chosen(t *testing.T, a *agent) string {
	t.Helper()
	state := a.seats[0].state
	var out [1]game.Action
	if err := a.Choose(t.Context(), []int{0}, []game.State{state}, out[:]); err != nil {
		t.Fatal(err)
	}
	if out[0] == game.NoAction {
		return ""
	}
	return ataxx.Standard.Notation.FormatAction(state, out[0])
}

func mustState(t *testing.T, fen string) game.State {
	t.Helper()
	s, err := ataxx.Standard.Notation.ParseState(fen)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
