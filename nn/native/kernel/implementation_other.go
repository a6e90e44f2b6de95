//go:build !amd64

package kernel

// vectorImplementations are those in assembly: there is none for this processor.
func vectorImplementations() []*implementation { return nil }
