"""The two servers that are measured, and how a single question is put to them."""

import contextlib
import json
import os
import pathlib
import socket
import struct
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / ".build-bench/bin"
VISITSD = ROOT / ".build-release/release/visitsd"
VISITS = ROOT / ".build-static/release/visits"


def request(method, **params):
    """One call as a line."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":"))


class Server:
    """A process that answers on a UNIX socket."""

    def __init__(self, words, path, log, **environment):
        self.path = path
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [str(word) for word in words],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **environment},
            )
        deadline = time.monotonic() + 300
        while not self.accepts():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{words[0]} does not listen:\n{log.read_text()[-2000:]}")
            time.sleep(0.01)

    def accepts(self):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self.path)) == 0

    def ask(self, data, whole):
        """Sends bytes, and reads until `whole` says that the answer is."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(300)
            connection.connect(str(self.path))
            connection.sendall(data)
            answer = b""
            while not whole(answer):
                part = connection.recv(1 << 20)
                if not part:
                    raise SystemExit("a server closed the connection")
                answer += part
            return answer

    def resident(self):
        """The resident memory in MB (10^6 bytes)."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) * 1024 / 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=60)


class Redis(Server):
    """redis-server that keeps everything in memory, without a port."""

    def __init__(self, folder, work):
        socket_path = folder / "redis"
        words = ["redis-server", "--port", "0", "--unixsocket", socket_path, "--save", "", "--appendonly", "no"]
        super().__init__([*words, "--dir", work], socket_path, work / "redis.log")

    def set(self, key, value):
        head = f"*3\r\n$3\r\nSET\r\n${len(key)}\r\n{key}\r\n${len(value)}\r\n"
        answer = self.ask(head.encode() + value + b"\r\n", lambda answer: answer.endswith(b"\r\n"))
        assert answer == b"+OK\r\n", answer


class Visitsd(Server):
    """visitsd on a database in the work folder, its syncs counted."""

    def __init__(self, folder, work, more=""):
        self.count_file = work / "syncs"
        configuration = work / "visitsd.yaml"
        configuration.write_text("agency:\n  timeZone: America/Edmonton\n" + more)
        words = [VISITSD, "--config", configuration, "--state", work / "state", "--socket", folder / "visitsd"]
        self.words = words
        super().__init__(
            words, folder / "visitsd", work / "visitsd.log", LD_PRELOAD=str(BIN / "count_syncs.so"),
            SYNC_COUNT=str(self.count_file),
        )
        self.sample_words = [VISITSD, "sample", "--config", configuration]

    def answer(self, line):
        """The whole answer to a line, as bytes."""
        return self.ask(line.encode() + b"\n", lambda answer: answer.endswith(b"\n"))

    def call(self, method, **params):
        answer = json.loads(self.answer(request(method, **params)))
        if "error" in answer:
            raise SystemExit(f"{method}: {answer['error']}")
        return answer["result"]

    @contextlib.contextmanager
    def connected(self):
        """A connection that stays: asks one question after the other, and returns each whole answer."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(300)
            connection.connect(str(self.path))
            with connection.makefile("rb") as answers:

                def ask(method, **params):
                    connection.sendall(request(method, **params).encode() + b"\n")
                    return json.loads(answers.readline())

                yield ask

    def settle(self):
        """Waits until it has done what it was asked to: until a call after it is answered, and its memory stands."""
        self.call("system.status")
        time.sleep(1)

    def syncs(self):
        """How often it has called fsync or fdatasync."""
        return struct.unpack("<Q", self.count_file.read_bytes())[0]


@contextlib.contextmanager
def running(server):
    """Stops a server whatever happens."""
    try:
        yield server
    finally:
        server.stop()


def load(server, connections, seconds, kind, file):
    """A run of the load client."""
    words = [BIN / "load", server.path, connections, seconds, kind, file]
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, check=True)
    result = json.loads(done.stdout)
    if result["errors"]:
        raise SystemExit(f"{result['errors']} of {result['answers']} answers were errors")
    return result
