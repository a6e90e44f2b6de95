package config

import (
	"fmt"
	"strconv"
	"strings"
)

// unknown says that a section has no such key, and which one may be meant: a key there that is spelt alike, else the same
// key somewhere else.
func (r *reader) unknown(s *section, prefix, key string) string {
	if near := Nearest(key, s.keys()); near != "" {
		return fmt.Sprintf("unknown key; did you mean %s?", strconv.Quote(near))
	}
	var elsewhere []string
	r.root.walk("", func(path string, f *field) {
		if f.key == key {
			elsewhere = append(elsewhere, path)
		}
	})
	if len(elsewhere) > 0 {
		return fmt.Sprintf("unknown key; did you mean %s?", strings.Join(elsewhere, " or "))
	}
	where := "the keys are "
	if prefix != "" {
		where = "the keys of " + prefix + " are "
	}
	return "unknown key; " + where + strings.Join(s.keys(), ", ")
}

// Nearest returns the candidate with the least edit distance, case aside, or nothing if none resembles the text.
func Nearest(text string, candidates []string) string {
	const longest = 64
	if len(text) > longest {
		return ""
	}
	best, bestDistance := "", max(1, len(text)/3)+1
	for _, c := range candidates {
		if d := distance([]rune(strings.ToLower(text)), []rune(strings.ToLower(c))); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance counts the letters that must be inserted, removed, replaced or exchanged with their neighbour to turn one text into
// another, no letter being touched twice (optimal string alignment). Levenshtein's distance counts an exchange as two, which
// makes the commonest of slips look far away in a short word.
func distance(a, b []rune) int {
	// d[i][j] is the distance of the first i letters of a from the first j of b.
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := 1
			if a[i-1] == b[j-1] {
				replace = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
