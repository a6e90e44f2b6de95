package shard

import (
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

func TestCheckAcceptsGames(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice} {
		for number := range uint64(100) {
			if err := playGame(g, number).Check(g); err != nil {
				t.Errorf("%s: %v", g.Name, err)
			}
		}
	}
}

// Each case spoils one thing in a good game and names what the error must say.
func TestCheckRefuses(t *testing.T) {
	nan := float32(math.NaN())
	whole := func(r *Record) bool { return !r.Truncated }
	// first returns the index of the first ply for which is holds.
	first := func(r *Record, is func(*Ply) bool) int {
		return slices.IndexFunc(r.Plies, func(p Ply) bool { return is(&p) })
	}
	full := func(p *Ply) bool { return p.Full }
	fast := func(p *Ply) bool { return !p.Full && p.Value != nil }
	chance := func(p *Ply) bool { return p.Weight == 0 }
	hasFull := func(r *Record) bool { return whole(r) && first(r, full) >= 0 && first(r, fast) >= 0 }
	for _, c := range []struct {
		name  string
		fits  func(*Record) bool
		spoil func(*Record)
		want  []string
	}{
		{"illegal action", whole, func(r *Record) { r.Plies[1].Action = 60 }, []string{"ply 2: action 60 is not legal in position"}},
		{"action that names nothing", whole, func(r *Record) { r.Plies[1].Action = game.NoAction }, []string{"ply 2: action 65535"}},
		{"goes on", whole, func(r *Record) { r.Plies = append(r.Plies, Ply{Action: 1}) }, []string{"action 1 after the end"}},
		{"cut short", whole, func(r *Record) { r.Plies = r.Plies[:3] }, []string{"goes on after its 3 plies"}},
		{"empty", whole, func(r *Record) { r.Plies = nil }, []string{"goes on after its 0 plies"}},
		{"cut off without reason", func(r *Record) bool { return r.Truncated }, func(r *Record) { r.Ending = "" }, []string{"why"}},
		{"claims truncation", whole, func(r *Record) { r.Truncated = true }, []string{"truncated=true", "truncated=false"}},
		{"another ending", whole, func(r *Record) { r.Ending = "resigned" }, []string{`"resigned"`}},
		{"another outcome", whole, func(r *Record) { r.Outcome = (r.Outcome + 1) % 3 }, []string{"outcome is", "the rules say"}},
		{"no outcome", whole, func(r *Record) { r.Outcome = 4 }, []string{"4 (no seat)"}},
		{"negative outcome", whole, func(r *Record) { r.Outcome = -1 }, []string{"-1 (no seat)"}},
		{"start", whole, func(r *Record) { r.Start = "nonsense" }, []string{"start:", "nonsense"}},
		{"chance is a sample", whole, func(r *Record) { r.Plies[first(r, chance)].Weight = 1 }, []string{"chance event"}},
		{"chance is searched", whole, func(r *Record) { r.Plies[first(r, chance)].Simulations = 9 }, []string{"chance event"}},
		{"full without policy", hasFull, func(r *Record) { r.Plies[first(r, full)].Policy = nil }, []string{"no policy"}},
		{"full without search", hasFull, func(r *Record) { r.Plies[first(r, full)].Simulations = 0 }, []string{"0 simulations"}},
		{"policy of a fast search", hasFull, func(r *Record) { r.Plies[first(r, full)].Full = false }, []string{"not searched in full"}},
		{"search without value", hasFull, func(r *Record) { r.Plies[first(r, fast)].Value = nil }, []string{"no value"}},
		{"value without search", hasFull, func(r *Record) { r.Plies[first(r, fast)].Simulations = 0 }, []string{"no search"}},
		{"value too short", hasFull, func(r *Record) { p := &r.Plies[first(r, full)]; p.Value = p.Value[1:] }, []string{"2 numbers, expected 3"}},
		{"value negative", hasFull, func(r *Record) { r.Plies[first(r, fast)].Value[1] = -0.1 }, []string{"outcome 1 is -0.1"}},
		{"value NaN", hasFull, func(r *Record) { r.Plies[first(r, fast)].Value[2] = nan }, []string{"outcome 2 is NaN"}},
		{"value infinite", hasFull, func(r *Record) { r.Plies[first(r, fast)].Value[2] = float32(math.Inf(1)) }, []string{"sums to +Inf"}},
		{"value sum", hasFull, func(r *Record) { r.Plies[first(r, fast)].Value[0] += 0.01 }, []string{"value sums to"}},
		{"policy NaN", hasFull, func(r *Record) { r.Plies[first(r, full)].Policy[1].Weight = nan }, []string{"weight NaN"}},
		{"policy sum", hasFull, func(r *Record) { r.Plies[first(r, full)].Policy[0].Weight += 0.1 }, []string{"policy sums to"}},
		{"policy order", hasFull, func(r *Record) { slices.Reverse(r.Plies[first(r, full)].Policy) }, []string{"not ascending"}},
		{"policy illegal", hasFull, func(r *Record) { p := r.Plies[first(r, full)].Policy; p[len(p)-1].Action = 77 }, []string{"action 77, which is not legal"}},
		{"weight NaN", hasFull, func(r *Record) { r.Plies[first(r, full)].Weight = nan }, []string{"sample weight is NaN"}},
		{"weight negative", hasFull, func(r *Record) { r.Plies[first(r, fast)].Weight = -1 }, []string{"sample weight is -1"}},
		{"weight infinite", hasFull, func(r *Record) { r.Plies[first(r, fast)].Weight = float32(math.Inf(1)) }, []string{"sample weight is +Inf"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			number := uint64(10)
			for !c.fits(playGame(testGame, number)) || playGame(testGame, number).Start != "" {
				number++
			}
			r := playGame(testGame, number)
			c.spoil(r)
			err := r.Check(testGame)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range append(c.want, "shard: game 1") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error is %q, which lacks %q", err, want)
				}
			}
		})
	}
}

func TestVerifyCounts(t *testing.T) {
	records := playGames(14)
	records[3].Outcome = (records[3].Outcome + 1) % 3
	records[9].Number = records[8].Number
	records[11].Plies[0].Action = 99
	path, _ := writeShard(t, records, 5)
	report, err := Verify(path, testGame)
	if err == nil || !strings.Contains(err.Error(), "3 of 14 games are wrong, the first: shard: game 3") {
		t.Errorf("error is %v", err)
	}
	if report.Invalid != 3 || report.Games != 14 || report.Truncated != 2 || report.Damage != nil {
		t.Errorf("report is %+v", report)
	}
	sum := report.Truncated
	for _, n := range report.Outcomes {
		sum += n
	}
	if sum != 14 {
		t.Errorf("outcomes %v and %d cut off do not add up to 14", report.Outcomes, report.Truncated)
	}

	// The same file cut off in its last frame.
	data := readFile(t, path)
	ends := frameEnds(t, data)
	if err := os.WriteFile(path, data[:ends[3]-1], 0o666); err != nil {
		t.Fatal(err)
	}
	report, err = Verify(path, testGame)
	var damage *DamageError
	if !errors.As(err, &damage) || report.Damage != damage || report.Games != 10 || report.Invalid != 2 {
		t.Errorf("report is %+v, error %v", report, err)
	}
	if damage != nil && (damage.Recovered != 10 || damage.Offset != int64(ends[2])) {
		t.Errorf("damage is %+v, want 10 records and offset %d", damage, ends[2])
	}
}
