#!/usr/bin/env bash
# Builds the program, without C, for every kind of system that it is meant for, and the engine for the browser; says if the binary
# for this one needs anything from the system.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CGO_ENABLED=0
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
	echo "build for $platform"
	GOOS=${platform%/*} GOARCH=${platform#*/} go build -o "$out/${platform/\//-}" ./cmd/gipfel
done
echo 'build the engine for js/wasm'
GOOS=js GOARCH=wasm go build ./nn/native

if go tool nm "$out/linux-amd64" | grep -q ' runtime/cgo'; then
	echo 'the binary for linux/amd64 has C in it' >&2
	exit 1
fi
# A static binary has no interpreter, which would load libraries for it.
if grep -q 'ld-linux' "$out/linux-amd64"; then
	echo 'the binary for linux/amd64 is not static: it asks for a loader of libraries' >&2
	exit 1
fi
echo 'all builds are there; that for linux/amd64 is static'
