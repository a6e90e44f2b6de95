package shard

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/encoding/protowire"

	gipfelv1 "gipfel/proto/gipfel/v1"
)

// Reader reads one shard. It holds one frame in memory at a time. A Reader belongs to one goroutine.
type Reader struct {
	path   string
	file   io.Closer // nil if there is none to close
	src    *source
	zstd   *zstd.Decoder
	header Header

	games, plies, samples int  // handed out so far
	started               bool // Records has been called
	frame, content        []byte
}

// Open opens a shard and reads its header. The error is a *MismatchError if it is another kind of file or of another
// version, and a *DamageError if it is cut off or altered.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("shard: %w", err)
	}
	stat, err := f.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("shard: %w", err), f.Close())
	}
	r, err := newReader(f, stat.Size(), path)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.file = f
	return r, nil
}

// newReader reads the header of a shard of the given size. The path is for messages.
func newReader(from io.Reader, size int64, path string) (*Reader, error) {
	r := &Reader{path: path, src: newSource(from, size)}
	if err := r.readHeader(); err != nil {
		return nil, err
	}
	var err error
	r.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxContent))
	if err != nil {
		return nil, fmt.Errorf("shard: %w", err)
	}
	return r, nil
}

func (r *Reader) readHeader() error {
	start, err := r.src.bytes(nil, int(min(r.src.size, int64(len(magic)))))
	if err != nil {
		return r.damage(0, err)
	}
	if string(start) != magic[:len(start)] {
		return &MismatchError{Path: r.path, What: "first bytes", Have: string(start), Want: magic}
	}
	if len(start) < len(magic) {
		return r.damage(0, fmt.Errorf("cut off after %d bytes", len(start)))
	}
	version, err := r.src.uint32()
	if err != nil {
		return r.damage(0, err)
	}
	if version != Version {
		return &MismatchError{Path: r.path, What: "format version", Have: int64(version), Want: Version}
	}
	var message gipfelv1.ShardHeader
	if err := r.src.message(&message); err != nil {
		return r.damage(0, fmt.Errorf("header: %w", err))
	}
	if err := r.src.checksum(); err != nil {
		return r.damage(0, fmt.Errorf("header: %w", err))
	}
	r.header = headerOf(&message)
	if err := r.header.check(); err != nil {
		return r.damage(0, err)
	}
	return nil
}

// damage says what is wrong with the part of the file that begins at an offset.
func (r *Reader) damage(offset int64, err error) error {
	return &DamageError{Path: r.path, Offset: offset, Recovered: r.games, Err: err}
}

// Header returns what the records are about.
func (r *Reader) Header() Header { return r.header }

// Records yields the records in the order in which they were added. If the file is damaged, a *DamageError comes last,
// after all records before the damage. That nothing is missing is certain only when the sequence has ended without an
// error. The records belong to the caller. It can be called once.
func (r *Reader) Records() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if r.started {
			yield(nil, fmt.Errorf("shard: %s: the records have been read already", r.path))
			return
		}
		r.started = true
		for {
			offset := r.src.offset
			records, err := r.readFrame()
			if err == nil && records == nil {
				err = r.readTrailer()
				if err == nil {
					return
				}
			}
			if err != nil {
				yield(nil, r.damage(offset, err))
				return
			}
			for _, record := range records {
				r.games++
				r.plies += len(record.Plies)
				r.samples += record.Samples()
				if !yield(record, nil) {
					return
				}
			}
		}
	}
}

// readFrame returns the records of the next frame, or nil where the mark of the end is.
func (r *Reader) readFrame() ([]*Record, error) {
	length, err := r.src.uint32()
	if err != nil {
		return nil, fmt.Errorf("length of a frame: %w", err)
	}
	if length == 0 {
		return nil, nil
	}
	if length > maxFrame {
		return nil, fmt.Errorf("frame of %d bytes, expected at most %d", length, maxFrame)
	}
	if r.frame, err = r.src.bytes(r.frame, int(length)); err != nil {
		return nil, fmt.Errorf("frame: %w", err)
	}
	if r.content, err = r.zstd.DecodeAll(r.frame, r.content[:0]); err != nil {
		return nil, fmt.Errorf("frame: %w", err)
	}
	return decodeContent(r.content)
}

// decodeContent returns the records of a frame's content; there is at least one.
func decodeContent(content []byte) ([]*Record, error) {
	var records []*Record
	for len(content) > 0 {
		encoded, n := protowire.ConsumeBytes(content)
		if n < 0 {
			return nil, fmt.Errorf("frame: record %d: %w", len(records)+1, protowire.ParseError(n))
		}
		content = content[n:]
		record := new(Record)
		if err := record.UnmarshalBinary(encoded); err != nil {
			return nil, fmt.Errorf("frame: record %d: %w", len(records)+1, err)
		}
		records = append(records, record)
	}
	if records == nil {
		return nil, errors.New("frame without records")
	}
	return records, nil
}

// readTrailer compares what was read with what the file says it holds.
func (r *Reader) readTrailer() error {
	var m gipfelv1.ShardTrailer
	if err := r.src.message(&m); err != nil {
		return fmt.Errorf("trailer: %w", err)
	}
	if err := r.src.checksum(); err != nil {
		return fmt.Errorf("trailer: %w", err)
	}
	if m.GetGames() != uint64(r.games) || m.GetPlies() != uint64(r.plies) || m.GetSamples() != uint64(r.samples) {
		return fmt.Errorf("trailer: it speaks of %d games, %d plies, %d samples, but before it are %d, %d, %d",
			m.GetGames(), m.GetPlies(), m.GetSamples(), r.games, r.plies, r.samples)
	}
	if r.src.offset != r.src.size {
		return fmt.Errorf("%d bytes after the end", r.src.size-r.src.offset)
	}
	return nil
}

// Close closes the file.
func (r *Reader) Close() error {
	r.zstd.Close()
	if r.file == nil {
		return nil
	}
	if err := r.file.Close(); err != nil {
		return fmt.Errorf("shard: %w", err)
	}
	return nil
}

// ReadAll reads a whole shard. If it is damaged, the header and the records before the damage come with the *DamageError.
func ReadAll(path string) (_ Header, records []*Record, err error) {
	r, err := Open(path)
	if err != nil {
		return Header{}, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for record, err := range r.Records() {
		if err != nil {
			return r.header, records, err
		}
		records = append(records, record)
	}
	return r.header, records, nil
}
