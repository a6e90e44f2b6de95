package ladder

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
	"gipfel/selfplay/rating"
)

// Ladder is what the matches of one game have come to.
type Ladder struct {
	Game         string `json:"game"`
	RulesVersion int    `json:"rules_version"`
	*rating.Ladder
	// Superiority[i][j] is the likelihood that entry i is stronger than entry j; nil where nothing is known.
	Superiority [][]*float64 `json:"superiority"`
	// Identities are what the players are, by name.
	Identities map[string]string `json:"identities"`
	// Seats are the results of each seat of the game, in their order, over all games.
	Seats []Seat `json:"seats"`
	// Draws and Truncated games are counted over all games, too, and Forfeits those that a player could not go on with.
	Draws     int `json:"draws"`
	Truncated int `json:"truncated"`
	Forfeits  int `json:"forfeits"`

	variant *game.Game
	matches []*match
}

// Seat says how often a seat has won, whoever held it.
type Seat struct {
	Name string `json:"name"`
	Wins int    `json:"wins"`
	// Won is the share of all games, with its interval (Wilson's, over single games).
	Won arena.Estimate `json:"won"`
}

// Make reads the ledgers of some directories and returns a ladder for each game of which they have matches, by name. notes say
// what was left out, in a sentence each.
func Make(ctx context.Context, dirs []string, o Options) (ladders []*Ladder, notes []string, err error) {
	matches, notes, err := read(ctx, dirs, &o)
	if err != nil {
		return nil, nil, err
	}
	byGame := make(map[string][]*match)
	var names []string
	for _, m := range matches {
		if byGame[m.Game] == nil {
			names = append(names, m.Game)
		}
		byGame[m.Game] = append(byGame[m.Game], m)
	}
	slices.Sort(names)
	anchored := false
	for _, name := range names {
		g, err := o.Find(name)
		if err != nil {
			return nil, nil, err
		}
		l, err := makeOne(g, byGame[name], &o)
		if err != nil {
			return nil, nil, fmt.Errorf("ladder of %s: %w", name, err)
		}
		ladders = append(ladders, l)
		anchored = anchored || l.Identities[o.Anchor] != ""
	}
	if o.Anchor != "" && !anchored {
		return nil, nil, fmt.Errorf("ladder: the anchor %q is none of the players", o.Anchor)
	}
	return ladders, notes, nil
}

// makeOne makes the ladder of a game.
func makeOne(g *game.Game, matches []*match, o *Options) (*Ladder, error) {
	l := &Ladder{Game: g.Name, RulesVersion: g.Version, variant: g, matches: matches, Seats: make([]Seat, g.Players)}
	l.Identities = nameAll(matches)
	played := make(map[string]bool)
	rated := make([]rating.Match, len(matches))
	for i, m := range matches {
		var err error
		if rated[i], err = l.rate(m, played); err != nil {
			return nil, err
		}
	}
	options := rating.Options{Confidence: o.Confidence}
	if l.Identities[o.Anchor] != "" { // else it plays other games
		options.Anchor = o.Anchor
	}
	var err error
	if l.Ladder, err = rating.Rate(rated, options); err != nil {
		return nil, err
	}
	l.Superiority = l.SuperiorityTable()
	for seat := range l.Seats {
		s := &l.Seats[seat]
		s.Name, s.Won = g.SeatNames[seat], arena.Wilson(s.Wins, l.Games, l.Confidence)
	}
	return l, nil
}

// rate turns a match into what is rated, and counts its games. played has all games before it, to find duplicates.
func (l *Ladder) rate(m *match, played map[string]bool) (rating.Match, error) {
	r := rating.Match{Game: m.Game, Players: m.names[:]}
	last := -1
	for i := range m.games {
		row := &m.games[i]
		outcome, err := matchbook.Outcome(l.variant, row)
		if err == nil {
			err = l.check(row, outcome)
		}
		if err != nil {
			return r, fmt.Errorf("%s: match %d, pair %d, game %d: %w", m.dir, m.ID, row.Pair, row.Game, err)
		}
		seats := make([]int, 0, len(row.Seats))
		for _, letter := range row.Seats {
			seats = append(seats, int(letter-'A'))
		}
		if row.Pair != last {
			r.Pairs = append(r.Pairs, rating.Pair{})
			last = row.Pair
		}
		pair := &r.Pairs[len(r.Pairs)-1]
		pair.Games = append(pair.Games, rating.Game{Seats: seats, Outcome: outcome})
		l.count(row, outcome)
		key := m.course(row)
		if played[key] {
			r.DuplicateGames++
		}
		played[key] = true
	}
	return r, nil
}

// check says what is wrong with a row that no program of ours has written.
func (l *Ladder) check(row *ledger.MatchGame, outcome int) error {
	switch {
	case len(row.Seats) != len(l.Seats) || strings.Trim(row.Seats, "AB") != "":
		return fmt.Errorf("seats are %q: want %d letters A and B", row.Seats, len(l.Seats))
	case outcome < 0 || outcome > len(l.Seats):
		return fmt.Errorf("outcome %d: want 0 to %d", outcome, len(l.Seats))
	}
	return nil
}

// count counts a game.
func (l *Ladder) count(row *ledger.MatchGame, outcome int) {
	switch {
	case row.Result == ledger.Truncated:
		l.Truncated++
	case outcome == len(l.Seats):
		l.Draws++
	default:
		l.Seats[outcome].Wins++
	}
	if row.Forfeit {
		l.Forfeits++
	}
}

// course tells games apart: who sat where, and what was played. Where the opening ends makes no difference.
func (m *match) course(row *ledger.MatchGame) string {
	key := ""
	for _, name := range m.seated(row) {
		key += name + "\n"
	}
	return key + row.Start + "\n" + strings.TrimSpace(row.Opening+" "+row.Moves)
}

// seated returns the names of the players by seat.
func (m *match) seated(row *ledger.MatchGame) []string {
	names := make([]string, 0, len(row.Seats))
	for _, letter := range row.Seats {
		names = append(names, m.names[letter-'A'])
	}
	return names
}
