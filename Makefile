# Tools are pinned in a module of their own, so that what they need never reaches the program's go.mod. To update one:
#   go get -tool -modfile=internal/tools/go.mod github.com/bufbuild/buf/cmd/buf@latest
TOOL := go tool -modfile=internal/tools/go.mod

.PHONY: generate lint lint-go lint-format lint-proto lint-generated lint-modules lint-vulnerabilities

generate: ## Make the generated code again.
	$(TOOL) buf generate

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
