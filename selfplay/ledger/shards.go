package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"math"
)

// Shard is one file of finished games.
type Shard struct {
	Iteration int
	// FirstGame is the number of its first game within the run.
	FirstGame uint64
	// Games, Plies and Samples in it. Events of chance are plies here, as they are in the file.
	Games, Plies, Samples int
	// Bytes is the size of the file, SHA256 its checksum in hexadecimal, and Path where it lies in the run directory.
	Bytes        int64
	SHA256, Path string
}

// AddShard makes a shard count. The file must be complete and durable. The error is ErrExists if the iteration has a shard
// with that first game, or if the path is another shard's.
func (l *Ledger) AddShard(ctx context.Context, s Shard) error {
	if s.FirstGame > math.MaxInt64 {
		return fmt.Errorf("ledger: add shard: first game %d, expected at most %d", s.FirstGame, int64(math.MaxInt64))
	}
	return l.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO shards (iteration, first_game, games, plies, samples, bytes, sha256, path)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			s.Iteration, int64(s.FirstGame), s.Games, s.Plies, s.Samples, s.Bytes, s.SHA256, s.Path)
		return err
	}, "add shard %s of iteration %d", s.Path, s.Iteration)
}

const selectShards = "SELECT iteration, first_game, games, plies, samples, bytes, sha256, path FROM shards "

func scanShard(r row, s *Shard) error {
	return r.Scan(&s.Iteration, &s.FirstGame, &s.Games, &s.Plies, &s.Samples, &s.Bytes, &s.SHA256, &s.Path)
}

// Shards returns all shards, oldest first: by iteration, then by first game. For the newest first, range over
// slices.Backward.
func (l *Ledger) Shards(ctx context.Context) ([]Shard, error) {
	return query(ctx, l, scanShard, "read shards", selectShards+"ORDER BY iteration, first_game")
}

// ShardsOf returns the shards of one iteration by first game.
func (l *Ledger) ShardsOf(ctx context.Context, iteration int) ([]Shard, error) {
	return query(ctx, l, scanShard, fmt.Sprintf("read shards of iteration %d", iteration),
		selectShards+"WHERE iteration = ? ORDER BY first_game", iteration)
}
