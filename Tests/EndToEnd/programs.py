"""The real programs: visitsd in a folder of its own, visits, and an independent JSON-RPC client."""

import contextlib
import datetime
import functools
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid

import jsonrpcclient
import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
VISITSD = ROOT / ".build/debug/visitsd"
VISITS = ROOT / ".build/debug/visits"


def zone_at(hour):
    """The name of a zone without daylight saving time where it is between two minutes before and 57 minutes past an hour.

    Workers of the sample arrive two minutes before the full hour and stay until the next one.
    """
    now = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=2)
    # From 11 hours behind UTC to 12 ahead. In these names the sign is reversed, as in POSIX.
    ahead = (hour - now.hour + 11) % 24 - 11
    return f"Etc/GMT{-ahead:+}" if ahead else "Etc/GMT"


# Today's cards stay as they are for at least 18 minutes after a run begins: then John Smith's visit may overrun.
ZONE = zone_at(10)
AGENCY = f"agency:\n  timeZone: {ZONE}\n"
# With somebody on call, since without there is a standing warning.
CONFIGURATION = AGENCY + "emergency:\n  tiers: [/bin/true]\n"
# A zone with daylight saving time, for tests of calendars.
EDMONTON = CONFIGURATION.replace(ZONE, "America/Edmonton")

# What any method may answer (api.md, Errors), beside what its row in the method table declares.
ERRORS_OF_ALL = {-32700, -32600, -32601, -32602, -32603, 1401, 1403, 1413, 1425, 1429, 1503}


# Variables that change what the programs print or where they look. COLUMNS and LINES set the terminal's size.
_DROPPED = ("VISITS", "XDG_", "NOTIFY_", "LC_", "LANG", "COLUMNS", "LINES")


def environment(**more):
    """This process's environment without what would change how the programs behave."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(_DROPPED)}
    return {**kept, "NO_COLOR": "1", **{k: str(v) for k, v in more.items()}}


class Daemon:
    """A visitsd, its state, its socket and its log."""

    def __init__(self, configuration=CONFIGURATION):
        # Not pytest's tmp_path: a UNIX socket's path has at most 107 bytes.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="visits-"))
        self.state = self.folder / "state"
        self.socket = self.folder / "s"
        self.log_file = self.folder / "log"
        self.configuration = self.folder / "visitsd.yaml"
        self.configuration.write_text(configuration)
        # However busy the machine is, no import is given up.
        self.variables = {"VISITSD_LIMITS_IMPORT_SECONDS": 3600}
        self.process = None
        # The process whose methods are cached, and the methods.
        self._described = None, None

    def words(self):
        return [VISITSD, "--config", self.configuration, "--state", self.state, "--socket", self.socket]

    def spawn(self, inherit=()):
        """Starts the program, and does not wait for it."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                self.words(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment(**self.variables),
                pass_fds=inherit,
            )  # fmt: skip
        return self

    def start(self):
        """Starts the program and waits until it listens."""
        self.spawn()
        deadline = time.monotonic() + 60
        while not accepts(self.socket):
            assert self.process.poll() is None, f"visitsd ended with {self.process.returncode}:\n{self.log}"
            assert time.monotonic() < deadline, f"visitsd does not listen:\n{self.log}"
            time.sleep(0.005)
        return self

    def refused(self):
        """Runs the program, which is not to start; returns its exit status and what it said of it."""
        before = len(self.log)
        self.spawn()
        status = self.process.wait(timeout=60)
        return status, self.log[before:]

    def stop(self, how=signal.SIGTERM):
        """Stops the program; returns its exit status."""
        self.process.send_signal(how)
        return self.process.wait(timeout=30)

    def remove(self):
        """Ends what still runs and takes the folder away."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder)

    @property
    def log(self):
        return self.log_file.read_text() if self.log_file.exists() else ""

    @property
    def resident(self):
        """How much memory the program holds, in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    @property
    def database(self):
        """The database's file."""
        return self.state / "visits.sqlite"

    def visits(self, *words, check=True, **more):
        """Runs visits against this daemon."""
        done = subprocess.run(
            [VISITS, *map(str, words)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env=environment(VISITS_SOCKET=self.socket, XDG_STATE_HOME=self.folder / "visits", **more),
        )
        assert not check or done.returncode == 0, f"visits {words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def shell(self, line, home, **more):
        """Runs a line of a shell with both programs, as a person of this daemon's machine does in a home folder."""
        path = f"{VISITS.parent}{os.pathsep}{os.environ['PATH']}"
        zone = {"VISITSD_AGENCY_TIME_ZONE": ZONE}
        told = {"VISITS_SOCKET": self.socket, "VISITSD_STATE": self.state, "HOME": home, "PATH": path, **zone, **more}
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], cwd=home, env=environment(**told), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    def import_sample(self, at="10:20"):
        """Imports the sample agency, composed for a time of today, or for the present moment if it is None.

        At 10:20 Margaret Chen's visit is completed and John Smith's is in progress.
        """
        sample = self.folder / "sample.json"
        command = [VISITSD, "sample", *(["--at", at] if at else []), "--config", self.configuration]
        with sample.open("wb") as file:
            subprocess.run(command, stdout=file, env=environment(), check=True)
        self.visits("import", sample)
        return self

    @contextlib.contextmanager
    def client(self, check=True):
        """A connection of an independent JSON-RPC client."""
        with Connection(self.socket) as connection:
            yield Client(connection, self._methods(connection) if check else None)

    def _methods(self, connection):
        """The methods as this process describes them: asked once, since they stay as they are."""
        if self._described[0] is not self.process:
            self._described = self.process, connection.discover()
        return self._described[1]

    def poll(self, times):
        """Reads Sarah's Today of the sample over and over, on a connection of its own."""
        with self.client(check=False) as client:
            for _ in range(times):
                assert client.call("today", worker="sarah")["progress"]["label"] == "1/7"


