package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"math"
)

// Metric is one measured number.
type Metric struct {
	Iteration int
	// Step is the training step within the iteration; 0 for what is measured once an iteration.
	Step  int64
	Name  string
	Value float64
}

// AddMetrics stores numbers, all or none. A number that is there already is replaced, since a step that was interrupted is
// done again. NaN is refused: SQLite has no place for it, and it is no measurement.
func (l *Ledger) AddMetrics(ctx context.Context, metrics []Metric) error {
	return l.update(ctx, func(tx *sql.Tx) error { return addMetrics(ctx, tx, metrics) }, "add %d metrics", len(metrics))
}

func addMetrics(ctx context.Context, tx *sql.Tx, metrics []Metric) error {
	for _, m := range metrics {
		if math.IsNaN(m.Value) {
			return fmt.Errorf("metric %q of iteration %d, step %d, is not a number", m.Name, m.Iteration, m.Step)
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO metrics (iteration, step, name, value) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET value = excluded.value`, m.Iteration, m.Step, m.Name, m.Value)
		if err != nil {
			return err
		}
	}
	return nil
}

const selectMetrics = "SELECT iteration, step, name, value FROM metrics "

func scanMetric(r row, m *Metric) error { return r.Scan(&m.Iteration, &m.Step, &m.Name, &m.Value) }

// MetricsOf returns the numbers of one iteration, by name and step.
func (l *Ledger) MetricsOf(ctx context.Context, iteration int) ([]Metric, error) {
	return query(ctx, l, scanMetric, fmt.Sprintf("read metrics of iteration %d", iteration),
		selectMetrics+"WHERE iteration = ? ORDER BY name, step", iteration)
}

// Metric returns one number over the whole run, by iteration and step.
func (l *Ledger) Metric(ctx context.Context, name string) ([]Metric, error) {
	return query(ctx, l, scanMetric, fmt.Sprintf("read metric %q", name),
		selectMetrics+"WHERE name = ? ORDER BY iteration, step", name)
}

// MetricNames returns the names of all numbers, sorted.
func (l *Ledger) MetricNames(ctx context.Context) ([]string, error) {
	return query(ctx, l, func(r row, name *string) error { return r.Scan(name) }, "read names of metrics",
		"SELECT DISTINCT name FROM metrics ORDER BY name")
}
