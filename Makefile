# Tools are pinned in a module of their own, so that what they need never reaches the program's go.mod.
TOOL := go tool -modfile=internal/tools/go.mod

.PHONY: generate lint

generate: ## Regenerate what is generated: the protobuf code.
	$(TOOL) buf generate
