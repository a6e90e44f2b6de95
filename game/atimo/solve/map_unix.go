//go:build unix

package solve

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile returns the bytes of a file of a known size, at least 1, without reading it: the system fetches what is looked at. The
// bytes may be used until release is called. The file must not become shorter meanwhile.
func mapFile(f *os.File, size int) (data []byte, release func() error, err error) {
	data, err = unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return data, func() error { return os.NewSyscallError("munmap", unix.Munmap(data)) }, nil
}
