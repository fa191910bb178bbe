# Sourced by the scripts beside it: the folders they work in, and a Swift build that shows progress instead of output.
# shellcheck shell=bash
set -euo pipefail

# The physical path: Package.swift compares it with the working directory to know that it is built as the root.
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
export PWD
export LC_NUMERIC=C
logs=$PWD/build/logs
mkdir -p "$logs"

# seconds_since START: with one decimal; START is an earlier `moment`.
moment() { printf '%s' "${EPOCHREALTIME:-$(date +%s)}"; }
seconds_since() { awk -v start="$1" -v end="$(moment)" 'BEGIN { printf "%.1f", end - start }'; }

# first_build_minutes: what a first debug build takes here. Two cores need ten minutes, most of them for the dependencies.
first_build_minutes() {
  local cores
  cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  echo $(((20 + cores - 1) / cores))
}

# show_progress LABEL: reads a build's output and shows how far it is: one line that changes in a terminal, else a line
# every half minute.
show_progress() {
  local label=$1 line state last=0 started=$SECONDS drawn=
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      state="step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
    elif [[ $line =~ ^(Fetching|Computing|Creating) ]]; then
      state='fetching packages'
    else
      continue
    fi
    if [[ -t 1 ]]; then
      printf '\r%s: %s, %d s \e[K' "$label" "$state" $((SECONDS - started))
      drawn=yes
    elif ((SECONDS - last >= 30)); then
      last=$SECONDS
      printf '%s: %s, %d s\n' "$label" "$state" $((SECONDS - started))
    fi
  done
  if [[ -n $drawn ]]; then printf '\r\e[K'; fi
}

# show_errors LOG: the compiler's errors once each, or the end of the log when it names none.
show_errors() {
  if grep -q 'error:' "$1"; then
    grep -vF '`- error:' "$1" | grep -E -A 2 'error:' | awk '!seen[$0]++' | head -60
  else
    tail -30 "$1"
  fi
  printf 'The whole output is in %s\n' "$1"
}

# swift_build LABEL ARGUMENTS...: `swift build`, its output in build/logs/LABEL.log.
swift_build() {
  local label=$1 log="$logs/$1.log"
  shift
  if ! swift build "$@" 2>&1 | tee "$log" | show_progress "$label"; then
    printf '%s failed.\n' "$label"
    show_errors "$log"
    return 1
  fi
}

# The tests that kill servers under load. They need a process of their own: work may wait for so many seconds only.
# shellcheck disable=SC2034
kill_tests='KilledUnderLoadTests|ThreeServersTests'

# The tests of every fault in every call, which load both cores for minutes: other tests have time limits.
# shellcheck disable=SC2034
fault_tests='ProviderFaultTests|ProviderOutcomeTests'

# The debug builds of the scripts have no debug information and no index, which saves time: a backtrace of a crash has no line
# numbers. (SwiftPM needs no index for tests with an entry point of their own, Tests/XCTMain.swift.) They have a folder of their
# own, so that a plain `swift build`, for a debugger, and the scripts do not build each other's products anew.
scratch=.build/quick
# shellcheck disable=SC2034
bin=$scratch/debug
quick=(--scratch-path "$scratch" -debug-info-format none --disable-index-store)

# debug_traits: sets `traits`. The store in PostgreSQL is part of a debug build where libpq is installed.
debug_traits() {
  traits=()
  if pkg-config --exists libpq 2>/dev/null; then traits=(--traits PostgreSQL); fi
}

# debug_build LABEL ARGUMENTS...: a debug build of this folder's package, and `traits` for what follows.
debug_build() {
  local label=$1
  shift
  debug_traits
  swift_build "$label" "${quick[@]}" ${traits[@]+"${traits[@]}"} "$@"
}

# run_tests ARGUMENTS...: the tests of this folder's package, once built, started by the command `limited`. `swift test` would
# plan the whole build anew before each part, and let nobody else build meanwhile.
limited=(env)
run_tests() {
  local programs=("$PWD/$bin"/*PackageTests.xctest)
  if ((${#programs[@]} != 1)); then
    printf 'There are several test programs: %s\n' "${programs[*]}" >&2
    return 1
  fi
  # All at once, hundreds of tests would make each other wait for longer than a server waits.
  "${limited[@]}" "${programs[0]}" --testing-library swift-testing --experimental-maximum-parallelization-width 8 "$@"
}

# setup_store: installs what the database needs that STORE names: sqlite, which is the default, or postgres.
setup_store() {
  case ${STORE:=sqlite} in
    sqlite) bash Scripts/setup demo ;;
    postgres) bash Scripts/setup postgres ;;
    *)
      printf 'STORE is sqlite or postgres.\n' >&2
      return 2
      ;;
  esac
}

# build_release PRODUCT ARGUMENTS...: the program or another product as it goes into production, with the Swift runtime in it.
# With STORE=postgres it has the store in PostgreSQL, too.
build_release() {
  setup_store
  local trait=Server
  if [[ $STORE == postgres ]]; then trait=PostgreSQL; fi
  swift_build release -c release --static-swift-stdlib --traits "$trait" --product "$@"
}

# build_phone ARGUMENTS...: the package of the phone, from its own folder, so that its parent is somebody's dependency:
# without its server.
build_phone() (
  cd Phone
  export PWD
  swift_build phone "${quick[@]}" "$@"
)
