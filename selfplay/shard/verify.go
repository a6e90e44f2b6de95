package shard

import (
	"errors"
	"fmt"

	"gipfel/game"
)

// Report is what Verify has found in a shard.
type Report struct {
	Path   string
	Header Header
	// Bytes is the size of the file.
	Bytes int64
	// Games, Plies and Samples that could be read: all of them if Damage is nil, else those before the damage.
	Games, Plies, Samples int
	// ChanceEvents are how many of the Plies are no moves of seats; those of games that break the rules are not counted.
	ChanceEvents int
	// Outcomes[o] is the number of games with that outcome (a win for each seat, then the draw), and Truncated that of the
	// games that were cut off.
	Outcomes  []int
	Truncated int
	// Invalid is the number of games that break the rules or are there twice, and FirstInvalid says what is wrong with the
	// first of them.
	Invalid      int
	FirstInvalid error
	// Damage says where the file is cut off or altered; nil if it is whole.
	Damage *DamageError
}

// Verify reads a shard and checks everything that can be checked: that it is whole, that it is of this game, and that each
// record is what [Record.Check] demands, with no game there twice. The error is nil if all is well; the report holds what
// has been found in any case.
func Verify(path string, g *game.Game) (_ Report, err error) {
	report := Report{Path: path, Outcomes: make([]int, g.Outcomes())}
	r, err := Open(path)
	if err != nil {
		errors.As(err, &report.Damage)
		return report, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	report.Header, report.Bytes = r.header, r.src.size
	if err := r.header.Match(g); err != nil {
		var mismatch *MismatchError
		if errors.As(err, &mismatch) {
			mismatch.Path = path
		}
		return report, err
	}
	seen := make(map[uint64]bool)
	for record, damage := range r.Records() {
		if damage != nil {
			errors.As(damage, &report.Damage)
			return report, errors.Join(damage, report.invalid())
		}
		report.add(record)
		events, err := record.ChanceEvents(g)
		report.ChanceEvents += events
		if err == nil && seen[record.Number] {
			err = fmt.Errorf("shard: game %d is there twice", record.Number)
		}
		seen[record.Number] = true
		if err != nil {
			report.Invalid++
			if report.FirstInvalid == nil {
				report.FirstInvalid = err
			}
		}
	}
	err = report.invalid()
	return report, err
}

func (r *Report) add(record *Record) {
	r.Games++
	r.Plies += len(record.Plies)
	r.Samples += record.Samples()
	switch {
	case record.Truncated:
		r.Truncated++
	case record.Outcome < len(r.Outcomes): // Check speaks of the others
		r.Outcomes[record.Outcome]++
	}
}

// invalid sums up the games that are wrong.
func (r *Report) invalid() error {
	if r.Invalid == 0 {
		return nil
	}
	return fmt.Errorf("shard: %s: %d of %d games are wrong, the first: %w", r.Path, r.Invalid, r.Games, r.FirstInvalid)
}
