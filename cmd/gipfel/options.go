package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// option is something that can be said of S, the settings of a player or of a test, as in depth=4,hash=64.
type option[S any] struct {
	key  string
	want string // what values it takes, for messages
	// set applies a value. The text of its error is not shown, want is.
	set func(s *S, value string) error
}

// errValue is what an option answers to a value that it does not take.
var errValue = errors.New("no such value")

// setOptions applies what a text says, KEY=VALUE and more of them behind commas. An empty text is an option without a key. The
// error says which key is unknown or there twice, or which values an option takes; s is then as the options before left it.
func setOptions[S any](list []option[S], s *S, text string) error {
	given := make([]bool, len(list))
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		i := slices.IndexFunc(list, func(o option[S]) bool { return o.key == key })
		switch {
		case i < 0:
			return fmt.Errorf("no option %q; there are %s", key, optionKeys(list))
		case given[i]:
			return fmt.Errorf("%s is there twice", key)
		}
		given[i] = true
		if err := list[i].set(s, value); err != nil {
			return fmt.Errorf("%s=%s: want %s", key, value, list[i].want)
		}
	}
	return nil
}

// optionKeys lists the keys: "depth, nodes".
func optionKeys[S any](list []option[S]) string {
	keys := make([]string, len(list))
	for i, o := range list {
		keys[i] = o.key
	}
	return strings.Join(keys, ", ")
}

// setNumber sets a whole number from 1 to the largest.
func setNumber(dst *int, value string, largest int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > largest {
		return errValue
	}
	*dst = n
	return nil
}

// setSwitch sets a switch that is on when the value is that of on.
func setSwitch(dst *bool, value string, on bool) error {
	given, err := strconv.ParseBool(value)
	if err != nil {
		return errValue
	}
	*dst = given == on
	return nil
}
