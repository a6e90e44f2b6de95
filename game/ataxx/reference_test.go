package ataxx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// reference is Ataxx once more, slow and obvious: a grid of letters, written from the rules and sharing nothing with the
// other implementation but the notation.
type reference struct {
	grid        [][]byte // grid[y][x], y from the bottom: x, o, '-' for a gap, '.' for vacant
	side        byte
	quiet, move int
	limit       int // plies without a clone; 0 for none
}

func readReference(fen string, limit int) *reference {
	r := &reference{limit: limit}
	var board string
	if _, err := fmt.Sscanf(fen, "%s %c %d %d", &board, &r.side, &r.quiet, &r.move); err != nil {
		panic(err)
	}
	for _, text := range strings.Split(board, "/") {
		var line []byte
		for _, letter := range []byte(text) {
			if letter >= '1' && letter <= '8' {
				line = append(line, strings.Repeat(".", int(letter-'0'))...)
			} else {
				line = append(line, letter)
			}
		}
		r.grid = append([][]byte{line}, r.grid...)
	}
	return r
}

func (r *reference) fen() string {
	var rows []string
	for y := len(r.grid) - 1; y >= 0; y-- {
		line := string(r.grid[y])
		for run := len(r.grid); run > 0; run-- {
			line = strings.ReplaceAll(line, strings.Repeat(".", run), fmt.Sprint(run))
		}
		rows = append(rows, line)
	}
	return fmt.Sprintf("%s %c %d %d", strings.Join(rows, "/"), r.side, r.quiet, r.move)
}

func other(side byte) byte {
	if side == 'x' {
		return 'o'
	}
	return 'x'
}

func (r *reference) stones(side byte) int {
	n := 0
	for _, line := range r.grid {
		for _, letter := range line {
			if letter == side {
				n++
			}
		}
	}
	return n
}

// moves lists the moves of a side, without passes; a clone is listed once whoever is cloned.
func (r *reference) moves(side byte) []string {
	var all []string
	size := len(r.grid)
	for y1 := range size {
		for x1 := range size {
			for y2 := range size {
				for x2 := range size {
					if r.grid[y1][x1] != side || r.grid[y2][x2] != '.' {
						continue
					}
					to := fmt.Sprintf("%c%d", 'a'+x2, y2+1)
					switch distance := max(x1-x2, x2-x1, y1-y2, y2-y1); {
					case distance == 1 && !slices.Contains(all, to):
						all = append(all, to)
					case distance == 2:
						all = append(all, fmt.Sprintf("%c%d", 'a'+x1, y1+1)+to)
					}
				}
			}
		}
	}
	return all
}

// legal lists what may be played, sorted by its text.
func (r *reference) legal() []string {
	if over, _ := r.result(); over {
		return nil
	}
	moves := r.moves(r.side)
	if len(moves) == 0 {
		moves = []string{"0000"}
	}
	slices.Sort(moves)
	return moves
}

// result says whether the game is over, and who has won: x, o or '=' for a draw.
func (r *reference) result() (over bool, winner byte) {
	x, o := r.stones('x'), r.stones('o')
	stuck := len(r.moves('x')) == 0 && len(r.moves('o')) == 0 // also if the board is full, or nobody is left
	limit := r.limit
	if limit == 0 {
		limit = 1000
	}
	switch {
	case !(x == 0 || o == 0 || stuck):
		return r.quiet >= limit, '='
	case x > o:
		return true, 'x'
	case x < o:
		return true, 'o'
	}
	return true, '='
}

func (r *reference) play(move string) {
	r.quiet++
	if move != "0000" {
		x, y := int(move[len(move)-2]-'a'), int(move[len(move)-1]-'1')
		if len(move) == 2 {
			r.quiet = 0
		} else {
			r.grid[move[1]-'1'][move[0]-'a'] = '.'
		}
		r.grid[y][x] = r.side
		for ny := y - 1; ny <= y+1; ny++ {
			for nx := x - 1; nx <= x+1; nx++ {
				if ny >= 0 && ny < len(r.grid) && nx >= 0 && nx < len(r.grid) && r.grid[ny][nx] == other(r.side) {
					r.grid[ny][nx] = r.side
				}
			}
		}
	}
	if r.side == 'o' {
		r.move++
	}
	r.side = other(r.side)
}

