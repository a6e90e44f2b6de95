# The program is one static binary: no C in it, and no C compiler needed to build it.
export CGO_ENABLED := 0

# Tools are pinned in a module of their own, so that what they need never reaches the program's go.mod. To update one:
#   go get -tool -modfile=internal/tools/go.mod github.com/bufbuild/buf/cmd/buf@latest
TOOL := go tool -modfile=internal/tools/go.mod

BENCH ?= ./...

.DEFAULT_GOAL := help
.PHONY: help build test race long cross e2e bench demo demo-ataxx

help: ## Show what there is to make.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## Build bin/gipfel.
	go build -o bin/gipfel ./cmd/gipfel

demo: build ## Train an Atimo agent from nothing in a minute or two and show what it can do.
	bin/gipfel run --config configs/atimo-5x5-demo.yaml

demo-ataxx: build ## The same for Ataxx, in about as long.
	bin/gipfel run --config configs/ataxx-demo.yaml

test: ## Run all tests.
	go test ./...

# The race detector is the one thing that needs a C compiler. It is of the whole program, not of a binary that ships.
race: ## Run all tests under the race detector, the longest ones shortened.
	@command -v "$$(go env CC)" >/dev/null || { echo "make race: the race detector needs a C compiler, and there is none"; exit 1; }
	CGO_ENABLED=1 go test -race -short ./...

long: ## Run the deep variant of the rules' tests: whole perft tables, 10^5 plies against the references.
	GIPFEL_LONG=1 go test -timeout 60m ./game/...

cross: ## Build for all systems, without C, and the engine for the browser.
	@internal/tools/check-builds.sh

# Needs Node.js with npm, which fetches ONNX Runtime (200 MB, into out/e2e), and a C compiler.
e2e: ## Have ONNX Runtime compute an exported net of every game, and play with it.
	internal/e2e/run.sh

# Six times each, which is what benchstat needs for intervals. To compare two versions, keep the file of the first.
bench: ## Run the benchmarks and sum them up with benchstat; BENCH=./mcts for a part of them.
	go test -run '^$$' -bench . -count 6 -cpu 1 $(BENCH) | tee bench.txt
	$(TOOL) benchstat bench.txt


.PHONY: generate lint lint-go lint-format lint-proto lint-generated lint-modules lint-vulnerabilities

generate: ## Make the generated code, the solution of Atimo on 5×5 and the pictures of docs/pictures again.
	$(TOOL) buf generate
	go generate ./nn/native/kernel
	go run ./cmd/gipfel --quiet solve atimo-5x5 --out game/atimo/solve/atimo-5x5.db >/dev/null
	go test ./cmd/gipfel -run '^TestPictures$$' -update

lint: lint-format lint-modules lint-go lint-proto lint-generated lint-vulnerabilities ## Everything a machine can find wrong.

lint-format:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "not formatted by gofmt:"; echo "$$files"; exit 1; fi

lint-go:
	go vet ./...
	$(TOOL) golangci-lint run ./...

lint-proto:
	$(TOOL) buf lint
	$(TOOL) buf format --diff --exit-code

lint-modules:
	go mod verify
	go mod tidy -diff

# In a copy of the tree, so that looking for differences makes none.
lint-generated:
	@internal/tools/check-generated.sh

lint-vulnerabilities:
	@internal/tools/check-vulnerabilities.sh
