"""How long visitsd takes to be ready, after a stop in order."""

import os
import signal
import socket
import statistics
import subprocess
import time


def ready(words, log, path):
    """Starts visitsd and returns it, and the seconds until it said that it is ready."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, log.open("ab") as output:
        path.unlink(missing_ok=True)
        manager.bind(str(path))
        manager.settimeout(300)
        began = time.monotonic()
        process = subprocess.Popen(
            [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            env={**os.environ, "NOTIFY_SOCKET": str(path)},
        )  # fmt: skip
        while b"READY=1" not in manager.recv(65536):
            pass
        return process, time.monotonic() - began


def measure(words, folder, work, rounds):
    """The seconds from the start to READY=1, and from SIGTERM to the end, of a visitsd that was stopped in order."""
    starts, stops = [], []
    for _ in range(rounds):
        process, seconds = ready(words, work / "visitsd.log", folder / "notify")
        starts.append(seconds)
        # What a start leaves for later is not to be what a stop is measured by.
        time.sleep(1)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        stops.append(time.monotonic() - began)
    return {"ready": statistics.median(starts), "slowest": max(starts), "stopped": statistics.median(stops)}
