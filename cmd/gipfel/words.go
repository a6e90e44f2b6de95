package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
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
