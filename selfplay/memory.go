package selfplay

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
)

// residentBytes returns the memory that the process occupies. Where the system does not tell (only Linux does, in /proc), it
// is what the Go runtime has obtained from the system.
func residentBytes() uint64 {
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := bytes.Fields(data); len(fields) > 1 {
			if pages, err := strconv.ParseUint(string(fields[1]), 10, 64); err == nil {
				return pages * uint64(os.Getpagesize())
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}
