package xima

import (
	"testing"

	"gipfel/game"
)

func runRules(t *testing.T, rules []rule) {
	for _, r := range rules {
		t.Run(r.name, r.run)
	}
}

func TestRulesOfTheBoard(t *testing.T) {
	for _, c := range []struct {
		size   int
		floors []int // number of cells
	}{{13, []int{88, 56, 24, 1}}, {9, []int{56, 24, 1}}, {5, []int{24, 1}}} {
		b := newBoard(c.size)
		if b.floors != len(c.floors) {
			t.Errorf("size %d has %d floors, want %d", c.size, b.floors, len(c.floors))
		}
		count := make([]int, b.floors)
		for cell := range b.area {
			count[b.floor[cell]]++
		}
		for f, n := range c.floors {
			if count[f] != n {
				t.Errorf("size %d: floor %d has %d cells, want %d", c.size, f, count[f], n)
			}
		}
		if top := 2 * (len(c.floors) - 1); b.terrain(b.summit) != top {
			t.Errorf("size %d: the summit is %d high, want %d", c.size, b.terrain(b.summit), top)
		}
	}
	b := newBoard(13)
	if name := b.cellName(b.summit); name != "G7" {
		t.Errorf("the summit is %s, want G7", name)
	}
	for name, terrain := range map[string]int{"A1": 0, "B12": 0, "C7": 2, "D10": 2, "E5": 4, "F8": 4, "G7": 6} {
		c, err := b.parseCell(name)
		if err != nil || b.terrain(c) != terrain {
			t.Errorf("terrain of %s is %d, want %d (%v)", name, b.terrain(c), terrain, err)
		}
	}
	s := build(t, "xima", "C7 aba", "a 0x,0x 0 0")
	if c, _ := b.parseCell("C7"); s.height[c] != 2+3 {
		t.Errorf("the top of three blocks on floor 2 is %d high, want 5", s.height[c])
	}
}

func TestRulesOfMaterial(t *testing.T) {
	for _, c := range []struct {
		variant          string
		players, normals int
	}{{"xima", 2, 9}, {"xima-3p", 3, 9}, {"xima-4p", 4, 9}, {"xima-9x9", 2, 6}, {"xima-5x5", 2, 4}} {
		s := variantNamed(t, c.variant).New().(*state)
		for seat := range game.MaxPlayers {
			wantNormals, wantSpecial := c.normals, inHand
			if seat >= c.players {
				wantNormals, wantSpecial = 0, onBoard
			}
			if int(s.normals[seat]) != wantNormals || s.special[seat] != wantSpecial {
				t.Errorf("%s: seat %d has %d normal blocks, special %d", c.variant, seat, s.normals[seat], s.special[seat])
			}
		}
		if s.vacant != s.v.all {
			t.Errorf("%s: the board is not empty", c.variant)
		}
	}
}

