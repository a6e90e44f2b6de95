package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Status is what has become of a model.
type Status string

// A model starts as a candidate, unless it is the one that a run begins with. The gate makes it the champion or rejects it.
// A champion that another has replaced is retired.
const (
	Candidate Status = "candidate"
	Champion  Status = "champion"
	Rejected  Status = "rejected"
	Retired   Status = "retired"
)

// CheckpointName is what an iteration's net is called in matches.
func CheckpointName(iteration int) string { return fmt.Sprintf("iteration-%04d", iteration) }

// Model is one checkpoint.
type Model struct {
	Iteration int
	// Parent is the iteration of the model whose training went on; nil if there is none.
	Parent *int
	// Path of the weights, relative to the run directory, and their checksum in hexadecimal.
	Path, SHA256 string
	// Parameters is the number of weights, and Steps that of the training steps behind them.
	Parameters int
	Steps      int64
	// Created defaults to the time at which the model is added. It is kept in milliseconds.
	Created time.Time
	Status  Status
}

// AddTraining adds a model and the metrics of its training, all or nothing. The error is ErrExists if the iteration has a
// model, or if the model is to be champion and there is one.
func (l *Ledger) AddTraining(ctx context.Context, m Model, metrics []Metric) error {
	if m.Created.IsZero() {
		m.Created = time.Now()
	}
	return l.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO models (iteration, parent, path, sha256, parameters, steps, created, status)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			m.Iteration, m.Parent, m.Path, m.SHA256, m.Parameters, m.Steps, formatTime(m.Created), m.Status)
		if err != nil {
			return err
		}
		return addMetrics(ctx, tx, metrics)
	}, "add model of iteration %d", m.Iteration)
}

// Promote makes a candidate the champion and retires the one before it, both or neither. It fails if the model is not a
// candidate.
func (l *Ledger) Promote(ctx context.Context, iteration int) error {
	return l.update(ctx, func(tx *sql.Tx) error { return promote(ctx, tx, iteration) }, "promote model %d", iteration)
}

// Reject rejects a candidate. It fails if the model is not one.
func (l *Ledger) Reject(ctx context.Context, iteration int) error {
	return l.update(ctx, func(tx *sql.Tx) error { return settle(ctx, tx, iteration, Rejected) }, "reject model %d", iteration)
}

func promote(ctx context.Context, tx *sql.Tx, iteration int) error {
	if _, err := tx.ExecContext(ctx, "UPDATE models SET status = ? WHERE status = ?", Retired, Champion); err != nil {
		return err
	}
	return settle(ctx, tx, iteration, Champion)
}

// settle gives a candidate its final status.
func settle(ctx context.Context, tx *sql.Tx, iteration int, status Status) error {
	var was Status
	err := tx.QueryRowContext(ctx, "SELECT status FROM models WHERE iteration = ?", iteration).Scan(&was)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err != nil:
		return err
	case was != Candidate:
		return fmt.Errorf("its status is %s, expected %s", was, Candidate)
	}
	_, err = tx.ExecContext(ctx, "UPDATE models SET status = ? WHERE iteration = ?", status, iteration)
	return err
}

const selectModels = "SELECT iteration, parent, path, sha256, parameters, steps, created, status FROM models "

func scanModel(r row, m *Model) error {
	return r.Scan(&m.Iteration, &m.Parent, &m.Path, &m.SHA256, &m.Parameters, &m.Steps, scanTime{&m.Created}, &m.Status)
}

// Models returns all models, oldest first.
func (l *Ledger) Models(ctx context.Context) ([]Model, error) {
	return query(ctx, l, scanModel, "read models", selectModels+"ORDER BY iteration")
}

// Model returns the model of an iteration, or ErrNotFound.
func (l *Ledger) Model(ctx context.Context, iteration int) (Model, error) {
	return queryOne(ctx, l, scanModel, fmt.Sprintf("read model %d", iteration), selectModels+"WHERE iteration = ?", iteration)
}

// Champion returns the champion, or ErrNotFound.
func (l *Ledger) Champion(ctx context.Context) (Model, error) {
	return queryOne(ctx, l, scanModel, "read champion", selectModels+"WHERE status = ?", Champion)
}

// LastIteration returns the highest iteration that a model or a shard belongs to, or ErrNotFound in an empty ledger.
func (l *Ledger) LastIteration(ctx context.Context) (int, error) {
	return queryOne(ctx, l, func(r row, n *int) error { return r.Scan(n) }, "read last iteration",
		`SELECT iteration FROM (SELECT iteration FROM models UNION SELECT iteration FROM shards) ORDER BY iteration DESC LIMIT 1`)
}
