//go:build !unix

package solve

import (
	"io"
	"os"
)

// mapFile reads a file of a known size, where it cannot be mapped into memory.
func mapFile(f *os.File, size int) (data []byte, release func() error, err error) {
	data = make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(f, 0, int64(size)), data); err != nil {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}
