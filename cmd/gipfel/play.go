package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

func newPlay(a *app) *cobra.Command {
	var name, position, seatText, symmetryText string
	var simulations int
	var seed uint64
	var think thinking
	c := &cobra.Command{
		Use:   "play PLAYER",
		Short: "Play against a net or a baseline, in the terminal",
		Long: `Play a game in the terminal. Type a move in the game's notation, or one of: moves, undo, board, help, quit.

` + playerHelp,
		Example: `  gipfel play runs/atimo-5x5-demo
  gipfel play champion.weights --seat 2 --simulations 800
  gipfel play champion.weights --threads 2 --move-time 2s --ponder
  gipfel play greedy --game ataxx
  gipfel play material,simulations=2000 --game ataxx`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if a.json {
				return &usageError{errors.New("--json: a game with a person has no result for machines")}
			}
			if err := checkRange("simulations", simulations, 1, 1_000_000); err != nil {
				return err
			}
			opponent, err := parsePlayer(args[0], simulations)
			if err != nil {
				return err
			}
			if c.Flags().Changed("symmetry") {
				if err := opponent.ask(symmetryText); err != nil {
					return err
				}
			}
			g, err := gameOf(name, opponent)
			if err != nil {
				return err
			}
			seat, err := parseSeat(g, seatText)
			if err != nil {
				return err
			}
			start, err := positionFrom(g, position, "")
			if err != nil {
				return err
			}
			said := 0
			if c.Flags().Changed("simulations") {
				said = simulations
			}
			player, err := think.player(g, opponent, said)
			if err != nil {
				return err
			}
			t := &terminalGame{
				app: a, game: g, start: start, human: seat, name: opponent.name,
				rng: rand.New(rand.NewPCG(seed, 0)), lines: bufio.NewScanner(a.stdin),
			}
			return t.play(c.Context(), player)
		},
	}
	gameFlag(c, &name, "the game (default: that of the net)")
	positionFlag(c, &position)
	thinkingFlags(c, &think)
	f := c.Flags()
	f.StringVar(&seatText, "seat", "1", "your `seat`: its name, or its number counted from 1")
	f.IntVarP(&simulations, "simulations", "s", 200, "simulations a move")
	f.StringVar(&symmetryText, "symmetry", string(noSymmetry), symmetryUsage)
	f.Uint64Var(&seed, "seed", 1, "of chance, and of opponents that move at random")
	return c
}

// parseSeat reads the name of a seat, or its number counted from 1.
func parseSeat(g *game.Game, text string) (game.Player, error) {
	for seat, name := range g.SeatNames {
		if strings.EqualFold(text, name) || text == strconv.Itoa(seat+1) {
			return game.Player(seat), nil
		}
	}
	return 0, &usageError{fmt.Errorf("--seat %s: the seats of %s are %s, or 1 to %d", text, g.Name, strings.Join(g.SeatNames, ", "), g.Players)}
}

// terminalGame is a game between a person and an agent.
type terminalGame struct {
	*app
	game  *game.Game
	start game.State
	human game.Player
	name  string
	rng   *rand.Rand
	dice  game.Dice
	lines *bufio.Scanner

	agents  []arena.Agent // by seat; nil for the person's
	state   game.State
	actions []game.Action
}

var errQuit = errors.New("quit")

func (t *terminalGame) play(ctx context.Context, opponent arena.Player) error {
	t.state = t.game.New()
	t.agents = make([]arena.Agent, t.game.Players)
	defer t.closeAgents()
	for seat := range t.agents {
		if game.Player(seat) == t.human {
			continue
		}
		agent, err := opponent.New(1)
		if err != nil {
			return err
		}
		t.agents[seat] = agent
	}
	t.replay(nil)
	others := "the other seat"
	if t.game.Players > 2 {
		others = "the other seats"
	}
	printf(t.stdout, "%s. You are %s; %s plays %s. Type help for help.\n\n", t.game.Name, t.game.SeatNames[t.human], t.name, others)
	for t.state.ToMove() != game.Terminal {
		if err := t.turn(ctx); err != nil {
			if errors.Is(err, errQuit) {
				return nil
			}
			return err
		}
	}
	printf(t.stdout, "%s", t.game.Notation.Board(t.state))
	printf(t.stdout, "%s\n", t.verdict())
	return nil
}

