package xima

import "testing"

func TestRulesOfSpecials(t *testing.T) {
	runRules(t, []rule{
		{name: "a special neither stops on a column topped by a special nor passes over it", variant: "xima-5x5",
			columns: "A1 A, C1 B", rest: "a 0,0 0 0", legal: "=A1B1", illegal: "=A1C1 =A1D1"},
		{name: "a normal block does both", variant: "xima-5x5",
			columns: "A1 a, C1 B", rest: "a 0x,0 0 0", legal: "A1C1 A1D1"},
		{name: "a special below the top of a column does not stop a special", variant: "xima-5x5",
			columns: "A1 aA, B1 Bb", rest: "a 0,0 0 0", legal: "=A1B1 =A1C1"},
		{name: "an inserted special does not pass over a special either", variant: "xima-5x5",
			columns: "B1 b, D1 b, E2 b, E3 b, E4 b, D5 b, B5 b, B3 B", rest: "a 1=,0 0 0", legal: "-D3", illegal: "=D3 =C3"},
	})
}

func TestRulesOfTheSummit(t *testing.T) {
	runRules(t, []rule{
		{name: "a special that moves onto the summit wins at once", variant: "xima-5x5",
			columns: "B3 aA, A1 b", rest: "a 0,0x 7 9", legal: "=B3C3", moves: "=B3C3", reason: reasonSummit, winner: 0,
			thenColumns: "B3 a, C3 A, A1 b", then: "a 0,0x 7 10"},
		{name: "so does one that is inserted", variant: "xima-5x5",
			columns: "B3 b", rest: "b 0x,0= 0 0", legal: "=C3", moves: "=C3", reason: reasonSummit, winner: 1},
		{name: "a special needs the stair as well", variant: "xima-5x5",
			columns: "B3 A", rest: "a 0,0= 0 0", illegal: "=B3C3 =B3D3"},
		{name: "a normal block passes over the summit but does not end there", variant: "xima-5x5",
			columns: "B3 ba", rest: "a 0=,0= 0 0", legal: "B3D3 B3E3", illegal: "B3C3"},
	})
}

func TestRulesOfLanding(t *testing.T) {
	runRules(t, []rule{
		{name: "one against one only dominates", variant: "xima-5x5",
			columns: "A1 a, B1 b, E5 b", rest: "a 0x,0x 3 5", moves: "A1B1", thenColumns: "B1 ba, E5 b", then: "b 0x,0x 4 6"},
		{name: "two against one captures, and the rest drop down", variant: "xima-5x5",
			columns: "A1 aa, B1 ba, E5 b", rest: "a 0x,0x 3 5", legal: "A1xB1", moves: "A1xB1",
			thenColumns: "A1 a, B1 aa, E5 b", then: "b 0x,0x 0 6"},
		{name: "the arriving block counts", variant: "xima-5x5",
			columns: "A1 aa, B1 ab, E5 b", rest: "a 0x,0x 0 5", moves: "A1xB1", thenColumns: "A1 a, B1 aa, E5 b", then: "b 0x,0x 0 6"},
		{name: "a colour with more keeps everything", variant: "xima-5x5",
			columns: "A1 aa, B1 bb, E5 b", rest: "a 0x,0x 0 5", legal: "A1B1", moves: "A1B1", thenColumns: "A1 a, B1 bba, E5 b", then: "b 0x,0x 1 6"},
		{name: "a colour with as many is not captured, one with fewer is", variant: "xima-3p",
			columns: "A1 aaaa, B1 bcbA, E5 b", rest: "a 0,0x,0x 0 5", moves: "A1xB1",
			thenColumns: "A1 aaa, B1 bbAa, E5 b", then: "b 0,0x,0x 0 6"},
		{name: "no colour is captured if another than the mover's has most", variant: "xima-3p",
			columns: "A1 aaaa, B1 bcbb, E5 b", rest: "a 0x,0x,0x 0 5", moves: "A1B1",
			thenColumns: "A1 aaa, B1 bcbba, E5 b", then: "b 0x,0x,0x 1 6"},
		{name: "several colours are captured, order kept", variant: "xima-4p",
			columns: "A1 aaaaa, B1 adbac, E5 b, F5 c, G5 d", rest: "a 0x,0x,0x,0x 0 5", moves: "A1xB1",
			thenColumns: "A1 aaaa, B1 aaa, E5 b, F5 c, G5 d", then: "b 0x,0x,0x,0x 0 6"},
		{name: "a captured special is neither in hand nor on the board", variant: "xima-5x5",
			columns: "A1 aa, B1 Ba, E5 b", rest: "a 0x,0 0 5", moves: "A1xB1", thenColumns: "A1 a, B1 aa, E5 b", then: "b 0x,0x 0 6"},
		{name: "a special captures like any block", variant: "xima-5x5",
			columns: "A1 aA, B1 ba, E5 b", rest: "a 0,0x 0 5", moves: "=A1xB1", thenColumns: "A1 a, B1 aA, E5 b", then: "b 0,0x 0 6"},
		{name: "an insert never lands on blocks", variant: "xima-5x5",
			columns: "B1 ba", rest: "a 2=,2= 0 5", illegal: "-B1 =B1"},
	})
}

