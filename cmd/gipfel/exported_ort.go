//go:build ort && cgo

package main

import (
	"gipfel/nn"
	"gipfel/nn/onnx/ort"
)

// loadExported makes an exported file ready for playing. It stays open until the program ends.
func loadExported(path string) (*loadedNet, error) {
	session, err := ort.Open(path, ort.Options{})
	if err != nil {
		return nil, err
	}
	return &loadedNet{path, session.Spec(), func() (nn.Model, error) { return session.Model(), nil }, nil, precisionFloat}, nil
}