func (t *terminalGame) closeAgents() {
	for _, agent := range t.agents {
		if closer, ok := agent.(io.Closer); ok {
			_ = closer.Close() // the game is over
		}
	}
}

// turn makes the next action of the game, whoever's it is, or takes some back.
func (t *terminalGame) turn(ctx context.Context) error {
	mover := t.state.ToMove()
	switch mover {
	case game.Chance:
		return t.roll()
	case t.human:
		return t.ask(ctx)
	}
	var out [1]game.Action
	if err := t.agents[mover].Choose(ctx, []int{0}, []game.State{t.state}, out[:]); err != nil {
		return err
	}
	printf(t.stdout, "%s plays %s\n", t.game.SeatNames[mover], t.game.Notation.FormatAction(t.state, out[0]))
	t.apply(out[0])
	return nil
}

// roll lets the dice fall.
func (t *terminalGame) roll() error {
	outcome := t.dice.Roll(t.state, t.rng)
	printf(t.stdout, "chance: %s\n", t.game.Notation.FormatAction(t.state, outcome))
	t.apply(outcome)
	return nil
}

// ask reads lines until one of them is a move.
func (t *terminalGame) ask(ctx context.Context) error {
	printf(t.stdout, "%s", t.game.Notation.Board(t.state))
	for {
		printf(t.stdout, "%s to move: ", t.game.SeatNames[t.human])
		line, err := t.read(ctx)
		if err != nil {
			printf(t.stdout, "\n")
			return err
		}
		switch word := strings.TrimSpace(line); word {
		case "":
		case "quit", "exit", "q":
			return errQuit
		case "help", "?":
			printf(t.stdout, "a move, or: moves (list the legal ones), undo (take your last move back), board, quit\n")
		case "board":
			printf(t.stdout, "%s", t.game.Notation.Board(t.state))
			printf(t.stdout, "%s\n", t.game.Notation.FormatState(t.state))
		case "moves":
			t.listMoves()
		case "undo":
			if t.undo() {
				return nil
			}
			printf(t.stdout, "there is no move of yours to take back\n")
		default:
			a, err := t.game.Notation.ParseAction(t.state, word)
			if err != nil {
				printf(t.stdout, "%s\n", err)
				continue
			}
			t.apply(a)
			return nil
		}
	}
}

// read returns the next line, or errQuit after the last one. It stops waiting for it when the context is cancelled.
func (t *terminalGame) read(ctx context.Context) (string, error) {
	scanned := make(chan bool, 1)
	go func() { scanned <- t.lines.Scan() }()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case more := <-scanned:
		if more {
			return t.lines.Text(), nil
		}
	}
	if err := t.lines.Err(); err != nil {
		return "", fmt.Errorf("read a move: %w", err)
	}
	return "", errQuit
}

func (t *terminalGame) listMoves() {
	printf(t.stdout, "%s\n", strings.Join(game.FormatMoves(t.game.Notation, t.state), " "))
}

// apply plays an action and tells the agents.
func (t *terminalGame) apply(a game.Action) {
	t.state.Apply(a)
	t.actions = append(t.actions, a)
	for _, agent := range t.agents {
		if agent != nil {
			agent.Observe(0, a)
		}
	}
}

// undo goes back to the person's last decision before this one.
func (t *terminalGame) undo() bool {
	last := -1
	s := t.game.New()
	s.CopyFrom(t.start)
	for i, a := range t.actions {
		if s.ToMove() == t.human {
			last = i
		}
		s.Apply(a)
	}
	if last < 0 {
		return false
	}
	t.replay(append([]game.Action(nil), t.actions[:last]...))
	return true
}

// replay starts the game again and plays some actions.
func (t *terminalGame) replay(actions []game.Action) {
	t.state.CopyFrom(t.start)
	t.actions = t.actions[:0]
	for seat, agent := range t.agents {
		if agent != nil {
			agent.Start(0, t.state, rand.New(rand.NewPCG(t.rng.Uint64(), uint64(seat))))
		}
	}
	for _, a := range actions {
		t.apply(a)
	}
}

// verdict says how the game has ended, to the person who played it.
func (t *terminalGame) verdict() string {
	text := verdict(t.game, t.state)
	if rest, won := strings.CutPrefix(text, t.game.SeatNames[t.human]+" wins"); won {
		text = "you win" + rest
	}
	return text + "."
}
