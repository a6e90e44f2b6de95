package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// syntaxError says why a text is not one YAML document.
type syntaxError struct {
	line    int // 0 if unknown
	problem string
}

// document reads a text that holds at most one YAML document and returns its content, nil if there is none.
func document(data []byte) (content *yaml.Node, wrong *syntaxError) {
	// The parser has panics of its own for states that it believes impossible ("internal error: please report"). To the
	// user they are one more way in which a text is not YAML.
	defer func() {
		if p := recover(); p != nil {
			content, wrong = nil, &syntaxError{problem: fmt.Sprintf("is not valid YAML: %v", p)}
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, readable(err)
	}
	var next yaml.Node
	switch err := d.Decode(&next); {
	case err == nil:
		return nil, &syntaxError{line: next.Line, problem: "a second YAML document begins; want one"}
	case !errors.Is(err, io.EOF):
		return nil, readable(err)
	}
	return doc.Content[0], nil
}

var (
	parserMessage = regexp.MustCompile(`(?s)^yaml: (?:line (\d+): )?(.*)$`)
	// The parser proper counts lines from 0, its scanner from 1. These are the parser's messages.
	countsFromZero = regexp.MustCompile(`^did not find expected (<document|node content|'-'|key|',')`)
)

// readable takes the line out of a message of the parser.
func readable(err error) *syntaxError {
	e := &syntaxError{problem: "is not valid YAML: " + err.Error()}
	if m := parserMessage.FindStringSubmatch(err.Error()); m != nil {
		e.line, _ = strconv.Atoi(m[1]) // no line, no number
		if e.line > 0 && countsFromZero.MatchString(m[2]) {
			e.line++
		}
		e.problem = "is not valid YAML: " + m[2]
	}
	return e
}

// unsupported says which feature of YAML a node uses that configurations do without, or nothing.
func unsupported(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return "anchors and aliases are not supported; write the value out"
	case n.Tag == "!!merge":
		return "merge keys are not supported; write the values out"
	case n.Style&yaml.TaggedStyle != 0:
		return fmt.Sprintf("YAML tags such as %s are not supported; write the value alone", excerpt(n.Tag))
	}
	return ""
}

// describe says what a node is: "a list", "the number 5".
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a section"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.Tag {
	case "!!null":
		return "empty"
	case "!!bool":
		return n.Value
	case "!!int", "!!float":
		return "the number " + excerpt(n.Value)
	}
	return "the text " + strconv.Quote(shorten(n.Value))
}

// isNull tells whether a node is empty, as the value in "key:" is.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }
