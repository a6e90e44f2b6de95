package main

import "testing"

func TestSetOptions(t *testing.T) {
	type settings struct{ depth, width int }
	list := []option[settings]{
		{"depth", "a number from 1 to 9", func(s *settings, value string) error { return setNumber(&s.depth, value, 9) }},
		{"width", "a number from 1 to 5", func(s *settings, value string) error { return setNumber(&s.width, value, 5) }},
	}
	for text, want := range map[string]string{
		"depth=3":                 "",
		"width=5,depth=3":         "",
		"depth=3,depth=5":         "depth is there twice",
		"depth=3,width=1,depth=3": "depth is there twice",
		"depth=10":                "depth=10: want a number from 1 to 9",
		"depth":                   "depth=: want a number from 1 to 9",
		"depth=3,width=6":         "width=6: want a number from 1 to 5",
		"depth=3,speed=9":         `no option "speed"; there are depth, width`,
		"depth=3,":                `no option ""; there are depth, width`,
		"":                        `no option ""; there are depth, width`,
	} {
		var s settings
		message := ""
		if err := setOptions(list, &s, text); err != nil {
			message = err.Error()
		}
		if message != want {
			t.Errorf("%q: error %q, want %q", text, message, want)
		}
		if want == "" && s.depth != 3 {
			t.Errorf("%q: the settings are %+v", text, s)
		}
	}
}
