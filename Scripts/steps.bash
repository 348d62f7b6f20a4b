# Functions of Scripts/test and Scripts/test-long, which run checks and list the skipped parts at the end.

mkdir -p .build
skipped=.build/skipped.log
: >"$skipped"

step() { printf '\n== %s (%ds)\n' "$1" "$SECONDS"; }

# Runs a check, and stores its skipped parts for the summary. Tests report theirs after an arrow.
check() {
  "$@" 2>&1 | tee .build/check.log
  grep -E '[:;] skipped|^➜ .* skipped' .build/check.log >>"$skipped" || true
}

# Prints the result and the skipped parts.
finish() {
  printf '\n%s in %ds\n' "$1" "$SECONDS"
  if [ -s "$skipped" ]; then
    printf 'except for the skipped ones:\n'
    sed 's/^/  /' "$skipped"
  fi
}
