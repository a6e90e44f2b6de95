package matchbook

import (
	"encoding/json"
	"maps"
	"reflect"

	"gipfel/selfplay/arena"
)

// Contender is a player with its identity: a text that is the same for two players only if they would play the same.
type Contender struct {
	arena.Player
	Identity string
}

// Net returns the identity of a net: what the net is (the checksum of its file, usually), all settings of its search that are not
// zero, so that settings which come to be later do not make another player of it, and more that tells it apart, by name, where it
// is not zero either.
func Net(net string, s arena.NetSettings, more map[string]any) string {
	s.Batch = 0 // changes nothing but speed
	settings, err := json.Marshal(s)
	must(err)
	var fields map[string]any
	must(json.Unmarshal(settings, &fields))
	fields = withoutZeros(fields)
	fields["net"] = net
	maps.Copy(fields, withoutZeros(more))
	text, err := json.Marshal(fields)
	must(err)
	return string(text)
}

// withoutZeros drops what has its zero value, at any depth.
func withoutZeros(fields map[string]any) map[string]any {
	kept := make(map[string]any)
	for key, value := range fields {
		if inner, ok := value.(map[string]any); ok {
			value = withoutZeros(inner)
		}
		if value != nil && !reflect.ValueOf(value).IsZero() {
			kept[key] = value
		}
	}
	return kept
}

// must is for what cannot fail: settings that were validated, strings and numbers can all be written as JSON.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
