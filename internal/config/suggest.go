package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

// unknown says that a section has no such key, and which one may be meant: a key there that is spelt alike, else the same
// key somewhere else.
func (r *reader) unknown(s *section, prefix, key string) string {
	if near := nearest(key, s.keys()); near != "" {
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

// nearest returns the candidate with the least edit distance, or nothing if none resembles the text.
func nearest(text string, candidates []string) string {
	const longest = 64
	if len(text) > longest {
		return ""
	}
	best, bestDistance := "", max(1, len(text)/3)+1
	for _, c := range candidates {
		if d := levenshtein.ComputeDistance(strings.ToLower(text), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}
