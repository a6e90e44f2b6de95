#!/usr/bin/env bash
# Runs the tests of the engine and its kernels as WebAssembly, which is what evaluates nets in a browser, in Node.js.
set -euo pipefail
cd "$(dirname "$0")/../.."
GOOS=js GOARCH=wasm CGO_ENABLED=0 go test -count=1 -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./nn/native/...
