"""The machine that the tests are run on, as an operator sees it."""

import contextlib
import json
import os
import pathlib
import pwd
import shlex
import socket
import subprocess
import threading
import time

PACKAGES = pathlib.Path("/packages")
SOCKET = "/run/visitsd/visitsd.sock"
STATE = pathlib.Path("/var/lib/visitsd")
CONFIGURATION = pathlib.Path("/etc/visits/visitsd.yaml")
# For this boot only: systemctl edit --runtime would put it there.
DROP_INS = pathlib.Path("/run/systemd/system/visitsd.service.d")


def run(*words, user=None, check=True, text=None, seconds=120):
    """Runs a command, as a user with all their groups if one is named."""
    words = [str(word) for word in words]
    variables = dict(os.environ)
    if user:
        words = ["runuser", "-u", user, "--", *words]
        variables["HOME"] = pwd.getpwnam(user).pw_dir
    done = subprocess.run(
        words, input=text or "", capture_output=True, text=True, timeout=seconds, cwd="/", env=variables
    )
    assert not check or done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done


def follow(line, folder="/", text=None, status=0):
    """Runs a line of a shell as somebody does who follows the documents; returns what it prints."""
    shell = ["bash", "-o", "pipefail", "-c", f"cd {folder} && export DEBIAN_FRONTEND=noninteractive && {line}"]
    if " edit " in line:
        # It wants a terminal.
        shell = ["script", "--quiet", "--return", "--command", shlex.join(shell), "/dev/null"]
    done = run(*shell, check=False, text=text, seconds=300)
    assert done.returncode == status, f"{line}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def visits(*words, **more):
    """Runs visits."""
    return run("visits", *words, **more)


def systemctl(*words, **more):
    """Runs systemctl."""
    return run("systemctl", *words, **more)


def unit(name="visitsd", *properties):
    """What systemd knows of a unit."""
    lines = systemctl("show", name, *(f"--property={p}" for p in properties)).stdout.splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def pid():
    """The daemon's process."""
    return int(unit("visitsd", "MainPID")["MainPID"])


def soon(what, holds, seconds=60):
    """Waits until something holds; returns it."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}\n{recently()}"
        time.sleep(0.05)
    return found


def recently(lines=40):
    """The daemon's last lines in the journal."""
    return run("journalctl", "--no-pager", "-n", lines, "-u", "visitsd", "-u", "visitsd.socket", check=False).stdout


def entries(*words):
    """Entries of the daemon in the journal."""
    run("journalctl", "--sync")
    done = run("journalctl", "--output=json", "--no-pager", "_SYSTEMD_UNIT=visitsd.service", *words)
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextlib.contextmanager
def drop_in(text, restart=True):
    """The unit with something added to it."""
    DROP_INS.mkdir(parents=True, exist_ok=True)
    file = DROP_INS / "test.conf"
    file.write_text(text)
    try:
        systemctl("daemon-reload")
        if restart:
            systemctl("restart", "visitsd")
        yield
    finally:
        file.unlink()
        DROP_INS.rmdir()
        systemctl("daemon-reload")
        systemctl("reset-failed", "visitsd", "visitsd.socket")
        if restart:
            systemctl("restart", "visitsd")


def call(method, **params):
    """What a call on a connection of its own answers."""
    with contextlib.closing(connect()) as connection:
        return ask(connection, method, **params)


def warnings():
    """What `visits status` tells an operator to look at."""
    return call("system.status")["result"]["warnings"]


def connect():
    """A connection to the daemon."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    connection.connect(SOCKET)
    return connection


def ask(connection, method, **params):
    """The answer to a call, read on a connection that has no other."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    connection.sendall(json.dumps(request).encode() + b"\n")
    with connection.makefile("rb") as lines:
        return json.loads(lines.readline())


class Calls:
    """What came of the calls of clients that keep calling."""

    def __init__(self):
        self.answered, self.failed = 0, []
        self.done = threading.Event()

    def go_on(self):
        """Reads again and again, each time on a connection of its own. A read whose connection is lost before it is
        answered is sent again, as visits does; a connection is never refused."""
        while not self.done.is_set():
            try:
                answer = call("worker.list")
            except (ConnectionResetError, BrokenPipeError, json.JSONDecodeError):
                continue
            except OSError as error:
                self.failed.append(repr(error))
                return
            if "result" in answer:
                self.answered += 1
            else:
                self.failed.append(answer["error"]["message"])
            # Whoever restarts it meanwhile needs the processor too.
            self.done.wait(0.02)


@contextlib.contextmanager
def calling(clients):
    """Clients that call while something else is done."""
    calls = Calls()
    threads = [threading.Thread(target=calls.go_on) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield calls
    finally:
        calls.done.set()
        for thread in threads:
            thread.join()


def program(path, script):
    """Writes a shell script that can be run; returns where."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def package(name):
    """A package that was built."""
    return next(PACKAGES.glob(f"{name}_*.deb"))


def install(*packages):
    """Installs packages as the guide says, without asking anybody; a file that was changed stays as it is."""
    words = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes", "--allow-downgrades"]
    return run(*words, "--option=Dpkg::Options::=--force-confold", "install", *packages, seconds=300)
