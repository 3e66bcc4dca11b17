"""The FHIR server that visitsd syncs with, as a process that a test starts, spoils and looks into.

    def test_it(upstream):
        upstream.start("--seed", file)            # words of scripts/upstream; port and data are seen to
        upstream.faults({"method": "PUT", "path": "/Appointment/", "status": 503, "times": 2})
        ... upstream.url ...                      # the base URL, the same after a restart
        upstream.wait_for(method="PUT", count=3)  # returns those entries of the log
        upstream.resources("Appointment")         # what is stored now

What a fault can be stands in upstream/faults.py.
"""

import contextlib
import functools
import json
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import pytest
import requests
import urllib3

FOLDER = pathlib.Path(__file__).resolve().parent


@functools.cache
def forking():
    """The process that servers are forked from; it ends with this one."""
    words = [sys.executable, "-m", "upstream.forking"]
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=FOLDER, env=variables, text=True
    )


class Upstream:
    """A server that is not started yet; its data outlive a stop."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="upstream-"))
        # A descriptor of the process while it runs.
        self.process = None
        self.url = None
        self.words = ()
        self._stderr = self.folder / "stderr"

    def start(self, *words):
        """Starts it with words of its command line, or those of before; returns itself once it accepts."""
        assert self.process is None, "it runs already"
        self.words = words or self.words
        port = urllib3.util.parse_url(self.url).port if self.url else 0
        told = ["--port", port, "--data", self.folder / "data", *self.words]
        order = {"words": [str(word) for word in told], "stderr": str(self._stderr)}
        forks = forking()
        forks.stdin.write(json.dumps(order) + "\n")
        forks.stdin.flush()
        pid, url = int(forks.stdout.readline()), forks.stdout.readline().strip()
        assert url, f"it does not start:\n{self._stderr.read_text()}"
        self.process, self.url = os.pidfd_open(pid), url
        return self

    def stop(self, how=signal.SIGTERM):
        """Stops it; its port refuses from then on."""
        # The server may have ended by itself.
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.process, how)
        assert select.select([self.process], [], [], 30)[0], "it does not stop"
        os.close(self.process)
        self.process = None

    def restart(self, *words):
        """Stops and starts it at the same URL with the same data; faults, log, tokens and next links are gone."""
        self.stop()
        return self.start(*words)

    def remove(self):
        """Ends what still runs and takes the folder away."""
        if self.process is not None:
            self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder)

    def faults(self, *rules):
        """Sets these rules in place of all others; none at all puts an end to faults."""
        return self._control("PUT", "faults", json=list(rules))

    def faults_set(self):
        """The rules, each with how many requests it has `seen` and on how many it has `acted`."""
        return self._control("GET", "faults")

    def log(self, method=None, path=None, after=0, wait=0):
        """The requests that were answered or cut off, oldest first; path: a regular expression searched in it."""
        entries = self._control("GET", "log", params={"after": after, "wait": wait})
        return [
            entry
            for entry in entries
            if method in (None, entry["method"]) and re.search(path or "", entry["path"])
        ]

    def forget_log(self):
        """Empties the log."""
        self._control("DELETE", "log")

    def wait_for(self, method=None, path=None, count=1, seconds=30):
        """The requests of this kind, as soon as there are so many."""
        deadline = time.monotonic() + seconds
        last, found = 0, []
        while len(found) < count:
            left = deadline - time.monotonic()
            assert left > 0, f"{len(found)} of {count} requests {method or ''} {path or ''}:\n{self.log()}"
            more = self.log(after=last, wait=left)
            last = more[-1]["number"] if more else last
            found += [
                entry
                for entry in more
                if method in (None, entry["method"]) and re.search(path or "", entry["path"])
            ]
        return found

    def resources(self, kind):
        """Every resource of a type, as it is now."""
        return self._control("GET", f"resources/{kind}")

    def versions(self, kind):
        """Every version of every resource of a type in the order of writing; None where one was deleted."""
        return self._control("GET", f"resources/{kind}", params={"versions": ""})

    def store(self, *resources):
        """Stores resources as upstream's own users would, past faults and log; meta.lastUpdated is kept."""
        bundle = {"resourceType": "Bundle", "entry": [{"resource": resource} for resource in resources]}
        return self._control("POST", "resources", json=bundle)

    def delete(self, kind, id):
        """Deletes a resource, likewise."""
        self._control("DELETE", f"resources/{kind}/{id}")

    def set_clock(self, offset):
        """Sets its clock wrong by so many seconds."""
        self._control("PUT", "clock", json={"offset": offset})

    def revoke_tokens(self):
        """Makes every token that it gave out useless."""
        self._control("DELETE", "tokens")

    def empty(self):
        """Makes it as new: no resource, no rule, no log, the clock right."""
        self._control("DELETE", "all")

    def _control(self, method, what, **more):
        root = self.url.removesuffix("/fhir")
        with requests.Session() as session, warnings.catch_warnings():
            warnings.simplefilter("ignore", urllib3.exceptions.InsecureRequestWarning)
            # A test may have given it any certificate; no proxy of the environment is asked for loopback.
            session.verify, session.trust_env = False, False
            answer = session.request(method, f"{root}/__{what}", timeout=60, **more)
        assert answer.ok, f"{method} {what}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None


@pytest.fixture(scope="session")
def upstream_of_session():
    """A running server that many tests share; it is upstream_at_hand that they ask for."""
    upstream = Upstream().start()
    yield upstream
    upstream.remove()


@pytest.fixture
def upstream_at_hand(upstream_of_session):
    """An empty server that runs already: for a test that neither stops it nor gives it words."""
    upstream_of_session.empty()
    return upstream_of_session


@pytest.fixture
def upstream():
    """A FHIR server that is not started yet; ended and taken away afterwards."""
    upstream = Upstream()
    yield upstream
    upstream.remove()
