package arena

import (
	"encoding/binary"

	"gipfel/game"
)

// Result is what a match has come to. It counts whole pairs only, the first ones of the match without a gap.
type Result struct {
	// Game names the variant; A and B are the players.
	Game string `json:"game"`
	A    string `json:"a"`
	B    string `json:"b"`
	Seed uint64 `json:"seed"`

	// Pairs were played out of PlannedPairs. Stopped is true if Settings.Stop ended the match.
	Pairs        int  `json:"pairs"`
	PlannedPairs int  `json:"planned_pairs"`
	Stopped      bool `json:"stopped"`

	// Record counts the games from A's view.
	Record Record `json:"record"`
	// SeatNames are the game's names of the seats.
	SeatNames []string `json:"seat_names"`
	// Seats has the games of each seat, counted from 0, by who held it: what moving first is worth.
	Seats []SeatRecord `json:"seats"`
	// PairScores is the distribution of A's scores over the pairs.
	PairScores PairScores `json:"pair_scores"`

	// Confidence is that of the intervals. Score is A's, a draw or a truncated game counting half, with its interval over
	// pairs and its standard error; Won is A's share of won games, with Wilson's interval. Elo follows from the score.
	Confidence    float64     `json:"confidence"`
	Score         Estimate    `json:"score"`
	StandardError float64     `json:"standard_error"`
	Won           Estimate    `json:"won"`
	Elo           EloEstimate `json:"elo"`

	// Forfeits counts the games that A, and that B, could not go on with.
	Forfeits [2]int `json:"forfeits"`
	// DuplicateGames counts the games that are equal to an earlier one, move by move and with the same seating.
	// RepeatedOpenings counts the pairs whose opening leads to the same position as an earlier pair's, or to an image of it.
	DuplicateGames   int `json:"duplicate_games"`
	RepeatedOpenings int `json:"repeated_openings"`
	// MeanPlies is the mean length of the games.
	MeanPlies float64 `json:"mean_plies"`

	// Games are the games counted, in order.
	Games []GameResult `json:"games,omitempty"`
	// Uncounted are finished games of an interrupted match that do not count, as an earlier game or another one of their pair
	// is missing. They were not delivered to Settings.OnPair. To resume the match they can be given to Settings.Done like
	// the others.
	Uncounted []GameResult `json:"uncounted,omitempty"`
	// UncountedGames is how many they are, also where the list is left out.
	UncountedGames int `json:"uncounted_games,omitempty"`

	plies  int
	played map[string]bool // what was done in each game, to find duplicates
}

// Record counts the outcomes of games for one side. Wins, Draws, Losses and Truncated sum to Games.
type Record struct {
	Games  int `json:"games"`
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Truncated games were cut off by the length limit: their result is unknown, and they score half.
	Truncated int `json:"truncated"`
}

// Score is the mean score of the games; one half if there are none.
func (r Record) Score() float64 {
	if r.Games == 0 {
		return 0.5
	}
	return (float64(r.Wins) + 0.5*float64(r.Draws+r.Truncated)) / float64(r.Games)
}

// add counts a game, which the side won if it was won at all and won is true.
func (r *Record) add(g *GameResult, won bool) {
	r.Games++
	switch {
	case g.Truncated:
		r.Truncated++
	case g.Drawn():
		r.Draws++
	case won:
		r.Wins++
	default:
		r.Losses++
	}
}

// SeatRecord counts the games of one seat: those in which A, and those in which B held it. A win is a win of this seat, so
// with more than two seats a side can win a game that its other seats lose.
type SeatRecord struct {
	A Record `json:"a"`
	B Record `json:"b"`
}

// Wins is how often the seat won, whoever held it.
func (r SeatRecord) Wins() int { return r.A.Wins + r.B.Wins }

// Games is how often the seat was held: the number of games.
func (r SeatRecord) Games() int { return r.A.Games + r.B.Games }

func newResult(g *game.Game, s *Settings, a, b Player) *Result {
	r := &Result{
		Game: g.Name, A: a.Name, B: b.Name, Seed: s.Seed,
		PlannedPairs: s.Pairs,
		Seats:        make([]SeatRecord, g.Players),
		PairScores:   make(PairScores, 2*PairGames(g)+1),
		Confidence:   s.Confidence,
		SeatNames:    g.SeatNames,
		played:       make(map[string]bool),
	}
	r.estimate()
	return r
}

// add counts the games of the next pair.
func (r *Result) add(games []GameResult, repeatedOpening bool) {
	r.Pairs++
	if repeatedOpening {
		r.RepeatedOpenings++
	}
	halfPoints := 0
	for i := range games {
		halfPoints += games[i].halfPoints()
		r.count(&games[i])
	}
	r.PairScores[halfPoints]++
	r.Games = append(r.Games, games...)
	r.estimate()
}

func (r *Result) count(g *GameResult) {
	winner, decided := g.Winner()
	r.Record.add(g, decided && winner == A)
	for seat, holder := range g.Seats {
		record := &r.Seats[seat].A
		if holder == B {
			record = &r.Seats[seat].B
		}
		record.add(g, g.Outcome == seat)
	}
	if g.Forfeit {
		r.Forfeits[1-winner]++
	}
	key := fingerprint(g)
	if r.played[key] {
		r.DuplicateGames++
	}
	r.played[key] = true
	r.plies += g.Plies
}

// estimate brings everything up to date that follows from the counts.
func (r *Result) estimate() {
	r.Score = r.PairScores.Score(r.Confidence)
	r.StandardError = r.PairScores.StandardError()
	r.Won = Wilson(r.Record.Wins, r.Record.Games, r.Confidence)
	r.Elo = EloFrom(r.Score)
	r.MeanPlies = float64(r.plies) / float64(max(1, r.Record.Games))
}

// fingerprint writes a game's seating and actions. Where the opening ends makes no difference.
func fingerprint(g *GameResult) string {
	b := append([]byte(g.Start), 0)
	for _, holder := range g.Seats {
		b = append(b, byte(holder))
	}
	for _, actions := range [][]game.Action{g.Opening, g.Moves} {
		for _, a := range actions {
			b = binary.LittleEndian.AppendUint16(b, uint16(a))
		}
	}
	return string(b)
}
