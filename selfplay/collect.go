package selfplay

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"gipfel/selfplay/shard"
)

// collector receives finished games in the order in which they happen to end and writes them to shards in the order of
// their numbers, so that the shards do not depend on who finished first. A shard holds a fixed range of numbers; it is
// written when the last of its games has ended.
type collector struct {
	dir    string
	header shard.Header
	size   uint64 // games of a shard
	commit func(first uint64, info shard.Info) error

	mu      sync.Mutex
	next    uint64 // first game that is in no shard yet
	end     uint64
	waiting map[uint64]*shard.Record
}

// shardPath is where the shard that starts with a game lies below the run directory.
func shardPath(first uint64) string {
	return filepath.Join("shards", fmt.Sprintf("games-%09d.shard", first))
}

// add takes a finished game and writes the shards that it completes.
func (c *collector) add(r *shard.Record) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[r.Number] = r
	for c.next < c.end {
		last := min(c.next+c.size, c.end)
		for number := c.next; number < last; number++ {
			if c.waiting[number] == nil {
				return nil
			}
		}
		if err := c.write(c.next, last); err != nil {
			return err
		}
		c.next = last
	}
	return nil
}

// write puts the games [first, last) into a shard and has it committed.
func (c *collector) write(first, last uint64) error {
	w, err := shard.Create(filepath.Join(c.dir, shardPath(first)), c.header)
	if err != nil {
		return err
	}
	for number := first; number < last; number++ {
		if err := w.Add(c.waiting[number]); err != nil {
			return errors.Join(err, w.Abort())
		}
		delete(c.waiting, number)
	}
	info, err := w.Commit()
	if err != nil {
		return err
	}
	return c.commit(first, info)
}

// unwritten returns how many finished games are in no shard yet.
func (c *collector) unwritten() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting)
}
