"""Answers that break off: what an HTTP server never does by itself."""

import asyncio
import socket

from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """uvicorn's connection, which hands its transport to the application, to be cut or written to."""

    def connection_made(self, transport):
        super().connection_made(transport)
        # An answer goes out in two writes. Without TCP_NODELAY the second waits 40 ms for the client's ACK. asyncio sets
        # the option only on sockets that it created itself.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.app_state = {**self.app_state, "transport": transport, "flow": self.flow}


class Cut(Response):
    """Closes the connection without an answer."""

    async def __call__(self, scope, receive, send):
        scope["state"]["transport"].abort()
        # uvicorn would send a 500 if this returned before it has seen the end.
        while (await receive())["type"] != "http.disconnect":
            pass


class Truncated(Response):
    """Sends the first bytes of a body that was announced as longer, then closes."""

    def __init__(self, *words, keep, **more):
        super().__init__(*words, **more)
        self._keep = keep

    async def __call__(self, scope, receive, send):
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body[: self._keep], "more_body": True})
        # Returning with the body unfinished makes uvicorn close.


class NewCertificate(Response):
    """Answers, then speaks TLS with another certificate on connections to come; this one is closed."""

    def __init__(self, *words, files, **more):
        super().__init__(*words, **more)
        self.headers["Connection"] = "close"
        self._files = files

    async def __call__(self, scope, receive, send):
        await super().__call__(scope, receive, send)
        scope["state"]["transport"].get_extra_info("sslcontext").load_cert_chain(*self._files)


async def endless(beginning, seconds):
    """The chunks of a body that never ends; for each one a reader that reads on has to wait so many seconds."""
    yield beginning
    while True:
        await asyncio.sleep(seconds)
        yield b" " * (1 if seconds else 65536)
