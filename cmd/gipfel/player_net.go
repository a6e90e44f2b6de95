package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay"
	"gipfel/selfplay/ledger"
)

// The precisions that nets are computed with.
const (
	precisionFloat = "fp32"
	precisionBytes = "int8"
)

// loadedNet is a net that comes from a file.
type loadedNet struct {
	path    string
	spec    nn.Spec
	model   func() (nn.Model, error) // makes a model for one goroutine
	weights *nn.Weights              // nil if the file holds no weights that could be trained
	// precision is what the net computes in: fp32 or int8.
	precision string
}

// loadNet reads the net that a path leads to: a file with weights, a quantized net or an exported one, or a run directory, which
// stands for its champion. It returns nil if there is nothing under this name.
func loadNet(path string) (*loadedNet, error) {
	stat, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("net %q: %w", path, err)
	case stat.IsDir():
		dir := path
		path = filepath.Join(dir, selfplay.ChampionFile)
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			return nil, noChampion(dir)
		}
	}
	if filepath.Ext(path) == ".onnx" {
		return loadExported(path)
	}
	quantized, err := nn.IsQuantizedFile(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("net %q: %w", path, err)
	case quantized:
		return loadQuantized(path)
	}
	w, err := nn.Load(path)
	if err != nil {
		return nil, err
	}
	return &loadedNet{path, w.Spec, func() (nn.Model, error) { return native.New(w) }, w, precisionFloat}, nil
}

func loadQuantized(path string) (*loadedNet, error) {
	q, err := nn.LoadQuantized(path)
	if err != nil {
		return nil, err
	}
	return &loadedNet{path, q.Spec, func() (nn.Model, error) { return native.NewQuantized(q) }, nil, precisionBytes}, nil
}

// noChampion is the error for a directory without a champion.
func noChampion(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, ledger.FileName)); err == nil {
		return fmt.Errorf("%s has lost its %s; '%s run --dir %s' makes it again", dir, selfplay.ChampionFile, programName(), dir)
	}
	return fmt.Errorf("%s is no run directory: it has no %s; name a run directory, or a file with weights", dir, selfplay.ChampionFile)
}
