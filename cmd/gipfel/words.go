package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// count writes a number with its noun: "1 game", "2 games".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// programName is how the program was called, so that commands which it prints can be typed as they stand.
func programName() string { return os.Args[0] }

// interruption says for people what was interrupted: the error without the words that only programs need.
func interruption(err error) string {
	const cancelled = "context canceled"
	if !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	text := strings.ReplaceAll(err.Error(), ": "+cancelled, "")
	if text == cancelled {
		return "interrupted"
	}
	return "interrupted: " + text
}

// parsing is how errors of package strconv read.
var parsing = regexp.MustCompile(`: strconv\.Parse(\w+): parsing ".*": (invalid syntax|value out of range)$`)

// flagError makes an error about a flag readable.
func flagError(err error) error {
	m := parsing.FindStringSubmatchIndex(err.Error())
	if m == nil {
		return err
	}
	text := err.Error()
	what := map[string]string{"Uint": "a whole number of at least 0", "Float": "a number", "Bool": "true or false"}[text[m[2]:m[3]]]
	if what == "" {
		what = "a whole number"
	}
	if strings.HasPrefix(text[m[4]:], "value") {
		what += " that is not so large"
	}
	return fmt.Errorf("%s: want %s", text[:m[0]], what)
}

// median returns the middle of some values, or the mean of the middle two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// thousands writes a large number with a comma before every third digit: "1,234,567".
func thousands(x float64) string {
	text := fmt.Sprintf("%.0f", x)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// quoted writes a path as a shell reads it.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t'\"$\\`&|;<>()*?[]#~!") {
		return fmt.Sprintf("'%s'", strings.ReplaceAll(path, "'", `'\''`))
	}
	return path
}
