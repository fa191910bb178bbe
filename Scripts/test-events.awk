# Reads Swift Testing's event stream (JSON lines) and prints "passed failed skipped" of its test functions; then, on lines
# of their own, the names of tests that began and never ended, for the process died under them. Those count as failed.

function field(name,    pattern, start) {
  pattern = "\"" name "\":\""
  start = index($0, pattern)
  if (start == 0) return ""
  start += length(pattern)
  return match(substr($0, start), /[^\\]"/) ? substr($0, start, RSTART) : ""
}

/^\{"kind":"test",/ && /"kind":"function"/ { functions[field("id")] = 1 }

/^\{"kind":"event",/ {
  test = field("testID")
  if (!(test in functions)) next
  if (/"kind":"testStarted"/) started[test] = 1
  if (/"kind":"testSkipped"/) { skipped += 1; started[test] = 0 }
  if (/"kind":"testEnded"/) {
    if (/"symbol":"fail"/) failed += 1; else passed += 1
    started[test] = 0
  }
}

END {
  for (test in started) {
    if (!started[test]) continue
    failed += 1
    sub(/\\\/[^\/]*$/, "", test)
    gsub(/\\\//, "/", test)
    unfinished = unfinished "\n" test
  }
  print passed + 0, failed + 0, skipped + 0 unfinished
}
