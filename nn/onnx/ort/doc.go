// Package ort computes exported nets with ONNX Runtime, the library of that name, for machines on which package native has only
// its plain Go kernels, and to see that both play the same. It is empty unless the program is built with the tag ort and cgo:
//
//	CGO_ENABLED=1 go build -tags ort ./cmd/gipfel
//
// The library itself is looked for when the first file is opened: where [Options] say, else where the environment variable
// GIPFEL_ORT_LIBRARY says, else wherever the system looks for libonnxruntime.so. It must be of version 1.24 or newer.
//
// Rows are independent to the last bit with the version that the tests run, on a CPU. ONNX Runtime does not promise it, and where
// it is not so, a game can be repeated only if everything that is evaluated beside it is the same.
package ort