def accepts(path):
    """Whether a process listens on a UNIX socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
            return True
        except OSError:
            return False


class Connection:
    """Lines on a UNIX socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(str(path))
        self.file = self.socket.makefile("rwb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def send(self, line):
        """Sends bytes as they are."""
        self.file.write(line)
        self.file.flush()

    def receive(self):
        """The next line without its end; empty when the other side has closed."""
        return self.file.readline().rstrip(b"\n")

    def discover(self):
        """The methods by name, as rpc.discover tells them."""
        self.send(b'{"jsonrpc":"2.0","method":"rpc.discover","id":1}\n')
        return described(self.receive())


@functools.cache
def described(line):
    """The methods by name of a description, which is the same from one daemon to the next."""
    return {method["name"]: method for method in jsonrpcclient.parse_json(line.decode()).result["methods"]}


# What checks values, by the schema's identity: checking the schema itself takes longer than all the rest. No schema
# ever goes away, since `described` keeps it.
_VALIDATORS = {}


class Refused(Exception):
    """An error that the daemon answered."""

    def __init__(self, error):
        super().__init__(error.message)
        self.code, self.data = error.code, error.data


class Client:
    """Calls methods, and holds every call and every answer against the API's own description."""

    def __init__(self, connection, methods):
        self.connection, self.methods = connection, methods

    def call(self, method, **params):
        """The result of a call; raises Refused on an error."""
        self.connection.send(jsonrpcclient.request_json(method, params=params).encode() + b"\n")
        answer = jsonrpcclient.parse_json(self.connection.receive().decode())
        refused = isinstance(answer, jsonrpcclient.Error)
        if self.methods and method in self.methods:
            row = self.methods[method]
            if refused:
                known = ERRORS_OF_ALL | {error["code"] for error in row["errors"]}
                assert answer.code in known, f"{method} does not declare the error {answer}"
            else:
                self._check_parameters(row, params)
                self._check(answer.result, row["result"]["schema"])
        if refused:
            raise Refused(answer)
        return answer.result

    def change(self, method, **params):
        """The same with a requestId."""
        return self.call(method, requestId=uuid.uuid4().hex, **params)

    def _check_parameters(self, row, params):
        """Fails when a call that was taken is not what the description allows."""
        known = {field["name"]: field for field in row["params"]}
        assert set(params) <= set(known), f"{row['name']} took parameters that it does not describe: {params}"
        missing = {name for name, field in known.items() if field["required"]} - set(params)
        assert not missing, f"{row['name']} was taken without {missing}"
        for name, value in params.items():
            self._check(value, known[name]["schema"])

    def _check(self, value, schema):
        """Fails when a value is not what a schema of the description says."""
        if id(schema) not in _VALIDATORS:
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            _VALIDATORS[id(schema)] = kind(schema)
        _VALIDATORS[id(schema)].validate(value)
