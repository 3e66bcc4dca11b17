"""The real visits-gateway on a free port of this machine, and an HTTP client."""

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import time

from programs import ROOT, environment

GATEWAY = ROOT / ".build/debug/visits-gateway"


def free_port():
    """A port on which no program of this machine listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def listens(port):
    """Whether a program listens on a port of this machine."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Gateway:
    """A visits-gateway before a visitsd, and its log."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_file = daemon.folder / f"gateway-{self.port}.log"
        self.process = None

    def start(self, *words):
        """Starts the program and waits until it listens."""
        place = ["--gateway-socket", self.daemon.folder / "gateway.sock", "--listen", f"127.0.0.1:{self.port}"]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [GATEWAY, *place, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment()
            )
        deadline = time.monotonic() + 60
        while not listens(self.port):
            assert self.process.poll() is None, f"visits-gateway ended with {self.process.returncode}:\n{self.log}"
            assert time.monotonic() < deadline, f"visits-gateway does not listen:\n{self.log}"
            time.sleep(0.005)
        return self

    def stop(self, how=signal.SIGTERM):
        """Stops the program; returns its exit status."""
        self.process.send_signal(how)
        return self.process.wait(timeout=30)

    def remove(self):
        """Ends what still runs."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    @property
    def log(self):
        return self.log_file.read_text() if self.log_file.exists() else ""

    def code(self, worker="sarah"):
        """A code for a device, as the office's command line shows it."""
        return re.search(r"(?m)^ +(\w{4}-\w{4}-\w{4})$", self.daemon.visits("devices", "invite", worker).stdout)[1]

    def token(self, worker="sarah"):
        """The token of a device that was paired through this gateway."""
        answer = self.post("device.enrol", {"code": self.code(worker)}, key=f"pair-{time.time_ns()}")
        assert answer.status == 200, answer
        return answer.json["token"]

    def get(self, path, token=None, **headers):
        """The answer to a GET."""
        return self.send("GET", path, None, token, **headers)

    def post(self, method, body, token=None, key=None, **headers):
        """The answer to a call of a method."""
        if key:
            headers["Idempotency_Key"] = key
        headers.setdefault("Content_Type", "application/json")
        return self.send("POST", f"/v1/{method}", json.dumps(body), token, **headers)

    def send(self, verb, path, body=None, token=None, **headers):
        """The answer to a request; `_` stands for `-` in the names of headers."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(verb, path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())


class Answer:
    """An answer of HTTP."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def problem(self):
        """The kind of a problem, once its form is checked."""
        assert self.headers["Content-Type"] == "application/problem+json", self
        assert self.headers["Cache-Control"] == "no-store", self
        problem = self.json
        assert problem["status"] == self.status and problem["title"] and problem["detail"] and problem["code"], self
        assert problem["type"] == f"urn:visits:problem:{problem['kind']}", self
        return problem["kind"]

    def __repr__(self):
        return f"{self.status}\n{self.headers}{self.body.decode(errors='replace')}"
