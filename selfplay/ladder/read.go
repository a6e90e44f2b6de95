package ladder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gipfel/game"
	"gipfel/selfplay/ledger"
)

// Options say what of the ledgers is read and how it is rated.
type Options struct {
	// Game is the only variant that is read; empty for all.
	Game string
	// Players are the identities of those that are rated; nil for all. Matches with others are left out.
	Players []string
	// Anchor and Confidence are those of package rating. The anchor is given by its name.
	Anchor     string
	Confidence float64
	// Find returns a variant by its name.
	Find func(name string) (*game.Game, error)
}

// match is a match of some ledger with its games.
type match struct {
	ledger.Match
	dir   string
	names [2]string // of A and B, as they are called on the ladder
	games []ledger.MatchGame
}

// read reads all matches of some directories, in the order in which they were begun within each. notes say what was left out.
func read(ctx context.Context, dirs []string, o *Options) (matches []*match, notes []string, err error) {
	seen := make(map[string]bool)
	for _, dir := range dirs {
		place, err := filepath.Abs(dir)
		if err == nil {
			place, err = filepath.EvalSymlinks(place)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("ladder: %w", err)
		}
		if seen[place] {
			continue
		}
		seen[place] = true
		some, left, err := readDir(ctx, dir, o)
		if err != nil {
			return nil, nil, err
		}
		matches, notes = append(matches, some...), append(notes, left...)
	}
	return matches, notes, nil
}

func readDir(ctx context.Context, dir string, o *Options) (matches []*match, notes []string, err error) {
	l, err := ledger.View(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	rows, err := l.Matches(ctx)
	if err != nil {
		return nil, nil, err
	}
	models, err := l.Models(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, row := range rows {
		m := &match{Match: row, dir: dir}
		m.identify(models)
		if !m.wanted(o) {
			continue
		}
		why, err := m.unreadable(o)
		if err != nil {
			return nil, nil, err
		}
		if why != "" {
			notes = append(notes, fmt.Sprintf("%s: match %d (%s against %s) is left out: %s", dir, m.ID, m.A, m.B, why))
			continue
		}
		if m.games, err = l.MatchGames(ctx, m.ID); err != nil {
			return nil, nil, err
		}
		if len(m.games) > 0 {
			matches = append(matches, m)
		}
	}
	return matches, notes, nil
}

// wanted tells whether a match is one of those that are rated.
func (m *match) wanted(o *Options) bool {
	switch {
	case m.PlayerA == m.PlayerB:
		return false
	case o.Game != "" && m.Game != o.Game:
		return false
	case o.Players == nil:
		return true
	}
	return slices.Contains(o.Players, m.PlayerA) && slices.Contains(o.Players, m.PlayerB)
}

// unreadable says why a match cannot be read by this program, if it cannot.
func (m *match) unreadable(o *Options) (why string, err error) {
	if m.Game == "" {
		return "the ledger does not say what game it was", nil
	}
	g, err := o.Find(m.Game)
	if err != nil {
		return "", fmt.Errorf("ladder: %s: match %d: %w", m.dir, m.ID, err)
	}
	if version := cmp.Or(m.RulesVersion, g.Version); version != g.Version {
		return fmt.Sprintf("it was played by version %d of the rules of %s; this program has version %d", version, g.Name, g.Version), nil
	}
	return "", nil
}
