"""The real visits-gateway before a real visitsd, on a free port of this machine."""

import contextlib
import re
import signal
import socket
import subprocess
import time

from programs import ROOT, Daemon, environment

GATEWAY = ROOT / ".build/debug/visits-gateway"


class Agency(Daemon):
    """A visitsd that listens for a gateway too."""

    def words(self):
        return [*super().words(), "--gateway-socket", self.gateway_socket]

    @property
    def gateway_socket(self):
        """The path of the socket for gateways."""
        return self.folder / "g"

    def states(self):
        """The state of each visit of Sarah's day, by the client's name."""
        with self.client() as caller:
            return {card["title"]: card["status"] for card in caller.call("today", worker="sarah")["cards"]}

    def recorded(self, client):
        """The methods of the changes of a client's visits, oldest first, from the audit."""
        with self.client() as caller:
            entries = caller.call("audit.list", client=client)["entries"]
        return [entry["method"] for entry in sorted(entries, key=lambda entry: entry["at"])
                if entry["method"] in ("visit.start", "visit.complete")]  # fmt: skip


class Gateway:
    """A visits-gateway before an agency, and its log."""

    def __init__(self, agency):
        self.agency = agency
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_file = agency.folder / "gateway.log"
        self.process = None

    def words(self):
        return [
            GATEWAY, "--config", self.agency.configuration, "--gateway-socket", self.agency.gateway_socket,
            "--listen", f"127.0.0.1:{self.port}", "--public-url", self.url,
        ]  # fmt: skip

    def start(self):
        """Starts the program and waits until it listens."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                self.words(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment()
            )
        deadline = time.monotonic() + 60
        while not listens(self.port):
            assert self.process.poll() is None, f"it ended with {self.process.returncode}:\n{self.log}"
            assert time.monotonic() < deadline, f"it does not listen:\n{self.log}"
            time.sleep(0.005)
        return self

    def stop(self, how=signal.SIGTERM):
        """Stops the program."""
        self.process.send_signal(how)
        self.process.wait(timeout=30)

    def remove(self):
        """Ends the program if it still runs."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    @property
    def log(self):
        return self.log_file.read_text() if self.log_file.exists() else ""

    def invite(self, worker="sarah"):
        """A code for a device of a worker, as the command line shows it."""
        shown = self.agency.visits("devices", "invite", worker).stdout
        return re.search(r"(?m)^ +(\w{4}-\w{4}-\w{4})$", shown)[1]

    def link(self, worker="sarah"):
        """A link that pairs a device."""
        return f"{self.url}/#code={self.invite(worker)}"


def free_port():
    """A port on which no program of this machine listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def listens(port):
    """Whether a program listens on a port of this machine."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
