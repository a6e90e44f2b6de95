#!/bin/sh
# Writes the assembly of package kernel again: run by go generate.
set -eu
cd "$(dirname "$0")"
for set in avx512 avx2; do
	go run . -set "$set" -pkg kernel \
		-out "../${set}_amd64.s" -stubs "../${set}_amd64.go" -table "../${set}_tiles_amd64.go"
done
