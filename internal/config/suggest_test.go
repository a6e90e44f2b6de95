package config

import "testing"

func TestNearest(t *testing.T) {
	keys := []string{"games", "games_in_flight", "shard_games", "seed", "net"}
	for text, want := range map[string]string{
		"gmaes": "games", "Games": "games", "game": "games", "sede": "seed", "gamse_in_flight": "games_in_flight",
		"channels": "", "": "", "ten": "", "séed": "seed",
	} {
		if got := Nearest(text, keys); got != want {
			t.Errorf("nearest to %q is %q, want %q", text, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"gmaes", "games", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, {"ab", "ba", 1}, {"abcd", "badc", 2},
	} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
