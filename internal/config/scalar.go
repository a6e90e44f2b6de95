package config

import (
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// scalar reads a node into a value that is no section or list, and returns what is wrong with it, if anything. Limits are
// not its business: check looks at them when all has been read.
func scalar(n *yaml.Node, v *value, into reflect.Value) string {
	if n.Kind != yaml.ScalarNode {
		return wrongType(n, v)
	}
	switch v.kind {
	case kindBool:
		if n.Tag != "!!bool" {
			return wrongType(n, v)
		}
		into.SetBool(strings.EqualFold(n.Value, "true"))
	case kindInt, kindUint:
		return wholeNumber(n, v, into)
	case kindFloat:
		return number(n, v, into)
	case kindDuration:
		return duration(n, v, into)
	case kindString:
		switch n.Tag {
		case "!!str", "!!timestamp": // an unquoted date can be nothing but a text here
			into.SetString(n.Value)
		case "!!int", "!!float", "!!bool":
			return wrongType(n, v) + "; put it in quotes"
		default:
			return wrongType(n, v)
		}
	}
	return ""
}

// decimal matches the numbers that YAML and people read alike: in YAML 010 is eight, and in Go 0x1p4 is sixteen.
var decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)?(\.[0-9]*)?([eE][-+]?[0-9]+)?$`)

func plainNumber(n *yaml.Node) (text string, ok bool) {
	if n.Tag != "!!int" && n.Tag != "!!float" {
		return "", false
	}
	text = strings.ReplaceAll(n.Value, "_", "")
	return text, decimal.MatchString(text)
}

func wholeNumber(n *yaml.Node, v *value, into reflect.Value) string {
	text, ok := plainNumber(n)
	switch {
	case !ok && n.Tag == "!!int":
		return wrongType(n, v) + ", in decimal without leading zeros"
	case !ok || n.Tag != "!!int":
		return wrongType(n, v)
	}
	bits := v.typ.Bits()
	if v.kind == kindInt {
		i, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return wrongType(n, v) + " of at most " + strconv.Itoa(bits) + " bits"
		}
		into.SetInt(i)
		return ""
	}
	if strings.HasPrefix(text, "-") {
		return wrongType(n, v)
	}
	u, err := strconv.ParseUint(strings.TrimPrefix(text, "+"), 10, bits)
	if err != nil {
		return wrongType(n, v) + " of at most " + strconv.Itoa(bits) + " bits"
	}
	into.SetUint(u)
	return ""
}

func number(n *yaml.Node, v *value, into reflect.Value) string {
	text, ok := plainNumber(n)
	if !ok {
		switch n.Tag {
		case "!!int":
			return wrongType(n, v) + ", in decimal without leading zeros"
		case "!!float":
			return wrongType(n, v) + ", finite and without leading zeros"
		}
		return wrongType(n, v)
	}
	f, err := strconv.ParseFloat(text, v.typ.Bits())
	if err != nil || math.IsInf(f, 0) {
		return wrongType(n, v) + " that is not so large"
	}
	into.SetFloat(f)
	return ""
}

func duration(n *yaml.Node, v *value, into reflect.Value) string {
	d, err := time.ParseDuration(n.Value)
	if err != nil {
		return wrongType(n, v)
	}
	into.SetInt(int64(d))
	return ""
}
