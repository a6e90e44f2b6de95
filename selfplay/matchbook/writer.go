package matchbook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// patience is how long finished pairs may wait for others to be written with them. Each transaction waits for the disk, and
// cheap players finish hundreds of games in that time.
const patience = 50 * time.Millisecond

// writer writes the pairs of a match as they are delivered: at once, or together with others after some patience.
type writer struct {
	ctx    context.Context
	game   *game.Game
	ledger *ledger.Ledger
	match  int64

	mutex   sync.Mutex // the timer writes in a goroutine of its own
	rows    []ledger.MatchGame
	written time.Time
	timer   *time.Timer // nil: none is running
	failure error       // of a write that nobody has heard of yet
}

// add takes a pair.
func (w *writer) add(games []arena.GameResult) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for i := range games {
		row, err := toRow(w.game, w.match, &games[i])
		if err != nil {
			return err
		}
		w.rows = append(w.rows, row)
	}
	switch wait := patience - time.Since(w.written); {
	case w.failure != nil:
		return w.failure
	case wait <= 0:
		return w.write()
	case w.timer == nil:
		w.timer = time.AfterFunc(wait, func() {
			w.mutex.Lock()
			defer w.mutex.Unlock()
			w.timer = nil
			if w.failure == nil {
				w.failure = w.write()
			}
		})
	}
	return nil
}

// close writes what is left.
func (w *writer) close() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.timer != nil {
		w.timer.Stop() // should it run just now, it will find nothing to write
		w.timer = nil
	}
	if w.failure != nil {
		return w.failure
	}
	return w.write()
}

// write writes all rows, or none. The mutex is held.
func (w *writer) write() error {
	if len(w.rows) == 0 {
		return nil
	}
	if err := w.ledger.AddMatchGames(w.ctx, w.rows); err != nil {
		return err
	}
	w.rows, w.written = w.rows[:0], time.Now()
	return nil
}

// checksum tells lists of openings apart.
func checksum(openings []arena.Opening) string {
	h := sha256.New()
	must(json.NewEncoder(h).Encode(openings))
	return hex.EncodeToString(h.Sum(nil))
}
