package config

import (
	"cmp"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// bounds is an interval. Bounds belong to it unless they are open.
type bounds[T cmp.Ordered] struct {
	low, high         T
	hasLow, hasHigh   bool
	openLow, openHigh bool
}

func (b bounds[T]) contains(v T) bool {
	if b.hasLow && (v < b.low || b.openLow && v == b.low) {
		return false
	}
	return !b.hasHigh || v < b.high || !b.openHigh && v == b.high
}

// parseBounds reads "low..high" with either bound missing, in no brackets or any of ( [ and ) ].
func parseBounds[T cmp.Ordered](text string, parse func(string) (T, error)) (bounds[T], error) {
	var b bounds[T]
	switch {
	case strings.HasPrefix(text, "("):
		b.openLow = true
		text = text[1:]
	case strings.HasPrefix(text, "["):
		text = text[1:]
	}
	switch {
	case strings.HasSuffix(text, ")"):
		b.openHigh = true
		text = text[:len(text)-1]
	case strings.HasSuffix(text, "]"):
		text = text[:len(text)-1]
	}
	low, high, ok := strings.Cut(text, "..")
	if !ok || low == "" && high == "" {
		return b, errors.New("want low..high")
	}
	var err error
	if b.hasLow = low != ""; b.hasLow {
		if b.low, err = parse(low); err != nil {
			return b, err
		}
	}
	if b.hasHigh = high != ""; b.hasHigh {
		if b.high, err = parse(high); err != nil {
			return b, err
		}
	}
	if b.hasLow && b.hasHigh && (b.low > b.high || b.low == b.high && (b.openLow || b.openHigh)) {
		return b, errors.New("no value lies in it")
	}
	return b, nil
}

// parseRange returns the test that a range tag stands for.
func parseRange(k kind, text string) (func(reflect.Value) bool, error) {
	switch k {
	case kindInt:
		b, err := parseBounds(text, func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })
		return func(v reflect.Value) bool { return b.contains(v.Int()) }, err
	case kindUint:
		b, err := parseBounds(text, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) })
		return func(v reflect.Value) bool { return b.contains(v.Uint()) }, err
	case kindFloat:
		b, err := parseBounds(text, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) })
		return func(v reflect.Value) bool { return b.contains(asWritten(v)) }, err
	case kindDuration:
		b, err := parseBounds(text, time.ParseDuration)
		return func(v reflect.Value) bool { return b.contains(time.Duration(v.Int())) }, err
	}
	return nil, errors.New("only numbers and durations have a range")
}

// asWritten returns a float as its shortest decimal text reads. A float32 of 0.1 would otherwise lie above the bound 0.1.
func asWritten(v reflect.Value) float64 {
	if v.Kind() == reflect.Float64 {
		return v.Float()
	}
	f, err := strconv.ParseFloat(formatFloat(v), 64)
	if err != nil { // what was just formatted can be parsed
		panic(err)
	}
	return f
}
