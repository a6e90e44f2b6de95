package ledger

import (
	"context"
	"database/sql"
)

// Fact is something that is known about the run as a whole: the game, the seed, the config, the program's version.
type Fact struct {
	Key, Value string
}

// SetFacts stores facts, all or none, in the place of older ones with the same keys.
func (l *Ledger) SetFacts(ctx context.Context, facts []Fact) error {
	return l.update(ctx, func(tx *sql.Tx) error {
		for _, f := range facts {
			_, err := tx.ExecContext(ctx, `INSERT INTO facts (key, value) VALUES (?, ?)
				ON CONFLICT (key) DO UPDATE SET value = excluded.value`, f.Key, f.Value)
			if err != nil {
				return err
			}
		}
		return nil
	}, "set %d facts", len(facts))
}

// Facts returns what is known, by key.
func (l *Ledger) Facts(ctx context.Context) (map[string]string, error) {
	all, err := query(ctx, l, func(r row, f *Fact) error { return r.Scan(&f.Key, &f.Value) },
		"read facts", "SELECT key, value FROM facts")
	if err != nil {
		return nil, err
	}
	facts := make(map[string]string, len(all))
	for _, f := range all {
		facts[f.Key] = f.Value
	}
	return facts, nil
}
