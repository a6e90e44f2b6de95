//go:build !ort || !cgo

package main

import "fmt"

// loadExported says that this program cannot play with exported files.
func loadExported(path string) (*loadedNet, error) {
	return nil, &usageError{fmt.Errorf("player %q: this program was built without ONNX Runtime and plays with weights files only; "+
		"to play with exported files, build it with CGO_ENABLED=1 go build -tags ort ./cmd/gipfel", path)}
}
