package config

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

type recursive struct {
	Children []recursive `yaml:"children"`
}

func TestMistakesInTagsPanic(t *testing.T) {
	tests := []struct {
		cfg  any
		want string
	}{
		{&struct{ A int }{}, "field A: the yaml tag"},
		{&struct {
			A int `yaml:"a b"`
		}{}, `field A: the yaml tag "a b" is no key`},
		{&struct {
			A int `yaml:"a,omitempty"`
		}{}, `is no key`},
		{&struct {
			A int `yaml:"a"`
			B int `yaml:"a"`
		}{}, `field B: the key "a" is another field's too`},
		{&struct {
			A map[string]int `yaml:"a"`
		}{}, "map[string]int are not supported"},
		{&struct {
			A *int `yaml:"a"`
		}{}, "*int are not supported"},
		{&struct {
			A int `yaml:"a" range:"1-5"`
		}{}, `range "1-5": want low..high`},
		{&struct {
			A int `yaml:"a" range:".."`
		}{}, "want low..high"},
		{&struct {
			A int `yaml:"a" range:"5..1"`
		}{}, "no value lies in it"},
		{&struct {
			A float64 `yaml:"a" range:"(1..1]"`
		}{}, "no value lies in it"},
		{&struct {
			A int `yaml:"a" range:"a..5"`
		}{}, "invalid syntax"},
		{&struct {
			A int `yaml:"a" range:"0..b"`
		}{}, "invalid syntax"},
		{&struct {
			A time.Duration `yaml:"a" range:"1..5"`
		}{}, "missing unit"},
		{&struct {
			A string `yaml:"a" range:"1..5"`
		}{}, "only numbers and durations"},
		{&struct {
			A int `yaml:"a" oneof:"1|2"`
		}{}, "only texts"},
		{&struct {
			A string `yaml:"a" minlen:"x"`
		}{}, "minlen"},
		{&struct {
			A int `yaml:"a" minlen:"1"`
		}{}, "minlen"},
		{&struct {
			A []int `yaml:"a" minlen:"0"`
		}{}, "minlen"},
		{&recursive{}, "nested more than 16 deep"},
		{&struct {
			A struct{ B int } `yaml:"a"`
		}{}, "field A: field B: the yaml tag"},
		{run{}, "want a pointer to a struct, got config.run"},
		{new(int), "want a pointer to a struct, got *int"},
		{(*run)(nil), "want a pointer to a struct"},
		{nil, "want a pointer to a struct"},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, "config: ") || !strings.Contains(got, test.want) {
					t.Errorf("panic %q, want %q", got, test.want)
				}
			}()
			err := Parse("", nil, nil, test.cfg)
			t.Errorf("no panic but %v", err)
		})
	}
}

func TestBounds(t *testing.T) {
	parse := func(s string) (int, error) {
		var n int
		_, err := fmt.Sscan(s, &n)
		return n, err
	}
	tests := []struct {
		text    string
		in, out []int
	}{
		{"1..3", []int{1, 2, 3}, []int{0, 4}},
		{"[1..3]", []int{1, 2, 3}, []int{0, 4}},
		{"(1..3]", []int{2, 3}, []int{1, 4}},
		{"[1..3)", []int{1, 2}, []int{0, 3}},
		{"(1..3)", []int{2}, []int{1, 3}},
		{"2..", []int{2, 1 << 40}, []int{1, -5}},
		{"(2..", []int{3}, []int{2}},
		{"..-2", []int{-2, -1 << 40}, []int{-1}},
		{"7..7", []int{7}, []int{6, 8}},
	}
	for _, test := range tests {
		b, err := parseBounds(test.text, parse)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		for _, v := range test.in {
			if !b.contains(v) {
				t.Errorf("%s does not contain %d", test.text, v)
			}
		}
		for _, v := range test.out {
			if b.contains(v) {
				t.Errorf("%s contains %d", test.text, v)
			}
		}
	}
}
