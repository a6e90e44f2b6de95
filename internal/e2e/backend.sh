#!/usr/bin/env bash
# Tests the backend that plays exported nets with ONNX Runtime, and lets a binary that has it play: an exported net against the
# weights that it came from. Both search alike, so the moves are the same in all games but those in which two of them are as
# good to the last digits.
#
#   backend.sh FOLDER     FOLDER is as run.sh has filled it
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$1

if ! command -v "$(go env CC)" >/dev/null; then
	echo "make e2e: the backend for ONNX Runtime needs a C compiler, and there is none" >&2
	exit 1
fi
platform=$(node -p 'process.platform + "/" + process.arch')
library=$(find "$work/node_modules/onnxruntime-node/bin" -path "*/$platform/*" -name 'libonnxruntime.*' | sort | head -n 1)
if [ -z "$library" ]; then
	echo "make e2e: onnxruntime-node has no library for $platform" >&2
	exit 1
fi
GIPFEL_ORT_LIBRARY=$(realpath "$library")
export GIPFEL_ORT_LIBRARY CGO_ENABLED=1

go vet -tags ort ./nn/onnx/... ./cmd/gipfel
go test -count=1 -tags ort ./nn/onnx/ort
go build -tags ort -o "$work/gipfel-ort" ./cmd/gipfel
for game in atimo-5x5 ataxx-5x5 xima-dice; do
	net=$work/nets/$game.weights
	"$work/gipfel-ort" match "$work/exports/$game/model.onnx" "$net" --games 20 --simulations 16 --quiet --json >"$work/match.json"
	grep -q '"games": 20' "$work/match.json" || { cat "$work/match.json"; exit 1; }
	echo "$game: 20 games of the exported net against its weights"
	# The same net with either engine, the same opponent, the same seed: the same games, but for what was thought and for how long.
	for model in "$work/exports/$game/model.onnx" "$net"; do
		"$work/gipfel-ort" match "$model" random --games 20 --simulations 16 --quiet --out "$work/games" >/dev/null
		sed -E 's/,"(thoughts":\[[^]]*\]|seconds":[0-9.e-]+)//g' "$work/games" | sort >"$work/games-$(basename "$model")"
	done
	same=$(comm -12 "$work/games-model.onnx" "$work/games-$game.weights" | wc -l)
	echo "$game: $same of 20 games against random are the same with either engine"
	[ "$same" -ge 15 ] || exit 1
done
