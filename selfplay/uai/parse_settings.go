package uai

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// SettingsHelp documents what ParseSettings reads.
const SettingsHelp = `  uai:COMMAND[,OPTIONS]  an engine that speaks UAI (or UGI, its form for games other than Ataxx), as in
                         uai:"./engine --flag",movetime=100; double quotes keep commas and spaces together. Options:
                           movetime=T                 time for each move: milliseconds, or 100ms, 2s (default 100)
                           nodes=N, depth=N           or so much work for each
                           time=T, inc=T              or a clock for the whole game, and what each move adds to it
                           margin=T                   how late an answer may be, 100 unless given
                           timeout=T                  time for moves that no clock bounds (1m)
                           start=T                    time for starting and getting ready (10s)
                           fen=true                   send the position before each move, not the moves
                           protocol=uai|ugi           how to speak to it
                           dir=DIR, env.NAME=VALUE    where it runs, and with which variables
                           option.NAME=VALUE          an option of the engine`

// settingsOption is an option of ParseSettings. A key that ends in a dot is followed by a name.
type settingsOption struct {
	key  string
	want string
	set  func(s *Settings, name, value string) error
}

var settingsOptions = []settingsOption{
	{"movetime", wantTime, func(s *Settings, _, v string) error { return setDuration(&s.MoveTime, v) }},
	{"nodes", wantNumber, func(s *Settings, _, v string) error { return setPositive(&s.Nodes, v) }},
	{"depth", wantNumber, func(s *Settings, _, v string) error { return setPositive(&s.Depth, v) }},
	{"time", wantTime, func(s *Settings, _, v string) error { return setDuration(&s.GameTime, v) }},
	{"inc", wantTime, func(s *Settings, _, v string) error { return setDuration(&s.Increment, v) }},
	{"margin", wantTime, func(s *Settings, _, v string) error { return setDuration(&s.Margin, v) }},
	{"timeout", wantTime, func(s *Settings, _, v string) error { return setDuration(&s.Timeout, v) }},
	{"start", wantTime, func(s *Settings, _, v string) error { return setDuration(&s.Start, v) }},
	{"fen", "true or false", func(s *Settings, _, v string) (err error) {
		s.FreshFEN, err = strconv.ParseBool(v)
		return err
	}},
	{"protocol", "uai or ugi", func(s *Settings, _, v string) error { return setDialect(&s.Dialect, v) }},
	{"dir", "a folder", func(s *Settings, _, v string) error { return setText(&s.Command.Dir, v) }},
	{"env.", "a value", func(s *Settings, name, v string) error {
		s.Command.Env = append(s.Command.Env, name+"="+v)
		return nil
	}},
	{"option.", "a value", func(s *Settings, name, v string) error {
		s.Options = append(s.Options, Option{name, v})
		return nil
	}},
}

const (
	wantTime   = "a time such as 100 (milliseconds), 1.5s or 2m"
	wantNumber = "a number above 0"
)

// ParseSettings reads what the command line says of an engine: a command, and options, all separated by commas. Double quotes around
// the command or around a value keep commas; inside them \" stands for a quote. What is not said is as in DefaultSettings, with 100
// ms for a move. See SettingsHelp.
func ParseSettings(text string) (Settings, error) {
	s := DefaultSettings()
	parts, err := splitParts(text)
	if err != nil {
		return s, err
	}
	if s.Command.Args, err = SplitCommand(parts[0]); err != nil {
		return s, err
	}
	for _, part := range parts[1:] {
		if err := s.set(part); err != nil {
			return s, err
		}
	}
	if s.MoveTime == 0 && s.Nodes == 0 && s.Depth == 0 && s.GameTime == 0 {
		s.MoveTime = defaultMoveTime
	}
	err = s.Validate()
	return s, err
}

// set applies one option, written key=value.
func (s *Settings) set(option string) error {
	key, value, _ := strings.Cut(option, "=")
	var known []string
	for _, o := range settingsOptions {
		name, found := strings.CutPrefix(key, o.key)
		if takesName := strings.HasSuffix(o.key, "."); found && takesName == (name != "") {
			if err := o.set(s, name, value); err != nil {
				return fmt.Errorf("%s=%s: want %s", key, value, o.want)
			}
			return nil
		}
		known = append(known, o.key)
	}
	return fmt.Errorf("no option %q; there are %s", key, strings.Join(known, ", "))
}

// splitParts splits at commas outside of double quotes, and takes the quotes off. A quote counts where a part or its value begins.
func splitParts(text string) (parts []string, err error) {
	for {
		key := ""
		if i := strings.IndexAny(text, `=",`); len(parts) > 0 && i >= 0 && text[i] == '=' {
			key, text = text[:i+1], text[i+1:]
		}
		value, rest, more, err := takePart(text)
		if err != nil {
			return nil, err
		}
		parts = append(parts, key+value)
		if !more {
			return parts, nil
		}
		text = rest
	}
}

// takePart reads up to the next comma, or what stands in quotes, and tells whether a comma follows.
func takePart(text string) (part, rest string, more bool, err error) {
	if !strings.HasPrefix(text, `"`) {
		part, rest, more = strings.Cut(text, ",")
		return part, rest, more, nil
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == '"':
			i++
		case text[i] == '"':
			rest, more = strings.CutPrefix(text[i+1:], ",")
			if !more && rest != "" {
				return "", "", false, fmt.Errorf("%q follows a quote: want a comma", rest)
			}
			return b.String(), rest, more, nil
		}
		b.WriteByte(text[i])
	}
	return "", "", false, errors.New("a quote is not closed")
}

func setDuration(dst *time.Duration, value string) error {
	d, err := time.ParseDuration(value)
	if n, e := strconv.Atoi(value); e == nil {
		d, err = millis(n), nil
	}
	if err != nil || d < 0 || d > maxMillis*time.Millisecond {
		return errValue
	}
	*dst = d
	return nil
}

func setPositive(dst *int, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxNodes {
		return errValue
	}
	*dst = n
	return nil
}

func setDialect(dst *Dialect, value string) error {
	if d := Dialect(value); d == UAI || d == UGI {
		*dst = d
		return nil
	}
	return errValue
}

// errValue is what an option answers to a value that it does not take.
var errValue = errors.New("no such value")