// compare checks everything that can be known about a position against the reference.
func (r *reference) compare(g *game.Game, s *State) error {
	n := g.Notation
	if got, want := n.FormatState(s), r.fen(); got != want {
		return fmt.Errorf("position is %s, want %s", got, want)
	}
	actions := s.AppendActions(nil)
	var got []string
	for _, a := range actions {
		got = append(got, n.FormatAction(s, a))
	}
	slices.Sort(got)
	if want := r.legal(); !slices.Equal(got, want) {
		return fmt.Errorf("%s: legal moves are %v, want %v", r.fen(), got, want)
	}
	if s.CountActions() != len(actions) {
		return fmt.Errorf("%s: CountActions is %d, want %d", r.fen(), s.CountActions(), len(actions))
	}
	var picked []game.Action
	for i := range s.CountActions() {
		picked = append(picked, s.Pick(i))
	}
	slices.Sort(picked)
	if !slices.Equal(picked, actions) {
		return fmt.Errorf("%s: Pick gives %v, want %v in some order", r.fen(), picked, actions)
	}
	if s.Stones(0) != r.stones('x') || s.Stones(1) != r.stones('o') {
		return fmt.Errorf("%s: %d and %d stones", r.fen(), s.Stones(0), s.Stones(1))
	}
	over, winner := r.result()
	if over != (s.ToMove() == game.Terminal) {
		return fmt.Errorf("%s: over is %v, but seat to move is %d", r.fen(), over, s.ToMove())
	}
	if !over {
		return r.compareEncoding(g, s)
	}
	returns := make([]float32, 2)
	s.Returns(returns)
	if got := "xo="[game.OutcomeOf(returns)]; got != winner {
		return fmt.Errorf("%s: returns are %v, but the winner is %c", r.fen(), returns, winner)
	}
	return r.compareOwners(g, s)
}

// compareOwners checks whose each cell is at the end, letter by letter.
func (r *reference) compareOwners(g *game.Game, s *State) error {
	got := make([]game.Player, g.Cells())
	g.Owners(s, got)
	for cell, owner := range got {
		letter := r.grid[cell/g.Width][cell%g.Width]
		want, ok := map[byte]game.Player{'x': 0, 'o': 1}[letter]
		if !ok {
			want = game.Nobody
		}
		if owner != want {
			return fmt.Errorf("%s: cell %d, %c, has owner %d, want %d", r.fen(), cell, letter, owner, want)
		}
	}
	return nil
}

// compareEncoding checks the input planes, letter by letter.
func (r *reference) compareEncoding(g *game.Game, s *State) error {
	got := make([]float32, g.InputSize())
	g.Encode(s, got)
	limit := r.limit
	if limit == 0 {
		limit = 1000
	}
	var want []float32
	for _, line := range r.grid {
		for _, letter := range line {
			cell := []float32{0, 0, 0, 0, 1, float32(r.quiet) / float32(limit)}
			cell[strings.IndexByte(string([]byte{r.side, other(r.side), '.', '-'}), letter)] = 1
			want = append(want, cell...)
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s: encoding is %v, want %v", r.fen(), got, want)
	}
	return nil
}

// randomFEN scatters stones and gaps over a board.
func randomFEN(rng *rand.Rand, size int) string {
	r := &reference{side: "xo"[rng.IntN(2)], quiet: rng.IntN(3), move: 1 + rng.IntN(9)}
	stones, gaps := 2+rng.IntN(size*size), rng.IntN(size*size)
	for range size {
		r.grid = append(r.grid, []byte(strings.Repeat(".", size)))
	}
	for i := range stones + gaps {
		letter := "xo"[i%2]
		if i >= stones {
			letter = '-'
		}
		r.grid[rng.IntN(size)][rng.IntN(size)] = letter
	}
	return r.fen()
}

func TestAgainstReference(t *testing.T) {
	plies := 10_000
	if gametest.Long() {
		plies = 300_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	endings := make(map[string]int)
	for game := 0; plies > 0; game++ {
		size := minSize + game%(maxSize-minSize+1)
		limit := []int{0, 3, 100}[game%3]
		g := mustNew(Rules{Size: size, NoCloneLimit: limit})
		fen := g.Notation.FormatState(g.New())
		if game%2 == 1 {
			fen = randomFEN(rng, size)
		}
		if game%10 == 5 { // 4×4, and a vacant cell that nobody can reach: random positions seldom have one
			fen = "x---/1---/---1/o--- x 0 1"
		}
		played, ending := playAgainstReference(t, g, fen, limit, func(n int) int { return rng.IntN(n) })
		plies -= played
		endings[ending]++
	}
	for _, reason := range []string{"no stones left", "board full", "neither side can move", "3 plies without a clone"} {
		if endings[reason] == 0 {
			t.Errorf("no game ended with %q: %v", reason, endings)
		}
	}
}

// playAgainstReference plays a game on both implementations, comparing after each ply. choose picks one of n moves, or
// ends the game by returning a negative number. It returns the number of plies and the reason of the end.
func playAgainstReference(t *testing.T, g *game.Game, fen string, limit int, choose func(n int) int) (int, string) {
	t.Helper()
	parsed, err := g.Notation.ParseState(fen)
	if err != nil {
		t.Fatal(err)
	}
	s, r := parsed.(*State), readReference(fen, limit)
	for played := 0; ; played++ {
		if err := r.compare(g, s); err != nil {
			t.Fatalf("%s, ply %d from %s: %v", g.Name, played, fen, err)
		}
		legal := r.legal()
		if len(legal) == 0 {
			return played, s.Ending().Reason
		}
		i := choose(len(legal))
		if i < 0 {
			return played, ""
		}
		a, err := g.Notation.ParseAction(s, legal[i])
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(a)
		r.play(legal[i])
	}
}
