// Package config reads and writes configurations: YAML files whose keys, documentation and limits are the tags of a Go
// struct.
//
//	type Search struct {
//		Simulations int     `yaml:"simulations" range:"1..100000" doc:"visits of a full search"`
//		NoiseWeight float64 `yaml:"noise_weight" range:"[0..1]" doc:"share of the noise in the root's priors"`
//		Root        string  `yaml:"root" oneof:"puct|gumbel" doc:"how the root is searched"`
//	}
//
// The caller fills the struct with the defaults; a file overrides the defaults, and --set a.b=value overrides the file.
// Reading is strict, since a misspelt key that is ignored costs a day of training: a key that is unknown, repeated, of the
// wrong type or out of its range is an error. All errors of a file are reported together, each with its position, the
// key's full path, what is wrong and what would be right. Whatever the input, nothing here panics, and a configuration
// with errors leaves the caller's struct as it was.
//
// # Tags
//
//   - yaml: the key. It is required on every exported field; "-" leaves the field alone.
//   - doc: what the value means, in one line; it becomes the comment that [Write] puts above the key.
//   - range: the values that are allowed, for whole numbers, numbers and durations, or lists of them: "1..100", "0.."
//     (no upper bound), "(0..1]" (0 itself is not allowed), "1s..1h".
//   - oneof: the texts that are allowed, for strings or lists of them: "puct|gumbel".
//   - minlen: the least length of a list or text.
//
// Fields are booleans, integers, floats, strings, [time.Duration], structs (sections), and slices of these. A mistake in
// the tags is a mistake in the program and panics.
//
// # YAML
//
// One document, whose lists replace the defaults' lists. Whole numbers are decimal (a leading zero would make an octal
// number), numbers are finite, durations have a unit. Anchors, aliases, merge keys and tags are refused: a configuration
// says everything where it stands. An empty file overrides nothing.
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
)

// MaxSize is the size in bytes above which a file is taken for something else than a configuration.
const MaxSize = 1 << 20

// A Validator is a struct that checks what the tags of single values cannot say. It is asked once each value by itself is
// right. An error that begins with the path of a key below the struct and a colon ("gate.games: ...") is reported at that
// key's position, any other at the position of the struct; errors.Join reports several.
type Validator interface {
	Validate() error
}

// Load reads a file into the struct that into points to, then applies the values of --set flags. An empty file name means
// the defaults.
func Load(file string, sets []string, into any) error {
	var data []byte
	if file != "" {
		var err error
		if data, err = readFile(file); err != nil {
			return fmt.Errorf("config: %w", err)
		}
	}
	return Parse(file, data, sets, into)
}

// Parse does what Load does, with text that has been read already. The name is that of the text in messages.
func Parse(name string, data []byte, sets []string, into any) error {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() || target.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("config: want a pointer to a struct, got %T", into))
	}
	target = target.Elem()
	root := sectionOf(target.Type())

	// Lists are replaced and never written into, so a shallow copy keeps the caller's struct safe.
	work := reflect.New(target.Type()).Elem()
	work.Set(target)
	r := reader{name: name, root: root, origins: map[string]origin{}}
	readable := r.file(data, work)
	for i, set := range sets {
		r.set(i, set, work)
	}
	// What a file that is no YAML does not set is not worth a word.
	if readable {
		r.check(work)
	}
	if len(r.problems) > 0 {
		return r.join()
	}
	target.Set(work)
	return nil
}

func readFile(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%s: is larger than %d bytes, so it is no configuration", file, MaxSize)
	}
	return data, nil
}

// Key is a key of a configuration, for lists and completion.
type Key struct {
	// Path is the full path: "search.simulations".
	Path string
	// Doc is the field's doc tag.
	Doc string
}

// Keys lists the keys that --set accepts for a configuration (a struct or a pointer to one), in the order of its fields.
func Keys(cfg any) []Key {
	t := reflect.TypeOf(cfg)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var keys []Key
	sectionOf(t).walk("", func(path string, f *field) {
		if f.value.kind != kindSection {
			keys = append(keys, Key{Path: path, Doc: f.doc})
		}
	})
	return keys
}

// join returns the problems as one error: those of the file by position, then those of flags in their order, then those
// of values that nothing set.
func (r *reader) join() error {
	slices.SortStableFunc(r.problems, func(a, b *Error) int { return a.origin.compare(b.origin) })
	all := make([]error, len(r.problems))
	for i, p := range r.problems {
		all[i] = p
	}
	return errors.Join(all...)
}
