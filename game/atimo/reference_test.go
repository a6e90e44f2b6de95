package atimo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// reference plays Atimo the slow and obvious way: letters on a grid, positions compared as text. It shares nothing with
// the fast code but the notation in which the two are compared.
type reference struct {
	size, players int
	grid          [9][9]byte // grid[y][x], row 0 at the bottom: '.', or A a for seat a's Core and Mass, B b, …
	masses        []int      // in reserve
	cores         int        // placed
	turn          int
	moves         int            // since the Cores
	met           map[string]int // how often each position occurred
	over          string         // why the game is over
	winner        int            // or -1
}

func newReference(g *game.Game, masses int) *reference {
	r := &reference{size: g.Width, players: g.Players, met: make(map[string]int), winner: -1}
	for y := range r.size {
		for x := range r.size {
			r.grid[y][x] = '.'
		}
	}
	for range r.players {
		r.masses = append(r.masses, masses)
	}
	r.met[r.identity()]++
	return r
}

// identity is what makes two positions the same.
func (r *reference) identity() string {
	var rows []byte
	for _, row := range r.grid {
		rows = append(rows, row[:]...)
	}
	return string(rows) + fmt.Sprint(r.masses, r.cores, r.turn)
}

func (r *reference) core() byte { return byte('A' + r.turn) }
func (r *reference) mass() byte { return byte('a' + r.turn) }

func (r *reference) on(x, y int) bool     { return x >= 0 && x < r.size && y >= 0 && y < r.size }
func (r *reference) vacant(x, y int) bool { return r.on(x, y) && r.grid[y][x] == '.' }

// legal lists the legal moves, sorted by text.
func (r *reference) legal() []string {
	var moves []string
	if r.over != "" {
		return nil
	}
	name := func(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }
	for y := range r.size {
		for x := range r.size {
			switch {
			case r.cores < r.players:
				if r.vacant(x, y) {
					moves = append(moves, "C"+name(x, y))
				}
				continue
			case r.vacant(x, y) && r.masses[r.turn] > 0:
				moves = append(moves, "M"+name(x, y))
			}
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					distance := dx*dx + dy*dy
					core := r.grid[y][x] == r.core() && distance == 1
					mass := r.grid[y][x] == r.mass() && r.masses[r.turn] == 0 && (distance == 1 || distance == 2 || distance == 4)
					if (core || mass) && r.vacant(x+dx, y+dy) {
						moves = append(moves, name(x, y)+name(x+dx, y+dy))
					}
				}
			}
		}
	}
	slices.Sort(moves)
	return moves
}

func (r *reference) play(move string) {
	inFirstRound := r.cores < r.players
	x, y := int(move[len(move)-2]-'a'), int(move[len(move)-1]-'1')
	switch move[0] {
	case 'C':
		r.grid[y][x] = r.core()
		r.cores++
	case 'M':
		r.grid[y][x] = r.mass()
		r.masses[r.turn]--
	default:
		fromX, fromY := int(move[0]-'a'), int(move[1]-'1')
		r.grid[y][x] = r.grid[fromY][fromX]
		r.grid[fromY][fromX] = '.'
	}
	r.pull(x, y)
	by := r.turn
	r.turn = (r.turn + 1) % r.players
	if !inFirstRound {
		r.moves++
	}
	r.met[r.identity()]++
	switch {
	case r.collapsed():
		r.over, r.winner = "collapse", by
	case r.met[r.identity()] == 3:
		r.over = "third occurrence of the position"
	case r.moves == 150:
		r.over = "150 moves without a collapse"
	case len(r.legal()) == 0:
		r.over = "no legal action"
	}
}

func (r *reference) pull(x, y int) {
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		for n := 1; r.on(x+n*d[0], y+n*d[1]); n++ {
			fromX, fromY := x+n*d[0], y+n*d[1]
			if r.grid[fromY][fromX] == '.' {
				continue
			}
			if n > 1 {
				r.grid[fromY-d[1]][fromX-d[0]] = r.grid[fromY][fromX]
				r.grid[fromY][fromX] = '.'
			}
			break
		}
	}
}

