// Package sealed reads and writes files that are either whole or refused. A file holds one payload:
//
//	offset  size  content
//	0       8     magic: what kind of file this is
//	8       4     format version of that kind, little-endian
//	12      8     length n of the payload, little-endian
//	20      n     payload
//	20+n    32    SHA-256 of everything before
//
// A file appears under its name complete and on disk, or not at all.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"gipfel/internal/durable"
)

const (
	magicSize   = 8
	headerSize  = magicSize + 4 + 8
	trailerSize = sha256.Size
)

// Kind is a kind of file.
type Kind struct {
	// Name is for messages: "weights".
	Name string
	// Magic is eight bytes long.
	Magic string
	// Version is the format version that this program writes. It reads all up to it.
	Version uint32
	// MaxSize bounds the payload, so that a damaged or hostile file cannot exhaust the memory.
	MaxSize int64
}

// Read returns the payload of a file and its format version.
func (k *Kind) Read(path string) (payload []byte, version uint32, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("read %s: %w", k.Name, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, k.MaxSize+headerSize+trailerSize+1))
	if err != nil {
		return nil, 0, fmt.Errorf("read %s: %w", k.Name, err)
	}
	payload, version, err = k.Decode(data)
	if err != nil {
		return nil, 0, fmt.Errorf("read %s: %s: %w", k.Name, path, err)
	}
	return payload, version, nil
}

// Is reports whether a file begins as one of this kind does.
func (k *Kind) Is(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	magic := make([]byte, magicSize)
	switch _, err := io.ReadFull(f, magic); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return false, nil
	case err != nil:
		return false, err
	}
	return string(magic) == k.Magic, nil
}

// Decode returns the payload and the format version from the bytes of a file.
func (k *Kind) Decode(data []byte) (payload []byte, version uint32, err error) {
	if n := min(len(data), magicSize); string(data[:n]) != k.Magic[:n] {
		return nil, 0, fmt.Errorf("offset 0: not a %s file: it begins with %q, want %q", k.Name, data[:n], k.Magic)
	}
	if len(data) < headerSize+trailerSize {
		return nil, 0, fmt.Errorf("offset %d: the file ends early: a %s file has at least %d bytes",
			len(data), k.Name, headerSize+trailerSize)
	}
	version = binary.LittleEndian.Uint32(data[magicSize:])
	length := binary.LittleEndian.Uint64(data[magicSize+4:])
	switch {
	case version == 0 || version > k.Version:
		return nil, 0, fmt.Errorf("offset %d: format version %d; this program reads 1 to %d", magicSize, version, k.Version)
	case length > uint64(k.MaxSize):
		return nil, 0, fmt.Errorf("offset %d: payload of %d bytes, want at most %d", magicSize+4, length, k.MaxSize)
	}
	switch want := headerSize + int(length) + trailerSize; {
	case len(data) < want:
		return nil, 0, fmt.Errorf("offset %d: the file ends early: its header announces %d bytes in all", len(data), want)
	case len(data) > want:
		return nil, 0, fmt.Errorf("offset %d: the file should end here, as its header says", want)
	}
	body, trailer := data[:len(data)-trailerSize], data[len(data)-trailerSize:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], trailer) {
		return nil, 0, fmt.Errorf("offset %d: checksum mismatch: the file is damaged", len(body))
	}
	return body[headerSize:], version, nil
}

// Encode returns the bytes of a file with a payload.
func (k *Kind) Encode(payload []byte) []byte {
	data := make([]byte, 0, headerSize+len(payload)+trailerSize)
	data = append(data, k.Magic...)
	data = binary.LittleEndian.AppendUint32(data, k.Version)
	data = binary.LittleEndian.AppendUint64(data, uint64(len(payload)))
	data = append(data, payload...)
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

// Write writes a payload to a file, replacing what was there.
func (k *Kind) Write(path string, payload []byte) error {
	if int64(len(payload)) > k.MaxSize {
		return fmt.Errorf("write %s: %s: payload of %d bytes, want at most %d", k.Name, path, len(payload), k.MaxSize)
	}
	if err := durable.WriteFile(path, k.Encode(payload)); err != nil {
		return fmt.Errorf("write %s: %s: %w", k.Name, path, err)
	}
	return nil
}