func TestRulesOfPaths(t *testing.T) {
	runRules(t, []rule{
		{name: "a turn moves the topmost block, dominated ones cannot move", variant: "xima-9x9",
			columns: "A1 ab, A9 b", rest: "a 1x,0x 0 0", illegal: "A1A2 A9A8", moves: "-I1", alsoLegal: "A1A2 A9A8"},
		{name: "own blocks are dominated too", variant: "xima-9x9",
			columns: "A1 aa", rest: "a 0x,1x 0 0", moves: "A1A2", thenColumns: "A1 a, A2 a", then: "b 0x,1x 1 1"},
		{name: "a path is a straight line in 8 directions, any number of steps", variant: "xima-9x9",
			columns: "B2 a", rest: "a 0x,1x 0 0",
			only: "B2A1 B2A2 B2A3 B2B1 B2C1 B2B3 B2B4 B2B5 B2B6 B2B7 B2B8 B2B9 B2C2 B2D2 B2E2 B2F2 B2G2 B2H2 B2I2"},
		{name: "a path is not bent", variant: "xima-9x9",
			columns: "A1 a", rest: "a 0x,1x 0 0", legal: "A1A3 A1C1", illegal: "A1B3 A1C2"},
		{name: "a step goes up by one block height", variant: "xima-9x9",
			columns: "A1 a, B1 b, A2 bb", rest: "a 0x,1x 0 0", legal: "A1B1 A1C1", illegal: "A1A2 A1A3"},
		{name: "step by step a path goes up by more", variant: "xima-9x9",
			columns: "A1 a, B1 b, C1 bb, D1 bbb", rest: "a 0x,1x 0 0", legal: "A1B1 A1C1 A1D1 A1E1"},
		{name: "a step goes down by any depth", variant: "xima-9x9",
			columns: "A1 bbbba", rest: "a 0x,1x 0 0", legal: "A1B1 A1C1 A1A2"},
		{name: "a block that steps down loses the height", variant: "xima-9x9",
			columns: "A1 bba, C1 bb, A2 bb, A3 bbb", rest: "a 0x,0x 0 9", legal: "A1B1 A1A3", illegal: "A1C1"},
		{name: "a floor is not climbed from the cell below it", variant: "xima-9x9",
			columns: "B5 a", rest: "a 0x,1x 0 0", illegal: "B5C5 B5D5"},
		{name: "a floor is climbed over a block used as a stair", variant: "xima-9x9",
			columns: "A5 a, B5 b", rest: "a 0x,1x 0 0", legal: "A5C5 A5D5", illegal: "A5E5"},
		{name: "a block on the stair climbs", variant: "xima-9x9",
			columns: "B5 ba", rest: "a 0x,1x 0 0", legal: "B5C5"},
		{name: "a path passes over blocks of any owner", variant: "xima-9x9",
			columns: "A1 a, B1 b, A2 a", rest: "a 0x,1x 0 0", legal: "A1C1 A1A3"},
	})
}

// Of the lines through D3 on the small board all but the one from A3 begin at one of these cells.
const aroundD3 = "B1 b, D1 b, E2 b, E3 b, E4 b, D5 b, B5 b"

func TestRulesOfInserts(t *testing.T) {
	runRules(t, []rule{
		{name: "the first step is onto a rim cell from outside, and may go on", variant: "xima-5x5",
			columns: aroundD3, rest: "a 1x,0x 0 0", legal: "-A3 -B3"},
		{name: "the way is over the summit and down again", variant: "xima-5x5",
			columns: aroundD3 + ", B3 b", rest: "a 1=,0x 0 9", legal: "-D3", illegal: "-C3 -E3"},
		{name: "the way is as steep as that of a move", variant: "xima-5x5",
			columns: aroundD3, rest: "a 1x,0x 0 0", illegal: "-D3"},
		{name: "the first cell is vacant", variant: "xima-5x5",
			columns: aroundD3 + ", A3 b, B3 b", rest: "a 1x,0x 0 9", illegal: "-D3 -A3"},
		{name: "the last cell is vacant, those between may hold blocks", variant: "xima-5x5",
			columns: aroundD3 + ", B3 b", rest: "a 1x,0x 0 9", legal: "-D3", illegal: "-B3"},
		{name: "a corner leads along its diagonal, too", variant: "xima-5x5",
			columns: "A2 b, A3 b, A4 b, A5 b, B5 b, C5 b, D5 b, E5 b, E4 b, E3 b, E2 b, E1 b, D1 b, C1 b, B1 b",
			rest:    "a 1x,0x 0 9", only: "-A1 -B2"},
		{name: "normal and special are both inserted", variant: "xima-5x5",
			rest: "a 1=,1= 0 0", legal: "-A1 =A1 -D3 =D3", illegal: "-C3 =C3"},
		{name: "without blocks of a kind in hand there is no insert", variant: "xima-5x5",
			columns: "A1 A", rest: "a 1,1= 0 0", illegal: "=C2", moves: "-A2", thenColumns: "A1 A, A2 a", then: "b 0,1= 0 1"},
	})

	// Five directions lead from outside onto a corner, three onto any other cell of the rim.
	b := newBoard(13)
	entries := map[uint8]int{}
	for _, line := range b.lines {
		entries[line[0]]++
	}
	for c := range b.area {
		x, y := c%13, c/13
		want := 0
		switch edges := btoi(x == 0 || x == 12) + btoi(y == 0 || y == 12); edges {
		case 1:
			want = 3
		case 2:
			want = 5
		}
		if entries[uint8(c)] != want {
			t.Errorf("%s is entered in %d directions, want %d", b.cellName(c), entries[uint8(c)], want)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
