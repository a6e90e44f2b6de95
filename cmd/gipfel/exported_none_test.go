//go:build !ort || !cgo

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportedFilesNeedTheBackend: a program without ONNX Runtime says so, and what to do.
func TestExportedFilesNeedTheBackend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.onnx")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := parsePlayer(file+",simulations=3", 1)
	if usage := (*usageError)(nil); !errors.As(err, &usage) || !strings.Contains(err.Error(), "-tags ort") || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v, want a mistake in the call that names the file and the tag", err)
	}
}
