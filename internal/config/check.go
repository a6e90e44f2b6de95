package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// check looks at the limits of every value, whether it was set or is a default, and asks the Validators.
func (r *reader) check(root reflect.Value) {
	ok := r.checkSection(r.root, root, "")
	// Problems that belong to no value (a syntax error, an unknown key) leave values unset that the root's own check
	// might complain about.
	if ok && len(r.problems) == 0 {
		r.validate(root, r.root, "")
	}
}

// checkSection tells whether all is well below a struct.
func (r *reader) checkSection(s *section, x reflect.Value, path string) bool {
	ok := true
	for _, f := range s.fields {
		ok = r.checkValue(f.value, x.Field(f.index), join(path, f.key)) && ok
	}
	return ok
}

func (r *reader) checkValue(v *value, x reflect.Value, path string) bool {
	if r.broken(path) {
		return false
	}
	if problem := limit(v, x); problem != "" {
		at, given := r.originOf(path)
		switch {
		case !given && x.IsZero():
			problem = "is not set, want " + v.wanted()
		case !given:
			problem = "is not set, and its default " + problem
		}
		r.fail(at, path, problem)
		return false
	}
	ok := true
	switch v.kind {
	case kindList:
		for i := range x.Len() {
			ok = r.checkValue(v.element, x.Index(i), fmt.Sprintf("%s[%d]", path, i)) && ok
		}
	case kindSection:
		ok = r.checkSection(v.section, x, path)
		if ok {
			ok = r.validate(x, v.section, path)
		}
	}
	return ok
}

// limit says how a value violates the limits in its tags.
func limit(v *value, x reflect.Value) string {
	switch v.kind {
	case kindList:
		if x.Len() < v.minLen {
			return fmt.Sprintf("has %s, want %s", count(x.Len(), "entry", "entries"), v.wanted())
		}
	case kindString:
		text := x.String()
		switch {
		case v.oneOf != nil && !slices.Contains(v.oneOf, text):
			problem := fmt.Sprintf("is the text %q, want %s", shorten(text), v.wanted())
			if near := Nearest(text, v.oneOf); near != "" {
				problem += fmt.Sprintf("; did you mean %s?", near)
			}
			return problem
		case utf8.RuneCountInString(text) < v.minLen:
			return fmt.Sprintf("is the text %q, want %s", text, v.wanted())
		}
	default:
		if v.within != nil && !v.within(x) {
			return fmt.Sprintf("is %s, want %s", formatScalar(v, x), v.wanted())
		}
	}
	return ""
}

// validate asks a struct that is a Validator, and tells whether it had nothing to say.
func (r *reader) validate(x reflect.Value, s *section, path string) bool {
	v, is := x.Addr().Interface().(Validator)
	if !is {
		return true
	}
	err := v.Validate()
	if err == nil {
		return true
	}
	for _, err := range split(err) {
		full, problem := path, err.Error()
		if key, rest, ok := strings.Cut(problem, ": "); ok && s.has(key) {
			full, problem = join(path, key), rest
		}
		at, _ := r.originOf(full)
		r.fail(at, full, problem)
	}
	return false
}

// split undoes errors.Join.
func split(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var texts []string
	for _, e := range joined.Unwrap() {
		texts = append(texts, e.Error())
	}
	if strings.Join(texts, "\n") != err.Error() {
		return []error{err} // a message of its own around several errors
	}
	return joined.Unwrap()
}

// has tells whether path is that of a key below the section.
func (s *section) has(path string) bool {
	found := false
	s.walk("", func(p string, _ *field) { found = found || p == path })
	return found
}

// originOf returns where a value was set. A value that an entry of a list leaves out counts as not given, at the entry's
// position.
func (r *reader) originOf(path string) (at origin, given bool) {
	if at, ok := r.origins[path]; ok {
		return at, true
	}
	if end := strings.LastIndex(path, "]"); end >= 0 {
		if at, ok := r.origins[path[:end+1]]; ok {
			return at, false
		}
	}
	return origin{from: fromDefault}, false
}
