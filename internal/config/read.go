package config

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// reader collects what a file and flags say, and what is wrong with it.
type reader struct {
	name     string // of the file, for messages
	root     *section
	origins  map[string]origin // what has been set, by full path; entries of lists are "opponents[2]"
	problems []*Error
}

func (r *reader) fail(at origin, path, problem string) {
	r.problems = append(r.problems, &Error{Path: path, Problem: problem, name: r.name, origin: at})
}

// broken tells whether a problem with the value at path is already known.
func (r *reader) broken(path string) bool {
	for _, p := range r.problems {
		if p.Path == path {
			return true
		}
	}
	return false
}

// file reads the text of a file, and tells whether it is a YAML document at all.
func (r *reader) file(data []byte, into reflect.Value) bool {
	n, err := document(data)
	if err != nil {
		r.fail(origin{line: err.line}, "", err.problem)
		return false
	}
	if n != nil {
		r.section(n, r.root, into, "", func(n *yaml.Node) origin { return origin{line: n.Line, column: n.Column} })
	}
	return true
}

// set applies one --set flag.
func (r *reader) set(index int, text string, into reflect.Value) {
	at := origin{from: fromSet, index: index, text: text}
	path, input, ok := strings.Cut(text, "=")
	if !ok {
		r.fail(at, "", "want key=value, such as --set "+r.example())
		return
	}
	s, prefix := r.root, ""
	keys := strings.Split(path, ".")
	for i, key := range keys {
		f := s.lookup(key)
		if f == nil {
			r.fail(at, path, r.unknown(s, prefix, key))
			return
		}
		prefix = join(prefix, key)
		into = into.Field(f.index)
		switch {
		case i == len(keys)-1:
			r.setValue(at, input, f.value, into, path)
		case f.value.kind == kindSection:
			s = f.value.section
		default:
			r.fail(at, path, fmt.Sprintf("%s is %s and has no keys", prefix, f.value.wanted()))
			return
		}
	}
}

func (r *reader) setValue(at origin, input string, v *value, into reflect.Value, path string) {
	place := func(*yaml.Node) origin { return at }
	r.origins[path] = at
	// A shell has already taken the quotes, so a text is what stands there: 007 is no number.
	if v.kind == kindString {
		if !utf8.ValidString(input) {
			r.fail(at, path, "is not valid UTF-8")
			return
		}
		into.SetString(input)
		return
	}
	n, err := document([]byte(input))
	switch {
	case err != nil:
		r.fail(at, path, err.problem)
	case n == nil || isNull(n):
		r.fail(at, path, "is empty, want "+v.wanted())
	default:
		r.value(n, v, into, path, place)
	}
}

// example is a --set value for messages.
func (r *reader) example() string {
	var example string
	r.root.walk("", func(path string, f *field) {
		if example == "" && f.value.kind != kindSection {
			example = path + "=value"
		}
	})
	return example
}

// value reads a node into a field or list entry.
func (r *reader) value(n *yaml.Node, v *value, into reflect.Value, path string, place func(*yaml.Node) origin) {
	r.origins[path] = place(n)
	if problem := unsupported(n); problem != "" {
		r.fail(place(n), path, problem)
		return
	}
	switch v.kind {
	case kindSection:
		r.section(n, v.section, into, path, place)
	case kindList:
		r.list(n, v, into, path, place)
	default:
		if problem := scalar(n, v, into); problem != "" {
			r.fail(place(n), path, problem)
		}
	}
}

func (r *reader) list(n *yaml.Node, v *value, into reflect.Value, path string, place func(*yaml.Node) origin) {
	if n.Kind != yaml.SequenceNode {
		r.fail(place(n), path, wrongType(n, v))
		return
	}
	// An empty list is nil, so that what Write writes reads back equal.
	list := reflect.Zero(v.typ)
	if len(n.Content) > 0 {
		list = reflect.MakeSlice(v.typ, len(n.Content), len(n.Content))
	}
	for i, entry := range n.Content {
		r.value(entry, v.element, list.Index(i), fmt.Sprintf("%s[%d]", path, i), place)
	}
	into.Set(list)
}

func (r *reader) section(n *yaml.Node, s *section, into reflect.Value, path string, place func(*yaml.Node) origin) {
	if problem := unsupported(n); problem != "" { // the root's; value has looked at the others
		r.fail(place(n), path, problem)
		return
	}
	// A section whose keys are all commented out overrides nothing.
	if isNull(n) {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.fail(place(n), path, wrongType(n, &value{kind: kindSection, section: s}))
		return
	}
	seen := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		key, content := n.Content[i], n.Content[i+1]
		if problem := unsupported(key); problem != "" {
			r.fail(place(key), path, problem)
			continue
		}
		if key.Kind != yaml.ScalarNode {
			r.fail(place(key), path, "a key is "+describe(key)+", want one of "+strings.Join(s.keys(), ", "))
			continue
		}
		full := join(path, excerpt(key.Value))
		f := s.lookup(key.Value)
		switch first := seen[key.Value]; {
		case f == nil:
			r.fail(place(key), full, r.unknown(s, path, key.Value))
		case first != nil:
			r.fail(place(key), full, fmt.Sprintf("is set twice; the first time on line %d", first.Line))
		case isNull(content) && f.value.kind != kindSection:
			r.fail(place(key), full, "is empty, want "+f.value.wanted()) // an empty value has no position of its own
		default:
			r.value(content, f.value, into.Field(f.index), full, place)
		}
		seen[key.Value] = key
	}
}

func wrongType(n *yaml.Node, v *value) string {
	return fmt.Sprintf("is %s, want %s", describe(n), v.wanted())
}
