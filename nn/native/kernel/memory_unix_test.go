//go:build unix

package kernel

import (
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// guardedMemory returns at least n values of memory that begin and end at pages which nobody may touch.
func guardedMemory(t testing.TB, n int) []float32 {
	t.Helper()
	page := os.Getpagesize()
	size := (4*n + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for _, edge := range [][]byte{all[:page], all[page+size:]} {
		if err := syscall.Mprotect(edge, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	return unsafe.Slice((*float32)(unsafe.Pointer(&all[page])), size/4)
}