func (r *reference) collapsed() bool {
	is := func(x, y int, letters string) bool {
		return r.on(x, y) && strings.IndexByte(letters, r.grid[y][x]) >= 0
	}
	for y := range r.size {
		for x := range r.size {
			if is(x, y, "abcd") && (is(x-1, y, "ABCD") && is(x+1, y, "ABCD") || is(x, y-1, "ABCD") && is(x, y+1, "ABCD")) {
				return true
			}
		}
	}
	return false
}

func (r *reference) String() string {
	var rows []string
	for y := r.size - 1; y >= 0; y-- {
		row := string(r.grid[y][:r.size])
		for n := r.size; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	var masses []string
	for _, n := range r.masses {
		masses = append(masses, strconv.Itoa(n))
	}
	return fmt.Sprintf("%s %c %s %d", strings.Join(rows, "/"), 'a'+r.turn, strings.Join(masses, ","), r.moves)
}

// TestReference plays random games on the fast and on the slow implementation and compares all that can be seen. In every
// other game the seats like to move back and forth, so that positions repeat.
func TestReference(t *testing.T) {
	plies := 10_000 // for each variant
	if gametest.Long() {
		plies = 100_000
	}
	endings := make(map[string]int)
	for _, g := range Variants() {
		t.Run(g.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, uint64(g.Width+g.Players)))
			for played, games := 0, 0; played < plies && !t.Failed(); games++ {
				r := compareGame(t, g, rng, games%2 == 1)
				endings[r.over]++
				played += r.players + r.moves
			}
		})
	}
	for _, want := range []ending{collapse, thirdOccurrence, moveLimit} {
		if endings[want.String()] == 0 {
			t.Errorf("no game ended by %q; endings seen: %v", want, endings)
		}
	}
}

// compareGame plays one game, with a taste for repetition or not, and returns its end.
func compareGame(t *testing.T, g *game.Game, rng *rand.Rand, repeating bool) *reference {
	s := g.New().(*state)
	r := newReference(g, s.masses)
	last := make([]string, r.players) // each seat's last move
	for compare(t, g, s, r) && r.over == "" {
		legal := r.legal()
		move := legal[rng.IntN(len(legal))]
		if l := last[r.turn]; repeating && len(l) == 4 && rng.IntN(8) > 0 {
			if back := l[2:] + l[:2]; slices.Contains(legal, back) {
				move = back
			}
		}
		last[r.turn] = move
		r.play(move)
		a, err := g.Notation.ParseAction(s, move)
		if err != nil {
			t.Fatalf("%v in %s", err, r)
		}
		s.Apply(a)
	}
	return r
}

// compare reports whether the two implementations agree on a position.
func compare(t *testing.T, g *game.Game, s *state, r *reference) bool {
	var moves []string
	for _, a := range s.AppendActions(nil) {
		moves = append(moves, g.Notation.FormatAction(s, a))
	}
	slices.Sort(moves)
	if want := r.legal(); !slices.Equal(moves, want) {
		t.Errorf("in %s the legal moves are\n%v, want\n%v", r, moves, want)
	}
	if got := g.Notation.FormatState(s); got != r.String() {
		t.Errorf("position is %s, want %s", got, r)
	}
	if got := s.Ending().Reason; got != r.over {
		t.Errorf("in %s the game is over by %q, want %q", r, got, r.over)
	}
	if got, want := int(s.seen), r.met[r.identity()]-1; got != want {
		t.Errorf("%s has been seen %d times before, want %d", r, got, want)
	}
	if s.hash != zobrist(s) {
		t.Errorf("the hash of %s is %x, want %x", r, s.hash, zobrist(s))
	}
	if r.over != "" {
		returns := make([]float32, g.Players)
		s.Returns(returns)
		winner := game.OutcomeOf(returns)
		if winner == game.Draw(g.Players) {
			winner = -1
		}
		if winner != r.winner {
			t.Errorf("%s is won by seat %d, want %d", r, winner, r.winner)
		}
	} else if got := s.ToMove(); int(got) != r.turn {
		t.Errorf("in %s seat %d is to move, want %d", r, got, r.turn)
	}
	return !t.Failed()
}
