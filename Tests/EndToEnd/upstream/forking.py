"""Forks FHIR servers from one process that has imported their libraries, so that each starts at once.

Each line of JSON on stdin starts one: the words of its command line and the file for its stderr. The server prints its
process id, then its base URL, or an empty line if it does not start. All servers end when the input ends.
"""

import json
import os
import signal
import sys
import traceback

from upstream import program, shape
from upstream.settings import TYPES


def main():
    """Forks a server for each line."""
    for kind in TYPES:
        shape.model(kind)
    os.setpgid(0, 0)
    # The kernel reaps the servers.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in iter(sys.stdin.readline, ""):
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _serve(**json.loads(line))
    os.killpg(0, signal.SIGKILL)


def _serve(words, stderr):
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(os.open(stderr, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), sys.stderr.fileno())
    sys.argv = ["upstream", *words]
    print(os.getpid(), flush=True)
    try:
        program.main()
    except SystemExit as ended:
        print(ended, file=sys.stderr)
        print(flush=True)
    except BaseException:
        traceback.print_exc()
        print(flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
