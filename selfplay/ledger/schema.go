package ledger

import (
	"context"
	"database/sql"
	"fmt"
)

// applicationID marks an SQLite file as a ledger: "Gpfl" in ASCII.
const applicationID = 0x4770666c

// schema holds what brings a ledger from each version to the next; element 0 makes version 1. Elements are appended, never
// changed. SQLite keeps the version in user_version.
var schema = []string{`
CREATE TABLE facts (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE models (
	iteration  INTEGER PRIMARY KEY CHECK (iteration >= 0),
	parent     INTEGER REFERENCES models (iteration) CHECK (parent < iteration),
	path       TEXT NOT NULL UNIQUE,
	sha256     TEXT NOT NULL,
	parameters INTEGER NOT NULL,
	steps      INTEGER NOT NULL,
	created    TEXT NOT NULL,
	status     TEXT NOT NULL CHECK (status IN ('candidate', 'champion', 'rejected', 'retired'))
) STRICT;
CREATE UNIQUE INDEX one_champion ON models (status) WHERE status = 'champion';

CREATE TABLE shards (
	iteration  INTEGER NOT NULL CHECK (iteration >= 0),
	first_game INTEGER NOT NULL CHECK (first_game >= 0),
	games      INTEGER NOT NULL CHECK (games > 0),
	plies      INTEGER NOT NULL CHECK (plies >= 0),
	samples    INTEGER NOT NULL CHECK (samples >= 0),
	bytes      INTEGER NOT NULL CHECK (bytes > 0),
	sha256     TEXT NOT NULL,
	path       TEXT NOT NULL UNIQUE,
	PRIMARY KEY (iteration, first_game)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
	id        INTEGER PRIMARY KEY AUTOINCREMENT,
	kind      TEXT NOT NULL CHECK (kind IN ('gate', 'evaluation', 'match')),
	iteration INTEGER NOT NULL,
	a         TEXT NOT NULL,
	b         TEXT NOT NULL,
	games     INTEGER NOT NULL CHECK (games >= 0),
	settings  TEXT NOT NULL CHECK (json_valid(settings)),
	started   TEXT NOT NULL,
	finished  TEXT,
	verdict   TEXT NOT NULL
) STRICT;

CREATE TABLE match_games (
	match   INTEGER NOT NULL REFERENCES matches (id),
	pair    INTEGER NOT NULL CHECK (pair >= 0),
	game    INTEGER NOT NULL CHECK (game >= 0),
	seats   TEXT NOT NULL,
	opening TEXT NOT NULL,
	moves   TEXT NOT NULL,
	plies   INTEGER NOT NULL CHECK (plies >= 0),
	outcome INTEGER NOT NULL CHECK (outcome >= 0),
	result  TEXT NOT NULL CHECK (result IN ('win', 'draw', 'loss', 'truncated')),
	forfeit INTEGER NOT NULL CHECK (forfeit IN (0, 1)),
	ending  TEXT NOT NULL,
	seconds REAL NOT NULL,
	PRIMARY KEY (match, pair, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE metrics (
	iteration INTEGER NOT NULL,
	step      INTEGER NOT NULL,
	name      TEXT NOT NULL,
	value     REAL NOT NULL,
	PRIMARY KEY (iteration, step, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX metrics_by_name ON metrics (name, iteration, step);
`, `
CREATE TABLE players (
	id       INTEGER PRIMARY KEY,
	identity TEXT NOT NULL UNIQUE,
	name     TEXT NOT NULL
) STRICT;

ALTER TABLE matches ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN player_a INTEGER REFERENCES players (id);
ALTER TABLE matches ADD COLUMN player_b INTEGER REFERENCES players (id);
UPDATE matches SET
	game = coalesce((SELECT value FROM facts WHERE key = 'game'), ''),
	rules_version = coalesce((SELECT CAST(value AS INTEGER) FROM facts WHERE key = 'rules version'), 0);

ALTER TABLE match_games ADD COLUMN start TEXT NOT NULL DEFAULT '';
ALTER TABLE match_games ADD COLUMN move_seconds TEXT NOT NULL DEFAULT '';
ALTER TABLE match_games ADD COLUMN move_values TEXT NOT NULL DEFAULT '';
`}

// schemaVersion returns the version of the ledger's schema: 0 if the file is still empty. Everything that this program
// cannot work with is an error.
func (l *Ledger) schemaVersion(ctx context.Context) (int, error) {
	var application, version, tables int
	err := l.db.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`).
		Scan(&application, &version, &tables)
	switch {
	case err != nil:
		return 0, fmt.Errorf("ledger: open %s: %w", l.path, explain(err))
	case application == 0 && version == 0 && tables == 0:
		return 0, nil // new, or its creation was interrupted
	case application != applicationID:
		return 0, fmt.Errorf("ledger: open %s: it is not a ledger but an SQLite file of another program "+
			"(application id %#x, expected %#x)", l.path, application, applicationID)
	case version > len(schema):
		return 0, fmt.Errorf("ledger: open %s: it has schema version %d, this program knows only up to %d; "+
			"use the program that wrote it, or a newer one", l.path, version, len(schema))
	}
	return version, nil
}

// prepare brings the schema up to date.
func (l *Ledger) prepare(ctx context.Context, version int) error {
	// Kept in the file. A write-ahead log lets others read while the run writes.
	if _, err := l.db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return fmt.Errorf("ledger: open %s: %w", l.path, err)
	}
	if version == len(schema) {
		return nil
	}
	return l.update(ctx, func(tx *sql.Tx) error {
		for _, step := range schema[version:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(schema)))
		return err
	}, "bring %s from schema version %d to %d", l.path, version, len(schema))
}
