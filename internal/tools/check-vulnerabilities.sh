#!/usr/bin/env bash
# Looks for known vulnerabilities that the program can reach, and fails if there are any. The database is on the network; a
# machine without it gets a loud warning instead, since nothing has been checked then.
set -uo pipefail
cd "$(dirname "$0")/../.."

output=$(go tool -modfile=internal/tools/go.mod govulncheck "${@:-./...}" 2>&1)
status=$?
echo "$output"
# govulncheck exits with 3 for findings and with 1 for whatever else goes wrong.
if [ $status -eq 1 ] && grep -q '^govulncheck: fetching vulnerabilities: ' <<<"$output"; then
	cat >&2 <<'WARNING'
*****************************************************************************
** WARNING: the vulnerability database (vuln.go.dev) could not be reached. **
** NOTHING HAS BEEN CHECKED for known vulnerabilities.                     **
*****************************************************************************
WARNING
	exit 0
fi
exit $status
