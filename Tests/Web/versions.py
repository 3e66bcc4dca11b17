"""Versions of the app: a gateway's app as another build of it would be, served by a proxy before the gateway."""

import contextlib
import hashlib
import http.client
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_HOP_BY_HOP = {"connection", "content-length", "keep-alive", "transfer-encoding", "etag"}


class Versions:
    """The address of a gateway whose app changes from one version to the other, and back.

    A version's title is "Visits" and its name. Its modules are those of the gateway under another digest.
    """

    def __init__(self, gateway):
        self.gateway = gateway
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"versions": self}))
        self._server.daemon_threads = True
        self.own_port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.own_port}"
        # The version that is served, and paths that are missing in it.
        self.name, self.missing = "one", ()
        # Calls that get no answer begin like this.
        self.unanswered = None
        # The paths that were asked for.
        self.asked = []
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def code(self, worker="sarah"):
        """A code for a device."""
        return self.gateway.code(worker)

    def change(self, name, missing=()):
        """The office installs another version; some of its files may be missing."""
        self.name, self.missing = name, missing

    def remove(self):
        """Ends it."""
        self._server.shutdown()
        self._server.server_close()

    def digest(self, name):
        """The digest in the paths of a version."""
        return hashlib.sha256(name.encode()).hexdigest()[:16]

    def answer(self, command, path, headers, body):
        """The status, headers and body of an answer."""
        self.asked.append(path)
        own = re.match(r"/app/([0-9a-f]{16})/(.*)", path)
        if own and (own[1] != self.digest(self.name) or own[2] in self.missing):
            return 404, [("Cache-Control", "no-store")], b""
        if command == "GET":
            headers = {name: value for name, value in headers.items() if name.lower() != "if-none-match"}
        digest = self._digest_of_gateway()
        status, answered, content = self._call(command, path.replace(self.digest(self.name), digest), headers, body)
        if path in ("/", "/sw.js", "/manifest.webmanifest"):
            content = self._versioned(content, digest)
        if path == "/sw.js":
            page = self._versioned(self._call("GET", "/", {}, b"")[2], digest)
            # The digest of the page stands in the list of files.
            line = f"/ {hashlib.sha256(page).hexdigest()[:16]}".encode()
            content = re.sub(rb"(?<=[`\n])/ [0-9a-f]{16}", line, content)
        return status, answered, content

    def _versioned(self, content, digest):
        content = content.replace(digest.encode(), self.digest(self.name).encode())
        return content.replace(b"<title>Visits</title>", f"<title>Visits {self.name}</title>".encode())

    def _digest_of_gateway(self):
        return dict(self._call("GET", "/", {}, b"")[1])["ETag"].strip('"')

    def _call(self, command, path, headers, body):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.gateway.port, timeout=60)) as gateway:
            gateway.putrequest(command, path, skip_host=True, skip_accept_encoding=True)
            gateway.putheader("Host", f"127.0.0.1:{self.gateway.port}")
            for name, value in headers.items():
                if name.lower() not in _HOP_BY_HOP | {"host"}:
                    # The gateway takes calls for its own address only.
                    gateway.putheader(name, value.replace(f":{self.own_port}", f":{self.gateway.port}"))
            if command == "POST":
                gateway.putheader("Content-Length", str(len(body)))
            gateway.endheaders(body)
            answer = gateway.getresponse()
            return answer.status, answer.getheaders(), answer.read()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        with contextlib.suppress(OSError):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.versions.unanswered and self.path.startswith(self.versions.unanswered):
                self.close_connection = True
                return
            status, headers, content = self.versions.answer(self.command, self.path, self.headers, body)
            self.send_response_only(status)
            for name, value in headers:
                if name.lower() not in _HOP_BY_HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    do_POST = do_GET

    def log_message(self, *_):
        pass
