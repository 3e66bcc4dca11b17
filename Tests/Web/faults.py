"""A bad network between a phone and the gateway: an HTTP proxy whose faults a seed chooses."""

import contextlib
import http.client
import random
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What becomes of a call, and how often.
FATES = {"answered": 4, "lost": 3, "late": 2, "500": 1, "502": 1, "portal": 1}
PORTAL = b"<!DOCTYPE html><title>Welcome</title><h1>Welcome to the hotel</h1>"
_HOP_BY_HOP = {"connection", "content-length", "keep-alive", "transfer-encoding"}


class FaultProxy:
    """Passes requests on. Once its faults have begun, it loses, delays or spoils answers to changes and to Today."""

    def __init__(self, seed):
        self._chance = random.Random(seed)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"proxy": self}))
        self._server.daemon_threads = True
        self.own_port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.own_port}"
        self.port = None
        self._is_faulty = False
        self._released = threading.Event()
        self._lock = threading.Lock()
        # The stage, how many changes are to reach it, and what happens then.
        self._watch = None
        # How many changes came in, and when the gateway acknowledged each key, in milliseconds since 1970.
        self.changes, self.acknowledged = 0, {}

    def start(self, port):
        """Takes requests for the gateway on that port."""
        self.port = port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def begin_faults(self):
        """From now on the network is bad."""
        self._is_faulty = True
        self._released.clear()

    def end_faults(self):
        """The network is good again, and what was late goes its way."""
        self._is_faulty = False
        self._released.set()

    def at_change(self, number, stage, act):
        """Acts once, when so many changes from now on have come in ("arrived") or were done by the office ("done")."""
        self._watch = [stage, number, act]

    def remove(self):
        """Ends it."""
        self._released.set()
        self._server.shutdown()
        self._server.server_close()

    def fate(self, path):
        """What becomes of a call."""
        with self._lock:
            if not self._is_faulty:
                return "answered", True
            is_read = path == "/v1/today"
            if not is_read and path not in ("/v1/visit.start", "/v1/visit.complete"):
                return "answered", True
            # A page that waits for Today would need the 20 s of its patience.
            fates = [fate for fate in FATES if not (is_read and fate == "late")]
            [fate] = self._chance.choices(fates, [FATES[each] for each in fates])
            return fate, fate in ("answered", "lost", "late") or self._chance.random() < 0.5

    def arrived(self, path):
        """A request has come in; returns whether it is a change."""
        is_change = path in ("/v1/visit.start", "/v1/visit.complete")
        if is_change:
            with self._lock:
                self.changes += 1
            self._reach("arrived")
        return is_change

    def done(self, key, status):
        """The gateway has answered a change."""
        if status < 300:
            self.acknowledged.setdefault(key, time.time() * 1_000)
        self._reach("done")

    def _reach(self, stage):
        with self._lock:
            if not self._watch or self._watch[0] != stage:
                return
            self._watch[1] -= 1
            is_it = self._watch[1] == 0
        if is_it:
            self._watch[2]()

    def wait_until_released(self):
        """Holds an answer back."""
        self._released.wait()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        with contextlib.suppress(OSError):
            self._serve()

    do_POST = do_GET

    def log_message(self, *_):
        pass

    def _serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_change = self.proxy.arrived(self.path)
        fate, is_passed_on = self.proxy.fate(self.path)
        if is_passed_on:
            status, headers, answer = self._pass_on(body)
            if is_change:
                self.proxy.done(self.headers.get("Idempotency-Key"), status)
        if fate == "late":
            self.proxy.wait_until_released()
        if fate == "lost":
            self.close_connection = True
        elif fate in ("answered", "late"):
            self._answer(status, headers, answer)
        elif fate == "portal":
            self._answer(200, [("Content-Type", "text/html")], PORTAL)
        else:
            self._answer(int(fate), [("Content-Type", "text/html")], b"<h1>Bad Gateway</h1>")

    def _pass_on(self, body):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.proxy.port, timeout=60)) as gateway:
            gateway.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in _HOP_BY_HOP:
                    # The gateway takes calls for its own address only.
                    gateway.putheader(name, value.replace(f":{self.proxy.own_port}", f":{self.proxy.port}"))
            if self.command == "POST":
                gateway.putheader("Content-Length", str(len(body)))
            gateway.endheaders(body)
            answer = gateway.getresponse()
            return answer.status, answer.getheaders(), answer.read()

    def _answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in _HOP_BY_HOP:
                self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
