package config

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Write writes a configuration, a struct or a pointer to one, as YAML: every key with its value, below a comment that
// holds its documentation and its limits. Parse reads it back to an equal value (nil and empty lists count as equal). The
// error says which value has no YAML, such as a NaN, or is w's.
func Write(w io.Writer, cfg any) error {
	x := reflect.Indirect(reflect.ValueOf(cfg))
	p := printer{}
	p.section(sectionOf(x.Type()), x, "", "", true)
	if p.err != nil {
		return fmt.Errorf("config: write %w", p.err)
	}
	if _, err := w.Write(p.Bytes()); err != nil {
		return fmt.Errorf("config: write: %w", err)
	}
	return nil
}

type printer struct {
	bytes.Buffer
	err error // the first value without a text
}

// section prints the keys of a struct. Comments are left out where they would repeat those of an earlier list entry.
func (p *printer) section(s *section, x reflect.Value, path, indent string, comments bool) {
	for i, f := range s.fields {
		if i > 0 && comments && (f.value.kind == kindSection || s.fields[i-1].value.kind == kindSection) {
			p.WriteByte('\n')
		}
		if comments {
			p.comment(f, indent)
		}
		p.WriteString(indent + f.key + ":")
		p.value(f.value, x.Field(f.index), join(path, f.key), indent+"  ", comments)
	}
}

// commentWidth is the longest line of a comment, without its "# ", in characters.
const commentWidth = 108

func (p *printer) comment(f *field, indent string) {
	text := f.doc
	switch limits := f.value.comment(); {
	case text == "":
		text = limits
	case limits != "":
		text += "; " + limits
	}
	for _, line := range wrap(text, commentWidth-len(indent)) {
		p.WriteString(indent + "# " + line + "\n")
	}
}

// comment is what a comment says of the limits of a value.
func (v *value) comment() string {
	switch {
	case v.kind == kindList:
		return v.element.comment()
	case v.oneOf != nil:
		return "one of " + strings.Join(v.oneOf, ", ")
	case v.limits != "":
		return "in " + v.limits
	}
	return ""
}

// value prints what follows "key:" or "-", with the line's end.
func (p *printer) value(v *value, x reflect.Value, path, indent string, comments bool) {
	switch {
	case v.kind == kindSection && len(v.section.fields) == 0:
		p.WriteString(" {}\n")
	case v.kind == kindSection:
		p.WriteByte('\n')
		p.section(v.section, x, path, indent, comments)
	case v.kind == kindList && v.element.kind == kindSection && x.Len() > 0:
		p.WriteByte('\n')
		for i := range x.Len() {
			p.entry(v.element, x.Index(i), fmt.Sprintf("%s[%d]", path, i), indent, comments && i == 0)
		}
	default:
		p.WriteString(" " + p.inline(v, x, path) + "\n")
	}
}

// entry prints one struct of a list.
func (p *printer) entry(v *value, x reflect.Value, path, indent string, comments bool) {
	if len(v.section.fields) == 0 {
		p.WriteString(indent + "- {}\n")
		return
	}
	start := p.Len()
	p.section(v.section, x, path, indent+"  ", comments)
	p.Bytes()[start+len(indent)] = '-'
}

// inline prints a scalar or a list of scalars or lists.
func (p *printer) inline(v *value, x reflect.Value, path string) string {
	if v.kind == kindList {
		parts := make([]string, x.Len())
		for i := range parts {
			parts[i] = p.inline(v.element, x.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if v.kind == kindSection { // in a list of lists
		parts := make([]string, len(v.section.fields))
		for i, f := range v.section.fields {
			parts[i] = f.key + ": " + p.inline(f.value, x.Field(f.index), join(path, f.key))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if problem := unwritable(v, x); problem != "" {
		if p.err == nil {
			p.err = fmt.Errorf("%s: %s", path, problem)
		}
		return ""
	}
	return formatScalar(v, x)
}

func unwritable(v *value, x reflect.Value) string {
	switch v.kind {
	case kindFloat:
		if f := x.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Sprintf("%v is not a finite number", f)
		}
	case kindString:
		if !utf8.ValidString(x.String()) {
			return fmt.Sprintf("%q is not valid UTF-8", x.String())
		}
	}
	return ""
}

// formatScalar writes a value as YAML.
func formatScalar(v *value, x reflect.Value) string {
	switch v.kind {
	case kindInt:
		return strconv.FormatInt(x.Int(), 10)
	case kindUint:
		return strconv.FormatUint(x.Uint(), 10)
	case kindFloat:
		return formatFloat(x)
	case kindDuration:
		return formatDuration(time.Duration(x.Int()))
	case kindString:
		return quote(x.String())
	}
	return strconv.FormatBool(x.Bool())
}

func formatFloat(x reflect.Value) string {
	return strconv.FormatFloat(x.Float(), 'g', -1, x.Type().Bits())
}

// formatDuration writes 1h rather than 1h0m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// plain matches the texts that mean themselves in YAML wherever they stand, a list in brackets included, unless they are
// one of its words, such as true.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./+-]*$`)

// quote writes a text as YAML on one line.
func quote(text string) string {
	style := yaml.DoubleQuotedStyle
	if plain.MatchString(text) {
		style = 0
	}
	out, err := yaml.Marshal(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Style: style})
	if err != nil { // only a text that is not UTF-8 has no YAML, and those have been sorted out
		panic(err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// wrap breaks a text into lines of at most width characters, at spaces.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
