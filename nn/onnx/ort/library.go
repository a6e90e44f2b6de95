//go:build ort && cgo

package ort

import (
	"fmt"
	"os"
	"runtime"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// LibraryVariable is the environment variable that says where the library is.
const LibraryVariable = "GIPFEL_ORT_LIBRARY"

// library is the one that this process uses: there can be only one.
var library struct {
	sync.Mutex
	path string
}

// use loads a library unless it has been loaded already.
func use(path string) error {
	if path == "" {
		path = os.Getenv(LibraryVariable)
	}
	if path == "" {
		path = defaultLibrary()
	}
	library.Lock()
	defer library.Unlock()
	if library.path != "" {
		if library.path != path {
			return fmt.Errorf("onnx runtime: %s is in use already, so %s cannot be", library.path, path)
		}
		return nil
	}
	ort.SetSharedLibraryPath(path)
	if err := ort.InitializeEnvironment(ort.WithLogLevelError()); err != nil {
		return fmt.Errorf("onnx runtime: cannot use %s: %w; install ONNX Runtime 1.24 or newer (https://onnxruntime.ai) "+
			"and set %s to the path of its library", path, err, LibraryVariable)
	}
	library.path = path
	return nil
}

// defaultLibrary is the name that the system knows the library by.
func defaultLibrary() string {
	switch runtime.GOOS {
	case "windows":
		return "onnxruntime.dll"
	case "darwin":
		return "libonnxruntime.dylib"
	}
	return "libonnxruntime.so"
}
