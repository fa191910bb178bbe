# Sourced by checks that ask a running program: it listens on a free port, and ends with the script.
# shellcheck shell=bash
# shellcheck source=build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"

work=$(mktemp -d)
server=
finish() {
  if [[ -n $server ]]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT

answers() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port: sets `port`; the one after it is free, too.
free_port() {
  port=3180
  while answers "$port" || answers $((port + 1)); do port=$((port + 2)); done
}

# start_ferry COMMAND...: starts the program, which writes to $work/data, and waits until it answers on `port`.
start_ferry() {
  "$bin/ferry" "$@" --port "$port" --data "$work/data" >"$work/server.log" 2>&1 </dev/null &
  server=$!
  local last=$((SECONDS + 60))
  until answers "$port"; do
    if ((SECONDS > last)) || ! kill -0 "$server" 2>/dev/null; then
      printf 'ferry %s does not answer on port %s:\n' "$1" "$port"
      cat "$work/server.log"
      exit 1
    fi
    sleep 0.2
  done
}
