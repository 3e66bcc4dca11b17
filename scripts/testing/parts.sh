# The parts of scripts/test and .ci/run, and the second run of tests that failed. Sourced by bash behind lib.sh.

logs=$(mktemp -d)
background=
end() {
  [ -z "$background" ] || kill -- "-$background" 2>/dev/null || true
  rm -rf "$logs"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

# part NAME COMMAND...: runs the command, and prints how long it took and the last line of its output.
part() {
  local name=$1 begun=$SECONDS status=0 result
  shift
  # In a subshell: a function that calls die would end this script before it shows the output.
  ("$@") </dev/null >"$logs/part" 2>&1 || status=$?
  result=$(tail -n 1 "$logs/part")
  [ "$status" -eq 0 ] || result=FAILED
  case $result in
    # Leaves out the unit tests that pass and the log lines of their daemons, whose clock starts in 1970.
    FAILED | unsteady:*) grep -vE '^(◇|✔|1970-)' "$logs/part" || true ;;
  esac
  done_with "$name" "$begun" "$result"
  [ "$status" -eq 0 ] || exit "$status"
}

# done_with NAME BEGUN RESULT
done_with() {
  local seconds=$((SECONDS - $2))
  printf '%-13s %3d:%02d  %s\n' "$1" $((seconds / 60)) $((seconds % 60)) "${3:-done}"
}

# twice RUN WORDS...: runs tests. Those that fail run once more by themselves when all others have ended; if they pass
# then, the last line names them as unsteady. RUN is a function, called in two ways:
#   RUN first FILE WORDS...   runs all tests and writes the names of those that failed to FILE, one on each line;
#                             it leaves FILE empty if anything but a test failed, such as a crash
#   RUN second FILE WORDS...  runs the tests that FILE names, one at a time
twice() {
  local run=$1 failed status=0
  shift
  failed=$(mktemp -p "$logs")
  "$run" first "$failed" "$@" || status=$?
  if [ "$status" -eq 0 ]; then return; fi
  [ -s "$failed" ] || return "$status"
  printf '\nThe tests that failed run once more.\n'
  "$run" second "$failed" "$@" || return
  printf 'unsteady: %s\n' "$(paste -s -d ' ' "$failed")"
}

# python_tests first|second FILE WORDS...: pytest with these words.
python_tests() {
  local which=$1 failed=$2
  shift 2
  case $which in
    first) set -- "$@" --write-failed "$failed" ;;
    # One more failure decides.
    second) set -- "$@" --run-only "$failed" -n 0 --exitfirst ;;
  esac
  # Handed out one by one: otherwise the first worker gets all the long tests.
  PYTHONPATH="$root/scripts/testing" "$python" -m pytest -q -p no:cacheprovider -p second_run --rootdir "$root" \
    --maxschedchunk 1 "$@"
}

# swift_tests first|second FILE WORDS...: swift test with these words.
swift_tests() {
  local which=$1 failed=$2 events="$logs/events" status=0 filters=()
  shift 2
  if [ "$which" = second ]; then
    # Each name as a regular expression, in which a sign stands for itself or any other.
    mapfile -t filters < <(sed 's/[^[:alnum:]]/./g; s/.*/--filter=^&$/' "$failed")
    set -- "$@" --no-parallel "${filters[@]}"
  fi
  rm -f "$events"
  swift test --skip-build --disable-xctest --event-stream-output-path "$events" "$@" || status=$?
  case $which in
    first) "$python" "$root/scripts/testing/unit_test_events.py" failed "$events" >"$failed" ;;
    second) "$python" "$root/scripts/testing/unit_test_events.py" ended "$events" "$failed" || status=1 ;;
  esac
  return "$status"
}
