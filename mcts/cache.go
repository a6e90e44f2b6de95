package mcts

import (
	"hash/maphash"
	"sync"
	"unsafe"
)

// Cache remembers evaluations, so that a position which a search meets again, by another order of moves or in a later search,
// costs no net. The key is the encoded position: all that the net sees, and so all that its answer can depend on, the
// counters and repetitions that the rules see among it. It may be used by several goroutines.
//
// A Cache holds the last evaluations of one net. It is of fixed size: an entry is forgotten when another one needs its place.
type Cache struct {
	seeds  [2]maphash.Seed
	mutex  sync.Mutex
	places []cached
	hits   uint64
	asked  uint64
}

// cached is one evaluation.
type cached struct {
	key     cacheKey
	outcome []float32
	logits  []float32 // of the legal actions, in ascending order
}

// cacheKey is 128 bits wide: with a billion positions the odds that two share a key are below 10⁻²⁰.
type cacheKey [2]uint64

// NewCache returns a cache with places for the given number of evaluations. A place takes the memory of a logit for each legal
// move once it has been used.
func NewCache(places int) *Cache {
	return &Cache{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, places: make([]cached, max(places, 1))}
}

// Reset forgets everything. It must be called when the net changes.
func (c *Cache) Reset() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	clear(c.places)
	c.hits, c.asked = 0, 0
}

// Stats returns how often an evaluation was asked for, and how often it was there.
func (c *Cache) Stats() (hits, asked uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.hits, c.asked
}

// key returns the key of an encoded position.
func (c *Cache) key(input []float32) cacheKey {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(input))), 4*len(input))
	return cacheKey{maphash.Bytes(c.seeds[0], bytes), maphash.Bytes(c.seeds[1], bytes)}
}

// lookup writes the evaluation of a position into logits, of which only those of the legal actions are written, and outcome.
// It reports false if the evaluation is not there.
func (c *Cache) lookup(key cacheKey, edges []edge, logits, outcome []float32) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.asked++
	e := &c.places[key[0]%uint64(len(c.places))]
	if e.key != key || len(e.logits) != len(edges) {
		return false
	}
	c.hits++
	for i := range edges {
		logits[edges[i].action] = e.logits[i]
	}
	copy(outcome, e.outcome)
	return true
}

// store remembers an evaluation, given as to lookup.
func (c *Cache) store(key cacheKey, edges []edge, logits, outcome []float32) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e := &c.places[key[0]%uint64(len(c.places))]
	e.key = key
	e.logits = e.logits[:0]
	for i := range edges {
		e.logits = append(e.logits, logits[edges[i].action])
	}
	e.outcome = append(e.outcome[:0], outcome...)
}
