// Package tournament plays matches between several players, each pairing of them a match in a ledger.
//
// Invariants:
//
//   - All pairings have the same seed and the same openings, so that nobody has easier ones.
//   - A tournament is played in rounds, in each of which every pairing is played once more for the same number of games. So
//     wherever it is interrupted, the players have met about equally often.
//   - What is played of a pairing is kept by package matchbook, and not played again: neither after an interruption, nor when a
//     player joins later, nor when the order of the players is another one.
package tournament

import (
	"context"
	"fmt"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

// Settings describes a tournament.
type Settings struct {
	// Match is how the games of each pairing are played. Its Pairs are those of one round; Done, OnPair, Stop and Progress are
	// not used.
	Match arena.Settings
	// Conditions are what the games depend on beside that and the players; see matchbook.Match.
	Conditions any
	// Rounds is how often each pairing is played; 0 stands for 1.
	Rounds int
	// Gauntlet has the first player meet all others, and these not each other.
	Gauntlet bool
	// Progress, unless nil, is called whenever games are finished, and at the beginning of each match, with the number of games
	// that are finished and the one planned in all.
	Progress func(finished, planned int)
}

// Pairing is two players by their indices.
type Pairing struct{ A, B int }

// Pairings lists who meets whom in a round.
func Pairings(players int, gauntlet bool) []Pairing {
	var list []Pairing
	for a := range players {
		for b := a + 1; b < players; b++ {
			list = append(list, Pairing{a, b})
		}
		if gauntlet {
			break
		}
	}
	return list
}

// Games returns how many games a tournament has.
func Games(g *game.Game, players int, s *Settings) int {
	return len(Pairings(players, s.Gauntlet)) * max(1, s.Rounds) * s.Match.Pairs * arena.PairGames(g)
}

// Validate says what is wrong with the players, which must differ both in name and in identity.
func Validate(players []matchbook.Contender) error {
	if len(players) < 2 {
		return fmt.Errorf("%d players: want 2 or more", len(players))
	}
	names, identities := make(map[string]bool), make(map[string]string)
	for _, p := range players {
		if other, ok := identities[p.Identity]; ok {
			return fmt.Errorf("%s and %s are the same player", other, p.Name)
		}
		if names[p.Name] {
			return fmt.Errorf("two players are called %s", p.Name)
		}
		names[p.Name], identities[p.Identity] = true, p.Name
	}
	return nil
}

// Play plays a tournament, or what is left of it, into a ledger. It returns the results of the pairings, in the order of Pairings;
// player A of a result may be either of the two. If the context is cancelled it returns soon, with an error that wraps the
// context's, and what was finished is kept.
func Play(ctx context.Context, l *ledger.Ledger, g *game.Game, s Settings, players []matchbook.Contender) ([]*arena.Result, error) {
	if err := Validate(players); err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	pairings := Pairings(len(players), s.Gauntlet)
	results := make([]*arena.Result, len(pairings))
	planned, before := Games(g, len(players), &s), 0
	for round := range max(1, s.Rounds) {
		m := matchbook.Match{Kind: ledger.KindMatch, Settings: s.Match, Conditions: s.Conditions}
		m.Settings.Pairs = s.Match.Pairs * (round + 1)
		size := s.Match.Pairs * arena.PairGames(g) // games of a pairing in this round
		for i, pairing := range pairings {
			report := func(finished int) {
				if s.Progress != nil {
					s.Progress(before+finished, planned)
				}
			}
			report(0)
			m.Settings.Progress = func(finished, _ int) { report(max(0, finished-size*round)) }
			a, b := players[pairing.A], players[pairing.B]
			if turned, err := matchbook.Begun(ctx, l, g, &m, b, a); err != nil {
				return nil, err
			} else if turned {
				a, b = b, a
			}
			var err error
			if results[i], err = matchbook.Play(ctx, l, g, m, a, b); err != nil {
				return nil, fmt.Errorf("tournament: round %d: %w", round+1, err)
			}
			before += size
			report(0)
		}
	}
	return results, nil
}
