#!/usr/bin/env bash
# Fails if `make generate` would change anything. It runs in a copy of the tree and leaves the tree itself alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

mkdir "$copy/before" "$copy/after"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
	if [ -e "$file" ]; then printf '%s\0' "$file"; fi # not if it has been deleted
done >"$copy/files"
for tree in before after; do
	tar --create --null --files-from="$copy/files" | tar --extract --directory="$copy/$tree"
done
make --silent --directory="$copy/after" generate

if ! diff --recursive --brief "$copy/before" "$copy/after"; then
	echo 'generated files are out of date: run `make generate` and commit what it changes' >&2
	exit 1
fi
echo 'generated files are up to date'
