#!/usr/bin/env bash
# Exports a net of every game and has ONNX Runtime compute it: in Node, on 1,000 positions in batches of 1, 2, 17 and 64, and as
# the backend that a binary with the build tag `ort` plays with. Fails if anything differs by more than 1e-4. Then it runs the tests
# of our own engine as WebAssembly.
set -euo pipefail
cd "$(dirname "$0")/../.."
positions=${POSITIONS:-1000}
work=out/e2e

for tool in node npm; do
	if ! command -v "$tool" >/dev/null; then
		echo "make e2e: $tool is missing: ONNX Runtime is run in Node.js 20.11 or newer (https://nodejs.org), with its npm" >&2
		exit 1
	fi
done

mkdir -p "$work"
rm -rf "$work/nets" "$work/exports"
mkdir "$work/nets" "$work/exports"

# The package's install script would fetch libraries for GPUs, which nobody needs here.
cp internal/e2e/package.json internal/e2e/package-lock.json "$work/"
npm ci --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
export NODE_MODULES=$PWD/$work

go build -o "$work/gipfel" ./cmd/gipfel
games=$(go run ./internal/e2e/nets "$work/nets")

# The table: the largest differences of a logit and of a probability, and how much these change from position to position.
failed=0
printf '%-16s%9s%7s%9s%9s%9s%9s\n' game positions rows policy outcome range range
for game in $games; do
	export=$work/exports/$game
	"$work/gipfel" export onnx --quiet --model "$work/nets/$game.weights" --out "$export" --check-positions "$positions" >/dev/null
	node internal/e2e/judge.mjs "$export" || failed=1
	rm "$export/check.bin" # tens of megabytes
done

if ! internal/e2e/backend.sh "$work"; then failed=1; fi
if ! internal/e2e/wasm.sh; then failed=1; fi
exit "$failed"
