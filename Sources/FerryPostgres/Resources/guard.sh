#!/bin/sh
# Starts the server, prints its process id when it takes connections, and stops it as soon as the standard input ends: with the
# program that holds its other end. Its arguments are the server's folder, a folder to be removed at the end or nothing, and the
# command.
exec 3<&0 </dev/null
folder=$1 temporary=$2
shift 2
"$@" >>"$folder/log" 2>&1 3<&- &
server=$!
(
  read -r _ <&3
  kill -INT "$server"
) >/dev/null 2>&1 &
guard=$!
until [ "$(sed -n '1p;8s/ *$//p' "$folder/data/postmaster.pid" 2>/dev/null)" = "$server
ready" ]; do
  kill -0 "$server" 2>/dev/null || {
    kill "$guard"
    exit 1
  }
  sleep 0.02
done
echo "$server"
exec >/dev/null
wait "$server"
status=$?
# Later the number may be another process's.
kill "$guard" 2>/dev/null
if [ -n "$temporary" ]; then rm -rf "$temporary"; fi
exit "$status"
