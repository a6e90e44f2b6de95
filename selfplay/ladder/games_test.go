package ladder

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
)

// exported is a game as somebody else's program would read it.
type exported struct {
	tags   map[string]string
	moves  []string
	result string
}

var (
	tagLine = regexp.MustCompile(`^\[(\w+) "((?:[^"\\]|\\.)*)"\]$`)
	braces  = regexp.MustCompile(`\{[^}]*\}`)
)

// parseGames reads what WriteGames writes.
func parseGames(text string) (games []exported, err error) {
	blocks := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	for i := 0; i+1 < len(blocks); i += 2 {
		g := exported{tags: make(map[string]string)}
		for line := range strings.SplitSeq(blocks[i], "\n") {
			m := tagLine.FindStringSubmatch(line)
			if m == nil {
				return nil, fmt.Errorf("game %d: no tag: %q", i/2, line)
			}
			g.tags[m[1]] = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
		}
		words := strings.Fields(braces.ReplaceAllString(blocks[i+1], " "))
		g.moves, g.result = words[:len(words)-1], words[len(words)-1]
		games = append(games, g)
	}
	return games, nil
}

// TestGamesReadAgain: all moves of exported games are legal, and lead to the result that the tags have.
func TestGamesReadAgain(t *testing.T) {
	for _, l := range mustMake(t, Options{}, kept(t, "2"), kept(t, "1")) {
		var b bytes.Buffer
		if err := l.WriteGames(&b); err != nil {
			t.Fatal(err)
		}
		games, err := parseGames(b.String())
		if err != nil {
			t.Fatal(err)
		}
		if len(games) != l.Games {
			t.Errorf("%s: %d games are exported, %d were rated", l.Game, len(games), l.Games)
		}
		for i, one := range games {
			g, err := catalog.ByName(one.tags["Game"])
			if err != nil {
				t.Fatal(err)
			}
			s := g.New()
			if position, ok := one.tags["Position"]; ok {
				if s, err = g.Notation.ParseState(position); err != nil {
					t.Fatal(err)
				}
			}
			if err := game.Replay(g.Notation, s, one.moves); err != nil {
				t.Fatalf("%s, game %d: %v", l.Game, i, err)
			}
			returns := make([]float32, g.Players)
			s.Returns(returns)
			if want := fmt.Sprint(result(returns, s.Ending().Truncated)); one.result != want || one.tags["Result"] != want {
				t.Errorf("%s, game %d: result %s, tag %s, want %s", l.Game, i, one.result, one.tags["Result"], want)
			}
			if one.tags["Termination"] != s.Ending().Reason {
				t.Errorf("%s, game %d: termination %q, want %q", l.Game, i, one.tags["Termination"], s.Ending().Reason)
			}
			for seat := range g.Players {
				if l.Identities[one.tags["Seat"+strconv.Itoa(seat+1)]] == "" {
					t.Errorf("%s, game %d: nobody is in seat %d", l.Game, i, seat+1)
				}
			}
		}
	}
}

// result writes the result of a finished game.
func result(returns []float32, truncated bool) string {
	if truncated {
		return "*"
	}
	parts := make([]string, len(returns))
	for seat, u := range returns {
		switch {
		case u == 1:
			parts[seat] = "1"
		case u < 0:
			parts[seat] = "0"
		default:
			parts[seat] = fmt.Sprintf("1/%d", len(returns))
		}
	}
	return strings.Join(parts, "-")
}

// No game may write moves that could be taken for comments, tags or results.
func TestMovesAreFitForExport(t *testing.T) {
	for _, g := range catalog.All() {
		s := g.New()
		for range 50 {
			if s.ToMove() == game.Terminal {
				break
			}
			actions := s.AppendActions(nil)
			for _, a := range actions {
				if text := g.Notation.FormatAction(s, a); text == "*" || strings.ContainsAny(text, " {}[]\"") || regexp.MustCompile(`^[01](-[01])+$`).MatchString(text) {
					t.Errorf("%s: a move is written %q", g.Name, text)
				}
			}
			s.Apply(actions[len(actions)/2])
		}
	}
}

func TestTagsAreEscaped(t *testing.T) {
	if got := escapeTag("a \"b\" \\ c\nd"); got != `a \"b\" \\ c d` {
		t.Errorf("escaped: %s", got)
	}
}
