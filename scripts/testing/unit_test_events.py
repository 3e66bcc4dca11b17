"""Reads the events that `swift test --event-stream-output-path` writes.

unit_test_events.py failed EVENTS        prints the names of the tests that failed, one on each line; prints none if the
                                         run crashed, or a failure belongs to no test
unit_test_events.py ended EVENTS NAMES   exit status 1 unless the run and every test named in the file NAMES have ended
"""

import json
import pathlib
import sys


def read(file):
    """The payloads of a stream by their kind; the last line of a run that crashed may be cut."""
    payloads = {}
    # Names of tests contain characters at which splitlines() would split, such as U+2028.
    for line in file.read_bytes().splitlines() if file.exists() else []:
        try:
            payload = json.loads(line)["payload"]
        except ValueError:
            return {}
        payloads.setdefault(payload["kind"], []).append(payload)
    return payloads


def failed(payloads):
    """The names of the tests that failed, once each, in the order of their failures."""
    functions = {payload["id"] for payload in payloads.get("function", [])}
    names = []
    for event in payloads.get("issueRecorded", []):
        issue = event["issue"]
        # Swift 6.2 does not write isFailure.
        if issue.get("isFailure", not issue["isKnown"]):
            names.append(event.get("testID"))
    if "runEnded" not in payloads or not functions.issuperset(names):
        return []
    return list(dict.fromkeys(names))


def not_ended(payloads, names):
    """The names among these whose tests have not ended: all of them after a crash."""
    if "runEnded" not in payloads:
        return names
    ended = {payload["testID"] for payload in payloads.get("testEnded", [])}
    return [name for name in names if name not in ended]


def main(mode, events, names=None):
    payloads = read(pathlib.Path(events))
    if mode == "failed":
        print("".join(f"{name}\n" for name in failed(payloads)), end="")
        return 0
    missing = not_ended(payloads, pathlib.Path(names).read_text().splitlines())
    for name in missing:
        print(f"{name} did not run to its end.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