func TestRulesOfRescue(t *testing.T) {
	runRules(t, []rule{
		{name: "a normal block moved onto the summit is exchanged for the captured special", variant: "xima-5x5",
			columns: "B3 ba, E5 b", rest: "a 1x,0x 11 5", legal: "B3C3", moves: "B3C3", thenColumns: "B3 b, E5 b", then: "b 1=,0x 0 6"},
		{name: "so is one that is inserted", variant: "xima-5x5",
			columns: "B3 b", rest: "a 1x,0x 11 5", legal: "-C3", moves: "-C3", thenColumns: "B3 b", then: "b 0=,0x 0 6"},
		{name: "the special can be inserted in a later turn", variant: "xima-5x5",
			columns: "B3 ba, E5 b", rest: "a 0x,0x 0 5", moves: "B3C3 E5E4", alsoLegal: "=A1 =C3", isNot: "-A1"},
		{name: "only the owner of a captured special rescues", variant: "xima-5x5",
			columns: "B3 ba", rest: "a 1=,1x 0 5", illegal: "B3C3 -C3"},
	})
}

func TestRulesOfEnds(t *testing.T) { runRules(t, endRules) }

var endRules = []rule{
	{name: "a player without a block on the board or in hand loses on the own turn", variant: "xima-5x5",
		columns: "A1 aa, B1 ba", rest: "a 0x,0x 0 5", moves: "A1xB1", reason: reasonNoMeans, winner: 0,
		thenColumns: "A1 a, B1 aa", then: "a 0x,out 0 6"},
	{name: "a block in hand is means", variant: "xima-5x5",
		columns: "A1 aa, B1 ba", rest: "a 0x,1x 0 5", moves: "A1xB1", thenColumns: "A1 a, B1 aa", then: "b 0x,1x 0 6"},
	{name: "a special in hand is means", variant: "xima-5x5",
		columns: "A1 aa, B1 ba", rest: "a 0x,0= 0 5", moves: "A1xB1", thenColumns: "A1 a, B1 aa", then: "b 0x,0= 0 6"},
	{name: "a captured special is none", variant: "xima-5x5",
		columns: "A1 aa, B1 Ba", rest: "a 0x,0 0 5", moves: "A1xB1", reason: reasonNoMeans, winner: 0},
	{name: "with three players that seat is out and play goes on", variant: "xima-3p",
		columns: "A1 aa, B1 ba, M13 c", rest: "a 0x,0x,0x 0 5", moves: "A1xB1",
		thenColumns: "A1 a, B1 aa, M13 c", then: "c 0x,out,0x 0 6", alsoLegal: "M13M12"},
	{name: "a seat goes out only on its own turn", variant: "xima-3p",
		columns: "A1 aa, B1 ca, M13 b", rest: "a 0x,0x,0x 0 5", moves: "A1xB1",
		thenColumns: "A1 a, B1 aa, M13 b", then: "b 0x,0x,0x 0 6"},
	{name: "a seat that is out is passed over", variant: "xima-3p",
		columns: "A1 a, M13 c", rest: "a 0x,out,0x 0 6", moves: "A1A2 M13M12",
		thenColumns: "A2 a, M12 c", then: "a 0x,out,0x 2 8"},
	{name: "the last one left wins", variant: "xima-3p",
		columns: "A1 aa, B1 ca", rest: "a 0x,out,0x 0 6", moves: "A1xB1", reason: reasonNoMeans, winner: 0,
		thenColumns: "A1 a, B1 aa", then: "a 0x,out,out 0 7"},
	{name: "two seats go out one after the other", variant: "xima-3p",
		columns: "A1 aaa, B1 bca", rest: "a 0x,0x,0x 0 6", moves: "A1xB1", reason: reasonNoMeans, winner: 0},
	{name: "ahogado: every block dominated and none in hand wins", variant: "xima-5x5",
		columns: "A1 a, B1 b", rest: "a 0x,0x 0 6", moves: "A1B1", reason: reasonAhogado, winner: 1,
		thenColumns: "B1 ba", then: "b 0x,0x 1 7"},
	{name: "ahogado needs an empty hand", variant: "xima-5x5",
		columns: "A1 a, B1 b", rest: "a 0x,1x 0 6", moves: "A1B1", thenColumns: "B1 ba", then: "b 0x,1x 1 7"},
	{name: "ahogado needs every block dominated", variant: "xima-5x5",
		columns: "A1 a, B1 b, E5 b", rest: "a 0x,0x 0 6", moves: "A1B1", thenColumns: "B1 ba, E5 b", then: "b 0x,0x 1 7"},
	{name: "ahogado counts with three players, too", variant: "xima-3p",
		columns: "A1 a, B1 b, M13 c", rest: "a 0x,0x,0x 0 6", moves: "A1B1", reason: reasonAhogado, winner: 1},
}
