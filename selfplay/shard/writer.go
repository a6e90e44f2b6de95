package shard

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/encoding/protowire"

	gipfelv1 "gipfel/proto/gipfel/v1"
)

// Writer writes one shard. The file has a temporary name until [Writer.Commit] has made it durable and published it; what a
// process that dies leaves behind is the temporary file, whose name is the shard's followed by ".tmp" and a number.
//
// A Writer belongs to one goroutine. The pattern is
//
//	w, err := shard.Create(path, header)
//	…
//	defer w.Abort() // does nothing after Commit
type Writer struct {
	disk      disk
	path      string
	temporary string
	file      diskFile // nil when done

	content []byte // records of the frame to come
	scratch []byte
	sum     uint32 // CRC-32C since the last checksum
	sha     hash.Hash
	info    Info
	err     error // why nothing more can be written
}

// Info describes a committed shard.
type Info struct {
	Path string
	// Games, Plies and Samples (plies with a weight above 0) in it.
	Games, Plies, Samples int
	// Bytes is the size of the file, and SHA256 its checksum in hexadecimal.
	Bytes  int64
	SHA256 string
}

// compressor packs the frames of all writers, one at a time: its tables take megabytes. How it is set up is part of what
// determines the bytes.
var compressor = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true),
		zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(goalContent))
	if err != nil {
		panic(fmt.Sprintf("shard: set up the compressor: %v", err)) // the options are wrong
	}
	return e
})

var (
	errDone = errors.New("the writer is done")
	// ErrNoGames is what Commit answers when there is nothing to commit.
	ErrNoGames = errors.New("there are no games in it")
)

// Create begins a shard. It fails if the file exists already (fs.ErrExist).
func Create(path string, h Header) (*Writer, error) {
	w, err := create(osDisk{os.Link}, path, h)
	if err != nil {
		return nil, fmt.Errorf("shard: create %s: %w", path, err)
	}
	return w, nil
}

func create(d disk, path string, h Header) (*Writer, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	message, err := marshal.Marshal(h.message())
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if len(message) > maxMessage {
		return nil, fmt.Errorf("header: %d bytes, at most %d fit", len(message), maxMessage)
	}
	if _, err := os.Lstat(path); err == nil {
		return nil, fs.ErrExist
	}
	file, temporary, err := createTemporary(d, path)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		disk: d, path: path, temporary: temporary, file: file, sha: sha256.New(), info: Info{Path: path},
	}
	start := binary.LittleEndian.AppendUint32([]byte(magic), Version)
	w.write(protowire.AppendBytes(start, message))
	w.checksum()
	if w.err != nil {
		return nil, errors.Join(w.err, w.discard())
	}
	return w, nil
}

// Add appends a game. After an error about the record itself the writer can go on; after an error of the disk it cannot.
func (w *Writer) Add(r *Record) error {
	if w.err != nil {
		return w.failed("write")
	}
	encoded, err := r.AppendBinary(w.scratch[:0])
	w.scratch = encoded
	if err != nil {
		return err
	}
	if len(w.content)+len(encoded) > goalContent {
		w.flush()
	}
	w.content = protowire.AppendBytes(w.content, encoded)
	w.info.Games++
	w.info.Plies += len(r.Plies)
	w.info.Samples += r.Samples()
	if w.err != nil {
		return w.failed("write")
	}
	return nil
}

// Commit completes the file, makes it durable and gives it its name. If it returns an error, neither the shard nor the
// temporary file exists any more.
func (w *Writer) Commit() (Info, error) {
	if w.err == nil && w.info.Games == 0 {
		w.err = ErrNoGames
	}
	w.flush()
	w.write(binary.LittleEndian.AppendUint32(nil, 0))
	w.trailer()
	w.checksum()
	if w.err == nil {
		w.err = w.file.Sync()
	}
	if w.err == nil {
		w.err = w.publish()
	}
	if w.err != nil {
		return Info{}, errors.Join(w.failed("commit"), w.discard())
	}
	w.err = errDone
	w.info.SHA256 = hex.EncodeToString(w.sha.Sum(nil))
	return w.info, nil
}

// publish closes the file and gives it its name. The name goes again if it cannot be made durable.
func (w *Writer) publish() error {
	err := w.file.Close()
	w.file = nil
	if err == nil {
		err = w.disk.publish(w.temporary, w.path)
	}
	if err != nil {
		return errors.Join(err, w.disk.remove(w.temporary))
	}
	if err := w.disk.syncDir(filepath.Dir(w.path)); err != nil {
		return errors.Join(err, w.disk.remove(w.path))
	}
	return nil
}

// Abort gives the shard up and removes the temporary file. It does nothing after Commit or another Abort.
func (w *Writer) Abort() error {
	err := w.discard()
	if w.err == nil {
		w.err = errDone
	}
	if err != nil {
		return fmt.Errorf("shard: abort %s: %w", w.path, err)
	}
	return nil
}

// discard closes and removes the temporary file if there still is one.
func (w *Writer) discard() error {
	if w.file == nil {
		return nil
	}
	err := errors.Join(w.file.Close(), w.disk.remove(w.temporary))
	w.file = nil
	return err
}

func (w *Writer) failed(doing string) error {
	return fmt.Errorf("shard: %s %s: %w", doing, w.path, w.err)
}

// flush writes the records that wait as one frame.
func (w *Writer) flush() {
	if len(w.content) == 0 || w.err != nil {
		return
	}
	const lengthSize = 4
	frame := compressor().EncodeAll(w.content, make([]byte, lengthSize, lengthSize+len(w.content)))
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-lengthSize))
	w.content = w.content[:0]
	w.write(frame)
}

func (w *Writer) trailer() {
	message, err := marshal.Marshal(&gipfelv1.ShardTrailer{
		Games: uint64(w.info.Games), Plies: uint64(w.info.Plies), Samples: uint64(w.info.Samples),
	})
	if err != nil && w.err == nil {
		w.err = err
	}
	w.write(protowire.AppendBytes(nil, message))
}

// checksum closes what has been written since the previous checksum.
func (w *Writer) checksum() {
	w.write(binary.LittleEndian.AppendUint32(nil, w.sum))
	w.sum = 0
}

// write appends to the file unless something has failed before.
func (w *Writer) write(data []byte) {
	if w.err != nil {
		return
	}
	if _, w.err = w.file.Write(data); w.err != nil {
		return
	}
	w.sum = crc32.Update(w.sum, castagnoli, data)
	w.sha.Write(data)
	w.info.Bytes += int64(len(data))
}
