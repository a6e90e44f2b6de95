package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// kind is what YAML can say about a value.
type kind int

const (
	kindBool kind = iota
	kindInt
	kindUint
	kindFloat
	kindString
	kindDuration
	kindList
	kindSection
)

// value describes the values of one type with their limits.
type value struct {
	kind kind
	typ  reflect.Type

	element *value   // of a list
	section *section // of a section

	limits string                   // the range tag, or empty
	within func(reflect.Value) bool // whether a number lies in the range; nil without one
	oneOf  []string                 // allowed texts; nil without a limit
	minLen int                      // least length of a list or text
}

// section describes a struct.
type section struct {
	fields []*field
}

// field describes one key of a section.
type field struct {
	key, doc string
	index    int // in the struct
	value    *value
}

// maxDepth bounds the nesting of sections and lists: a type that contains itself has no finite list of keys.
const maxDepth = 16

var durationType = reflect.TypeFor[time.Duration]()

// sectionOf reads the tags of a struct. It panics if they make no sense.
func sectionOf(t reflect.Type) *section {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("config: want a struct, got %s", t))
	}
	s, err := newSection(t, 0)
	if err != nil {
		panic(fmt.Sprintf("config: %s: %v", t, err))
	}
	return s
}

func newSection(t reflect.Type, depth int) (*section, error) {
	s := &section{}
	for i := range t.NumField() {
		sf := t.Field(i)
		key, tagged := sf.Tag.Lookup("yaml")
		if key == "-" || !sf.IsExported() {
			continue
		}
		if !tagged || !validKey(key) {
			return nil, fmt.Errorf("field %s: the yaml tag %q is no key of letters, digits, _ and -", sf.Name, key)
		}
		if s.lookup(key) != nil {
			return nil, fmt.Errorf("field %s: the key %q is another field's too", sf.Name, key)
		}
		v, err := newValue(sf.Type, sf.Tag, depth+1)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", sf.Name, err)
		}
		s.fields = append(s.fields, &field{key: key, doc: sf.Tag.Get("doc"), index: i, value: v})
	}
	return s, nil
}

func validKey(key string) bool {
	return key != "" && strings.Trim(strings.ToLower(key), "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func newValue(t reflect.Type, tag reflect.StructTag, depth int) (*value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	v := &value{typ: t}
	var err error
	switch t.Kind() {
	case reflect.Bool:
		v.kind = kindBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.kind = kindInt
		if t == durationType {
			v.kind = kindDuration
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.kind = kindUint
	case reflect.Float32, reflect.Float64:
		v.kind = kindFloat
	case reflect.String:
		v.kind = kindString
	case reflect.Slice:
		v.kind = kindList
		// Limits of numbers and texts are those of the elements; minlen is the list's own.
		if v.element, err = newValue(t.Elem(), withoutMinLen(tag), depth+1); err != nil {
			return nil, err
		}
		if err := v.readMinLen(tag); err != nil {
			return nil, err
		}
		return v, nil
	case reflect.Struct:
		v.kind = kindSection
		if v.section, err = newSection(t, depth); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("values of type %s are not supported", t)
	}
	if err := v.readLimits(tag); err != nil {
		return nil, err
	}
	return v, nil
}

func (v *value) readLimits(tag reflect.StructTag) error {
	if text, ok := tag.Lookup("range"); ok {
		within, err := parseRange(v.kind, text)
		if err != nil {
			return fmt.Errorf("range %q: %w", text, err)
		}
		v.limits, v.within = text, within
	}
	if text, ok := tag.Lookup("oneof"); ok {
		if v.kind != kindString {
			return fmt.Errorf("oneof %q: only texts can be limited so", text)
		}
		v.oneOf = strings.Split(text, "|")
	}
	return v.readMinLen(tag)
}

func (v *value) readMinLen(tag reflect.StructTag) error {
	text, ok := tag.Lookup("minlen")
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || v.kind != kindList && v.kind != kindString {
		return fmt.Errorf("minlen %q: want a positive number, on a list or text", text)
	}
	v.minLen = n
	return nil
}

func withoutMinLen(tag reflect.StructTag) reflect.StructTag {
	var kept []string
	for _, name := range []string{"range", "oneof"} {
		if text, ok := tag.Lookup(name); ok {
			kept = append(kept, fmt.Sprintf("%s:%q", name, text))
		}
	}
	return reflect.StructTag(strings.Join(kept, " "))
}

func (s *section) lookup(key string) *field {
	for _, f := range s.fields {
		if f.key == key {
			return f
		}
	}
	return nil
}

func (s *section) keys() []string {
	keys := make([]string, len(s.fields))
	for i, f := range s.fields {
		keys[i] = f.key
	}
	return keys
}

// walk calls visit for each key with its full path, sections before what they contain. The inside of lists is left out.
func (s *section) walk(prefix string, visit func(path string, f *field)) {
	for _, f := range s.fields {
		path := join(prefix, f.key)
		visit(path, f)
		if f.value.kind == kindSection {
			f.value.section.walk(path, visit)
		}
	}
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}

// wanted says what a value must be: "a whole number in 1..100".
func (v *value) wanted() string {
	switch v.kind {
	case kindBool:
		return "true or false"
	case kindInt, kindUint:
		return "a whole number" + v.wantedLimits()
	case kindFloat:
		return "a number" + v.wantedLimits()
	case kindDuration:
		return "a duration with a unit, such as 1m30s" + v.wantedLimits()
	case kindString:
		switch {
		case v.oneOf != nil:
			return "one of " + strings.Join(v.oneOf, ", ")
		case v.minLen > 1:
			return fmt.Sprintf("a text of at least %d characters", v.minLen)
		}
		return "a text"
	case kindList:
		if v.minLen > 0 {
			return fmt.Sprintf("a list such as [x, y] with at least %s, each %s",
				count(v.minLen, "entry", "entries"), v.element.wanted())
		}
		return "a list such as [x, y], each entry " + v.element.wanted()
	default:
		return "a section with the keys " + strings.Join(v.section.keys(), ", ")
	}
}

func (v *value) wantedLimits() string {
	switch {
	case v.limits != "":
		return " in " + v.limits
	case v.kind == kindUint:
		return " that is not negative"
	}
	return ""
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
