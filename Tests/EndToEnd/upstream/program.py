"""The program: reads its words, puts the server together, listens on loopback."""

import argparse
import contextlib
import json
import pathlib
import socket
import sys

import uvicorn

from upstream import fhir_json, seeds, tokens, transport
from upstream.application import Application
from upstream.clock import Clock
from upstream.faults import Faults
from upstream.interactions import Interactions
from upstream.log import Log
from upstream.outcomes import Refusal
from upstream.pages import Pages
from upstream.rest import Rest
from upstream.settings import FEATURES, Settings
from upstream.store import Store

_EXAMPLE = """
a fault:  scripts/upstream --fault '{"method": "PUT", "status": 503, "headers": {"Retry-After": "7"}, "times": 2}'
          What a fault can be stands in Tests/EndToEnd/upstream/faults.py. While the server runs: PUT /__faults.
"""


def main():
    """Runs the server until it is stopped."""
    words = _parser().parse_args()
    try:
        application = _application(words)
    except (OSError, ValueError, Refusal) as error:
        sys.exit(f"upstream: {error}")
    try:
        listening = socket.create_server(("127.0.0.1", words.port))
    except OSError as error:
        sys.exit(f"upstream: port {words.port}: {error.strerror}; --port 0 takes one that is free.")
    scheme = "https" if words.certificate else "http"
    print(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/fhir", flush=True)
    config = uvicorn.Config(
        application,
        http=transport.Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
        # Longer than clients keep a connection, so that none is closed under a request by chance.
        timeout_keep_alive=120,
        ssl_certfile=words.certificate,
        ssl_keyfile=words.key,
    )
    # uvicorn has shut down in order when it raises the signal of Ctrl-C again.
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _application(words):
    clock = Clock(words.clock_offset)
    settings = Settings(
        without=frozenset(words.without),
        conflict=words.conflict,
        max_bytes=words.max_bytes,
        max_entries=words.max_entries,
        page_life=words.page_life,
        type_history=words.type_history,
    )
    if words.data:
        words.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = Store(words.data / "upstream.sqlite" if words.data else ":memory:", settings.has("versioning"))
    for file in words.seed:
        try:
            stored = seeds.load(store, clock, fhir_json.read(file.read_text()), replace=False)
        except (ValueError, Refusal) as error:
            raise ValueError(f"{file}: {error}") from None
        print(f"{file.name}: {len(stored)} resources", file=sys.stderr)
    admission = tokens.Tokens(
        clock,
        token=words.token.read_text().strip() if words.token else None,
        clients={name: tokens.client_keys(path) for name, path in words.client},
        life=words.token_life,
    )
    faults = Faults()
    for fault in words.fault:
        faults.add(json.loads(fault), store.tick)
    pages = Pages(store, settings.page_life)
    rest = Rest(Interactions(store, settings, clock, pages), admission.secured)
    log = Log(echo=(lambda line: print(line, file=sys.stderr, flush=True)) if words.show_requests else None)
    return Application(rest, pages, store, settings, clock, admission, faults, log).asgi()


def _parser():
    parser = argparse.ArgumentParser(
        prog="scripts/upstream",
        description="A FHIR R4 server for trying and testing sync. It listens on 127.0.0.1 and prints its base URL.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--port", type=int, default=8099, metavar="N", help="the port; 0 takes one that is free (8099)")
    add("--data", type=pathlib.Path, metavar="FOLDER", help="keep the resources there, not in memory")
    add("--seed", type=pathlib.Path, action="append", default=[], metavar="FILE", help="a Bundle to begin with")
    add("--token", type=pathlib.Path, metavar="FILE", help="demand the bearer token that stands in the file")
    add("--client", type=_pair, action="append", default=[], metavar="ID=FILE", help="give tokens to a client that "
        "signs with the private key to this public one (PEM or JWKS), as SMART backend services do")
    add("--token-life", type=int, default=300, metavar="SECONDS", help="how long those tokens last (300)")
    add("--certificate", metavar="FILE", help="speak TLS with this certificate")
    add("--key", metavar="FILE", help="and its private key")
    add("--without", action="append", default=[], choices=FEATURES, help="leave out what other servers leave out too")
    add("--conflict", type=int, default=412, choices=(409, 412), help="what If-Match of an old version gets (412)")
    add("--max-bytes", type=int, default=Settings.max_bytes, metavar="N", help="the largest body; 413 above it")
    add("--max-entries", type=int, default=Settings.max_entries, metavar="N", help="the largest Bundle; 413 above it")
    add("--type-history", action="store_true", help="tell what happened to all resources of a type, deletions too")
    add("--page-life", type=float, default=Settings.page_life, metavar="SECONDS", help="when next links expire (300)")
    add("--clock-offset", type=float, default=0, metavar="SECONDS", help="by how much the clock is wrong")
    add("--fault", action="append", default=[], metavar="JSON", help="a rule for what goes wrong")
    add("--show-requests", action="store_true", help="a line on stderr for each request")
    return parser


def _pair(text):
    name, mark, path = text.partition("=")
    if not mark:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form ID=FILE")
    return name, path
