package shard

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"gipfel/game"
	gipfelv1 "gipfel/proto/gipfel/v1"
)

// pliesField is the number of the field Record.plies.
const pliesField = 4

var marshal = proto.MarshalOptions{Deterministic: true}

// AppendBinary appends the record as a Record message (not delimited). It is what a shard holds and what travels between
// machines. The error says which part of the record has no place in the message.
func (r *Record) AppendBinary(dst []byte) ([]byte, error) {
	if r.Outcome < 0 || r.Outcome > maxSeats {
		return dst, fmt.Errorf("shard: encode game %d: outcome %d, expected 0 to %d", r.Number, r.Outcome, maxSeats)
	}
	if len(r.Plies) > maxPlies {
		return dst, fmt.Errorf("shard: encode game %d: %d plies, at most %d fit", r.Number, len(r.Plies), maxPlies)
	}
	m := &gipfelv1.Record{
		Number:    r.Number,
		Model:     r.Model,
		Start:     r.Start,
		Plies:     make([]*gipfelv1.Ply, len(r.Plies)),
		Outcome:   uint32(r.Outcome),
		Truncated: r.Truncated,
		Ending:    r.Ending,
	}
	for i := range r.Plies {
		m.Plies[i] = r.Plies[i].message()
	}
	before := len(dst)
	dst, err := marshal.MarshalAppend(dst, m)
	if err != nil {
		return dst[:before], fmt.Errorf("shard: encode game %d: %w", r.Number, err)
	}
	if size := len(dst) - before; size > maxRecord {
		return dst[:before], fmt.Errorf("shard: encode game %d: %d bytes, at most %d fit", r.Number, size, maxRecord)
	}
	return dst, nil
}

func (p *Ply) message() *gipfelv1.Ply {
	m := &gipfelv1.Ply{
		Action:      uint32(p.Action),
		Simulations: p.Simulations,
		Full:        p.Full,
		Value:       p.Value,
		Weight:      p.Weight,
	}
	if len(p.Policy) > 0 {
		m.PolicyActions = make([]uint32, len(p.Policy))
		m.PolicyWeights = make([]float32, len(p.Policy))
		for i, w := range p.Policy {
			m.PolicyActions[i], m.PolicyWeights[i] = uint32(w.Action), w.Weight
		}
	}
	return m
}

// UnmarshalBinary reads what AppendBinary wrote. The text, the actions and the numbers in it are not compared with any
// rules: [Record.Check] does that.
func (r *Record) UnmarshalBinary(data []byte) error {
	if len(data) > maxRecord {
		return fmt.Errorf("shard: decode record: %d bytes, expected at most %d", len(data), maxRecord)
	}
	if n := countPlies(data); n > maxPlies {
		return fmt.Errorf("shard: decode record: %d plies, expected at most %d", n, maxPlies)
	}
	var m gipfelv1.Record
	if err := proto.Unmarshal(data, &m); err != nil {
		return fmt.Errorf("shard: decode record: %w", err)
	}
	if m.GetOutcome() > uint32(maxSeats) {
		return fmt.Errorf("shard: decode game %d: outcome %d, expected 0 to %d", m.GetNumber(), m.GetOutcome(), maxSeats)
	}
	out := Record{
		Number:    m.GetNumber(),
		Model:     m.GetModel(),
		Start:     m.GetStart(),
		Outcome:   int(m.GetOutcome()),
		Truncated: m.GetTruncated(),
		Ending:    m.GetEnding(),
	}
	if n := len(m.GetPlies()); n > 0 {
		out.Plies = make([]Ply, n)
	}
	for i, p := range m.GetPlies() {
		if err := out.Plies[i].read(p); err != nil {
			return fmt.Errorf("shard: decode game %d: ply %d: %w", out.Number, i+1, err)
		}
	}
	*r = out
	return nil
}

func (p *Ply) read(m *gipfelv1.Ply) error {
	action, err := actionOf(m.GetAction())
	if err != nil {
		return err
	}
	*p = Ply{
		Action:      action,
		Simulations: m.GetSimulations(),
		Full:        m.GetFull(),
		Weight:      m.GetWeight(),
	}
	if len(m.GetValue()) > 0 {
		p.Value = m.GetValue()
	}
	actions, weights := m.GetPolicyActions(), m.GetPolicyWeights()
	if len(actions) != len(weights) {
		return fmt.Errorf("policy has %d actions but %d weights", len(actions), len(weights))
	}
	if len(actions) == 0 {
		return nil
	}
	p.Policy = make([]Weight, len(actions))
	for i, w := range weights {
		if p.Policy[i].Action, err = actionOf(actions[i]); err != nil {
			return fmt.Errorf("policy: %w", err)
		}
		p.Policy[i].Weight = w
	}
	return nil
}

func actionOf(index uint32) (game.Action, error) {
	if index >= uint32(game.NoAction) {
		return 0, fmt.Errorf("action %d is no policy index, expected less than %d", index, game.NoAction)
	}
	return game.Action(index), nil
}

// countPlies counts the plies of an encoded record before it is decoded, because an empty ply takes 2 bytes encoded and a
// hundred decoded. It counts what is there before any malformed part, which decoding reports.
func countPlies(data []byte) int {
	n := 0
	for len(data) > 0 {
		field, wire, size := protowire.ConsumeTag(data)
		if size < 0 {
			return n
		}
		data = data[size:]
		if size = protowire.ConsumeFieldValue(field, wire, data); size < 0 {
			return n
		}
		data = data[size:]
		if field == pliesField {
			n++
		}
	}
	return n
}
