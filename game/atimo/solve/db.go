package solve

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// DB knows the value of every position. It comes from [Solve], with everything in memory, or from [Open], which reads from a
// file what is asked for and keeps it: up to 6 MB. All methods but Close may be called by several goroutines at once.
type DB struct {
	*board
	// perBlock is the number of indices in a block.
	perBlock int
	// blocks are the codes, once they have been read.
	blocks []atomic.Pointer[[]code]

	mu      sync.Mutex // held while a block is read from the file, which happens once a block
	path    string
	data    []byte // of the file; nil after Close
	release func() error
	entries []entry
	zstd    *zstd.Decoder
}

// fromCodes returns the database that holds codes in memory.
func fromCodes(b *board, codes []code) *DB {
	d := &DB{board: b, perBlock: len(codes), blocks: make([]atomic.Pointer[[]code], 1)}
	d.blocks[0].Store(&codes)
	return d
}

// Open opens a file that [DB.WriteFile] has written. It checks that the file is of this game and whole in length; the blocks,
// of which each has its checksum, are checked when they are first read. Where the system can do it, the file is mapped into
// memory, and must stay as it is until Close; replacing it by another under its name is fine.
func Open(path string) (*DB, error) { return open(path, solvedBoard) }

func open(path string, b *board) (d *DB, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("open the database %s: %w", path, err)
		}
	}()
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.Unwrap(err) // which names the path, too
	}
	defer f.Close() //nolint:errcheck // only read, and a mapping outlives it
	stat, err := f.Stat()
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	const maxFile = 1 << 30
	if !stat.Mode().IsRegular() || stat.Size() > maxFile {
		return nil, fmt.Errorf("it is no regular file of at most %d bytes", maxFile)
	}
	data, release := []byte{}, func() error { return nil }
	if stat.Size() > 0 {
		if data, release, err = mapFile(f, int(stat.Size())); err != nil {
			return nil, err
		}
	}
	if d, err = fromFile(b, data); err != nil {
		return nil, errors.Join(err, release())
	}
	d.path, d.release = path, release
	return d, nil
}

// fromFile returns the database in the bytes of a file, which it keeps.
func fromFile(b *board, data []byte) (*DB, error) {
	size, entries, err := decodeTable(b, data)
	if err != nil {
		return nil, err
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2*maxBlock))
	if err != nil {
		return nil, fmt.Errorf("set up zstd: %w", err)
	}
	return &DB{
		board: b, perBlock: size, blocks: make([]atomic.Pointer[[]code], len(entries)),
		data: data, release: func() error { return nil }, entries: entries, zstd: z,
	}, nil
}

// Close releases the file. What has been looked up may still be asked for; anything else is an error.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.data == nil {
		return nil
	}
	d.data = nil
	d.zstd.Close()
	return d.release()
}

// block returns the codes of a block.
func (d *DB) block(n int) ([]code, error) {
	if codes := d.blocks[n].Load(); codes != nil {
		return *codes, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if codes := d.blocks[n].Load(); codes != nil {
		return *codes, nil
	}
	if d.data == nil {
		return nil, fmt.Errorf("read the database %s: it has been closed", d.path)
	}
	codes, err := decodeBlock(d.zstd, d.data, d.entries[n], min(d.perBlock, int(d.indices)-n*d.perBlock))
	if err != nil {
		return nil, fmt.Errorf("read the database %s: %w", d.path, err)
	}
	d.blocks[n].Store(&codes)
	return codes, nil
}

// Verify reads all blocks. The error says where the file is damaged.
func (d *DB) Verify() error {
	for n := range d.blocks {
		if _, err := d.block(n); err != nil {
			return err
		}
	}
	return nil
}

// value returns the value of a position.
func (d *DB) value(p position) (Value, error) {
	i := int(d.rank(p))
	codes, err := d.block(i / d.perBlock)
	if err != nil {
		return Value{}, err
	}
	if c := codes[i%d.perBlock]; c != unused {
		return valueOf(c), nil
	}
	return Value{}, fmt.Errorf("read the database %s: index %d, of a position, is marked as unused", d.path, i)
}
