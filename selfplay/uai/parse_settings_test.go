package uai

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		"engine":                          {"engine"},
		"  ./engine   --flag\tx ":         {"./engine", "--flag", "x"},
		`'my engine' "a b" c\ d`:          {"my engine", "a b", "c d"},
		`e "say \"hi\" \n" '\"'`:          {"e", `say "hi" \n`, `\"`},
		`e '' "" x''y`:                    {"e", "", "", "xy"},
		`e $HOME *.bin ~ # | > a; b && c`: {"e", "$HOME", "*.bin", "~", "#", "|", ">", "a;", "b", "&&", "c"},
		`e \\ \"`:                         {"e", `\`, `"`},
	} {
		if got, err := SplitCommand(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is split into %q (%v), want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "no program is named", "  ": "no program is named", "''": "no program is named",
		`e "x`: `a quote is not closed: "`, `e 'x\' 'y`: "a quote is not closed: '", `e \`: "nothing follows the last backslash",
	} {
		if got, err := SplitCommand(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is split into %q (%v), want an error about %q", text, got, err, want)
		}
	}
}

func TestParseSettings(t *testing.T) {
	ms := time.Millisecond
	for text, change := range map[string]func(s *Settings){
		"./engine": func(s *Settings) { s.Command.Args, s.MoveTime = []string{"./engine"}, 100*ms },
		`"./engine --flag",movetime=250`: func(s *Settings) {
			s.Command.Args, s.MoveTime = []string{"./engine", "--flag"}, 250*ms
		},
		"./engine --flag,movetime=1.5s,margin=0": func(s *Settings) {
			s.Command.Args, s.MoveTime, s.Margin = []string{"./engine", "--flag"}, 1500*ms, 0
		},
		`"'my engine' --book \"a,b\"",nodes=9,fen=true,protocol=ugi`: func(s *Settings) {
			s.Command.Args = []string{"my engine", "--book", "a,b"}
			s.Nodes, s.FreshFEN, s.Dialect = 9, true, UGI
		},
		`e,time=2m,inc=500,timeout=5s,start=3000,dir=/srv/x y,env.A=1=2,env.B="p,q",option.Hash=64,option.Book File=a b`: func(s *Settings) {
			s.Command = Command{Args: []string{"e"}, Dir: "/srv/x y", Env: []string{"A=1=2", "B=p,q"}}
			s.GameTime, s.Increment, s.Timeout, s.Start = 2*time.Minute, 500*ms, 5*time.Second, 3*time.Second
			s.Options = []Option{{"Hash", "64"}, {"Book File", "a b"}}
		},
		"e,depth=3": func(s *Settings) { s.Command.Args, s.Depth = []string{"e"}, 3 },
	} {
		want := DefaultSettings()
		change(&want)
		if got, err := ParseSettings(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as\n%+v (%v), want\n%+v", text, got, err, want)
		}
	}
}

func TestParseSettingsErrors(t *testing.T) {
	for text, want := range map[string]string{
		",nodes=5":                "no program is named",
		`"./engine`:               "a quote is not closed",
		`"a"b`:                    `"b" follows a quote: want a comma`,
		`'a,nodes=5`:              "a quote is not closed",
		"e,":                      `no option ""`,
		"e,colour=red":            `no option "colour"; there are movetime, nodes,`,
		"e,movetime":              "movetime=: want a time such as 100 (milliseconds)",
		"e,movetime=soon":         "movetime=soon: want a time",
		"e,movetime=-1":           "want a time",
		"e,movetime=0,nodes=0":    "nodes=0: want a number above 0",
		"e,nodes=1,depth=1":       "2 limits for a move",
		"e,nodes=5,inc=3":         "an increment without a time",
		"e,fen=perhaps":           "fen=perhaps: want true or false",
		"e,protocol=uci":          "protocol=uci: want uai or ugi",
		"e,env.=5":                `no option "env."`,
		"e,option.=5":             `no option "option."`,
		"e,dir=":                  "dir=: want a folder",
		"e,nodes=5,timeout=0":     "want a timeout and a start above 0",
		"e,movetimes=5":           `no option "movetimes"`,
		`e,dir="x`:                "a quote is not closed",
		"e,nodes=100000000000000": "want a number above 0",
	} {
		if got, err := ParseSettings(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %+v (%v), want an error about %q", text, got, err, want)
		}
	}
}

func TestSettingsHelpNamesTheOptions(t *testing.T) {
	for _, o := range settingsOptions {
		if !strings.Contains(SettingsHelp, o.key) {
			t.Errorf("the help does not speak of %s", o.key)
		}
	}
}
