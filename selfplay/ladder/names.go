package ladder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"gipfel/selfplay/ledger"
)

// identify finds out who played a match, if the program that played it did not note that: a run's checkpoint is known by the
// checksum that the ledger has of it and by how it searched, all others by their names.
func (m *match) identify(models []ledger.Model) {
	var terms struct {
		Conditions struct {
			Net           string  `json:"net"`
			Simulations   int     `json:",omitempty"`
			DecisiveMoves bool    `json:",omitempty"`
			Temperature   float64 `json:",omitempty"`
		} `json:"conditions"`
	}
	// Matches without such settings have none of these.
	_ = json.Unmarshal([]byte(m.Settings), &terms)
	for _, side := range []struct{ name, identity *string }{{&m.A, &m.PlayerA}, {&m.B, &m.PlayerB}} {
		if *side.identity != "" {
			continue
		}
		*side.identity = *side.name
		if sum := checksumOf(models, *side.name); sum != "" {
			terms.Conditions.Net = sum
			identity, err := json.Marshal(terms.Conditions)
			if err != nil {
				panic(err) // numbers that were read a moment ago
			}
			*side.identity = string(identity)
		}
	}
}

// checksumOf returns the checksum of the checkpoint that a run's match calls by this name, if it does.
func checksumOf(models []ledger.Model, name string) string {
	for _, model := range models {
		if name == ledger.CheckpointName(model.Iteration) {
			return model.SHA256
		}
	}
	return ""
}

// nameAll gives all players of a game the names that they have on its ladder, and returns the identities by these names. A player
// is called as in its first match; where that would be the name of several, what tells them apart is added.
func nameAll(matches []*match) (identities map[string]string) {
	called := make(map[string]string) // by identity
	sharing := make(map[string][]string)
	note := func(identity, name string) {
		if _, known := called[identity]; !known {
			called[identity] = name
			sharing[name] = append(sharing[name], identity)
		}
	}
	for _, m := range matches {
		note(m.PlayerA, m.A)
		note(m.PlayerB, m.B)
	}
	identities = make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(sharing)) {
		for identity, suffix := range distinguish(sharing[name]) {
			called[identity] = name + suffix
			identities[name+suffix] = identity
		}
	}
	for _, m := range matches {
		m.names = [2]string{called[m.PlayerA], called[m.PlayerB]}
	}
	return identities
}

// distinguish returns something for each of some identities that tells it from the others: nothing if it is alone; the settings in
// which they differ, if that is enough; otherwise the beginning of a checksum of the identity.
func distinguish(identities []string) map[string]string {
	suffixes := make(map[string]string)
	if len(identities) == 1 {
		suffixes[identities[0]] = ""
		return suffixes
	}
	used := make(map[string]bool)
	for _, identity := range identities {
		suffix := " (" + strings.Join(differences(identity, identities), ", ") + ")"
		suffixes[identity] = suffix
		used[suffix] = true
	}
	if len(used) < len(identities) {
		for identity := range suffixes {
			sum := sha256.Sum256([]byte(identity))
			suffixes[identity] = "#" + hex.EncodeToString(sum[:4])
		}
	}
	return suffixes
}

// differences lists the settings of an identity that not all of some identities share, as "key value".
func differences(identity string, all []string) (list []string) {
	own := settingsOf(identity)
	keys := make(map[string]bool)
	for _, other := range all {
		settings := settingsOf(other)
		for _, key := range slices.Concat(slices.Collect(maps.Keys(own)), slices.Collect(maps.Keys(settings))) {
			if own[key] != settings[key] {
				keys[key] = true
			}
		}
	}
	const enough = 8 // of a checksum
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value := own[key]
		if value == "" { // what is zero is not noted
			value = "0"
			if slices.ContainsFunc(all, func(other string) bool { return settingsOf(other)[key] == "true" }) {
				value = "false"
			}
		}
		if key == "net" {
			value = value[:min(enough, len(value))]
		}
		list = append(list, words(key)+" "+value)
	}
	return list
}

// words writes the name of a setting for people: "decisive moves" for DecisiveMoves.
func words(key string) string {
	var b strings.Builder
	for i, letter := range key {
		if i > 0 && unicode.IsUpper(letter) && unicode.IsLower(rune(key[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(letter))
	}
	return b.String()
}

// settingsOf returns the settings of an identity that is JSON, by their innermost keys; none otherwise.
func settingsOf(identity string) map[string]string {
	settings := make(map[string]string)
	var fields map[string]any
	if json.Unmarshal([]byte(identity), &fields) == nil {
		flatten(settings, fields)
	}
	return settings
}

func flatten(settings map[string]string, fields map[string]any) {
	for key, value := range fields {
		if inner, ok := value.(map[string]any); ok {
			flatten(settings, inner)
			continue
		}
		settings[key] = fmt.Sprint(value)
	}
}
