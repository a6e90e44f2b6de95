package shard

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"
)

// source reads the parts of a file one after the other, and keeps the position and the checksum.
type source struct {
	r      *bufio.Reader
	size   int64  // of the file
	offset int64  // of the next byte
	sum    uint32 // CRC-32C since the last checksum
}

func newSource(r io.Reader, size int64) *source {
	return &source{r: bufio.NewReaderSize(r, 1<<16), size: size}
}

// Read and ReadByte are what protodelim needs.
func (s *source) Read(dst []byte) (int, error) {
	n, err := s.r.Read(dst)
	s.account(dst[:n])
	return n, err
}

func (s *source) ReadByte() (byte, error) {
	b, err := s.r.ReadByte()
	if err == nil {
		s.account([]byte{b})
	}
	return b, err
}

func (s *source) account(data []byte) {
	s.offset += int64(len(data))
	s.sum = crc32.Update(s.sum, castagnoli, data)
}

// bytes reads exactly n bytes into dst, which it grows. It allocates nothing for bytes that the file does not have.
func (s *source) bytes(dst []byte, n int) ([]byte, error) {
	if rest := s.size - s.offset; int64(n) > rest {
		return dst, fmt.Errorf("cut off: %d more bytes expected, %d are there: %w", n, rest, io.ErrUnexpectedEOF)
	}
	if cap(dst) < n {
		dst = make([]byte, n)
	}
	dst = dst[:n]
	if _, err := io.ReadFull(s, dst); err != nil {
		return dst, fmt.Errorf("read: %w", noEOF(err))
	}
	return dst, nil
}

func (s *source) uint32() (uint32, error) {
	var buf [4]byte
	data, err := s.bytes(buf[:], len(buf))
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(data), nil
}

// message reads a delimited message.
func (s *source) message(m proto.Message) error {
	if err := (protodelim.UnmarshalOptions{MaxSize: maxMessage}).UnmarshalFrom(s, m); err != nil {
		return noEOF(err)
	}
	return nil
}

// checksum reads a checksum and compares it with that of what was read since the previous one.
func (s *source) checksum() error {
	have := s.sum
	want, err := s.uint32()
	if err != nil {
		return err
	}
	s.sum = 0
	if have != want {
		return fmt.Errorf("checksum is %08x, but the file says %08x", have, want)
	}
	return nil
}

// noEOF replaces io.EOF, since the end of the file is never expected where something is read.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
