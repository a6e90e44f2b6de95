// Package ledger is the memory of a run: which models, shards, matches and metrics there are, in one SQLite file in the run
// directory. Files with games and weights count only once their row is here, so that a crash at any moment leaves either
// all of a step or nothing of it.
//
// Invariants:
//
//   - What a method has reported as done survives the death of the process and of the machine (write-ahead log, synced at
//     every commit).
//   - Rows that belong together are written in one transaction: a model and the metrics of its training, the two status
//     changes of a promotion, the games of a pair.
//   - Nothing counts twice: a shard is unique by its iteration and first game, a model by its iteration, a game of a match
//     by its pair and place. At most one model is the champion.
//   - Totals are never stored beside what they sum up.
//
// One process writes, which [Lock] sees to; others may look on with [View]. Methods may be called by several goroutines.
// Paths in rows are relative to the run directory, so that a run can be moved.
package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// FileName is the ledger's name in the run directory.
const FileName = "ledger.sqlite"

var (
	// ErrExists says that what was to be added is there already.
	ErrExists = errors.New("it is in the ledger already")
	// ErrNotFound says that what was asked for is not there.
	ErrNotFound = errors.New("it is not in the ledger")
)

// Ledger is an open ledger.
type Ledger struct {
	db   *sql.DB
	path string
}

// Create makes a ledger in a run directory. If there is one already, the error is fs.ErrExist.
func Create(ctx context.Context, dir string) (*Ledger, error) {
	path := filepath.Join(dir, FileName)
	l, err := open(ctx, path, true)
	if err != nil {
		return nil, err
	}
	version, err := l.schemaVersion(ctx)
	if err == nil && version > 0 {
		err = fmt.Errorf("ledger: create %s: %w", path, fs.ErrExist)
	}
	if err == nil {
		err = l.prepare(ctx, version)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Open opens the ledger of a run directory to work on it, and makes one if there is none. It brings a ledger of an older
// program up to date. It refuses one of a newer program, and files that are no ledgers, and leaves them as they are.
func Open(ctx context.Context, dir string) (*Ledger, error) {
	l, err := open(ctx, filepath.Join(dir, FileName), true)
	if err != nil {
		return nil, err
	}
	version, err := l.schemaVersion(ctx)
	if err == nil {
		err = l.prepare(ctx, version)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// View opens an existing ledger to look at it, also while another process works on it. Whatever would change it fails. A ledger
// of an older program is brought up to date first, for which no other process may work on it.
func View(ctx context.Context, dir string) (*Ledger, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("ledger: %s is not a run directory: %w", dir, err)
	}
	l, err := open(ctx, path, false, "query_only(1)")
	if err != nil {
		return nil, err
	}
	version, err := l.schemaVersion(ctx)
	switch {
	case err != nil:
		return nil, errors.Join(err, l.Close())
	case version < len(schema):
		if err := l.Close(); err != nil {
			return nil, err
		}
		if err := bringUpToDate(ctx, dir); err != nil {
			return nil, fmt.Errorf("ledger: %s has schema version %d, this program reads %d: bring it up to date: %w", path, version, len(schema), err)
		}
		return View(ctx, dir)
	}
	return l, nil
}

// bringUpToDate gives the ledger of a directory the newest schema.
func bringUpToDate(ctx context.Context, dir string) error {
	lock, err := Lock(dir)
	if err != nil {
		return err
	}
	l, err := Open(ctx, dir)
	if err == nil {
		err = l.Close()
	}
	return errors.Join(err, lock.Unlock())
}

// open connects to the file, which it makes if told to, and sets what holds for one connection. What is in the file has not
// been looked at yet.
func open(ctx context.Context, path string, create bool, pragmas ...string) (*Ledger, error) {
	mode := "rw" // needed for looking on, too: readers of a write-ahead log write to the files beside it
	if create {
		mode = "rwc"
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("ledger: open %s: %w", path, err)
	}
	absolute = filepath.ToSlash(absolute)
	if !strings.HasPrefix(absolute, "/") { // a drive letter
		absolute = "/" + absolute
	}
	query := url.Values{
		"mode":    {mode},
		"_txlock": {"immediate"}, // a transaction that has read must not fail when it comes to write
		"_pragma": append([]string{"busy_timeout(10000)", "foreign_keys(1)", "synchronous(FULL)"}, pragmas...),
	}
	name := url.URL{Scheme: "file", Path: absolute, RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, fmt.Errorf("ledger: open %s: %w", path, err)
	}
	// One connection: there is one writer at a time anyway, and readers never wait on another process for long.
	db.SetMaxOpenConns(1)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("ledger: open %s: %w", path, explain(err)), db.Close())
	}
	return &Ledger{db: db, path: path}, nil
}

// Path returns where the ledger lies.
func (l *Ledger) Path() string { return l.path }

// Close closes the ledger.
func (l *Ledger) Close() error {
	if err := l.db.Close(); err != nil {
		return fmt.Errorf("ledger: close %s: %w", l.path, err)
	}
	return nil
}

// update runs f in a transaction, which is committed if f returns nil. The error says what was being done.
func (l *Ledger) update(ctx context.Context, f func(*sql.Tx) error, doing string, args ...any) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ledger: %s: %w", fmt.Sprintf(doing, args...), explain(err))
		}
	}()
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		if rollback := tx.Rollback(); rollback != nil && !errors.Is(rollback, sql.ErrTxDone) {
			err = errors.Join(err, rollback)
		}
		return err
	}
	return tx.Commit()
}

// query returns all rows of a query.
func query[T any](ctx context.Context, l *Ledger, scan func(row, *T) error, doing, text string, args ...any) (_ []T, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ledger: %s: %w", doing, explain(err))
		}
	}()
	rows, err := l.db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var all []T
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// queryOne returns the first row of a query. The error is ErrNotFound if there is none.
func queryOne[T any](ctx context.Context, l *Ledger, scan func(row, *T) error, doing, text string, args ...any) (T, error) {
	all, err := query(ctx, l, scan, doing, text, args...)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("ledger: %s: %w", doing, ErrNotFound)
	}
	if err != nil {
		var none T
		return none, err
	}
	return all[0], nil
}

// row is what a scan function reads from.
type row interface{ Scan(dst ...any) error }

// explain makes the errors of SQLite that callers ask for recognisable.
func explain(err error) error {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() {
	case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE:
		return fmt.Errorf("%w (%w)", ErrExists, err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("it is not a ledger but a file of another kind: put the run's ledger back from a copy: %w", err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("the file is damaged: put it back from a copy, or rescue what is left with sqlite3's .recover: %w", err)
	}
	return err
}

// Times are stored as text that sorts and that people can read, in UTC.
const timeLayout = "2006-01-02T15:04:05.000Z"

func formatTime(t time.Time) string { return t.UTC().Format(timeLayout) }

// scanTime reads a time from a column; NULL is the zero time.
type scanTime struct{ to *time.Time }

// Scan implements sql.Scanner.
func (s scanTime) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*s.to = time.Time{}
		return nil
	case string:
		t, err := time.Parse(timeLayout, v)
		*s.to = t
		return err
	}
	return fmt.Errorf("time is a %T, expected text", value)
}
