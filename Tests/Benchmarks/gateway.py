"""visits-gateway before visitsd, beside nginx with one worker that serves the same bytes."""

import json
import pathlib
import socket
import statistics
import subprocess
import time

import agency
from servers import ROOT, Server, Visitsd, load, request, running

GATEWAY = ROOT / ".build-release/release/visits-gateway"
LUA = pathlib.Path(__file__).with_name("http.lua")
VISITS = 100_000
COMPLETIONS = 8_000
# The visits that are over suffice for so many rounds of completions.
ROUNDS = 3


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class HTTPServer(Server):
    """A process that answers HTTP on a port of this machine."""

    def __init__(self, words, port, log):
        self.port = port
        super().__init__(words, None, log)

    def accepts(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Nginx(HTTPServer):
    """nginx with one worker, which serves a folder."""

    def __init__(self, work, folder):
        port = free_port()
        configuration = work / "nginx.conf"
        configuration.write_text(
            f"""daemon off; worker_processes 1; pid {work}/nginx.pid; error_log {work}/nginx.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; keepalive_requests 1000000000; default_type application/json;
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""
        )
        # Without -p it would write beside its own package.
        super().__init__(["/usr/sbin/nginx", "-p", work, "-c", configuration], port, work / "nginx.out")


def wrk(port, path, connections, seconds, *headers, file=None):
    """A run of wrk with one thread."""
    words = ["wrk", "--threads", "1", "--connections", connections, "--duration", f"{seconds}s", "--latency"]
    words += [word for header in headers for word in ("--header", header)]
    words += ["--script", LUA, f"http://127.0.0.1:{port}{path}", *(["--", file] if file else [])]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True)
    result = json.loads(done.stderr.splitlines()[-1])
    if result["errors"]:
        raise SystemExit(f"{result['errors']} of {result['answers']} answers of {path} were errors:\n{done.stdout}")
    return result


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def fetch(port, path, **headers):
    """The headers and the body of an answer, by curl."""
    words = [word for name, value in headers.items() for word in ("-H", f"{name.replace('_', '-')}: {value}")]
    done = subprocess.run(
        ["curl", "-si", *words, f"http://127.0.0.1:{port}{path}"], capture_output=True, check=True
    )
    head, body = done.stdout.split(b"\r\n\r\n", 1)
    lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    return {name.lower(): value for name, value in lines.items()}, body


def tokens(daemon, gateway_socket, workers):
    """The token of a device of each worker."""
    door = Door(gateway_socket)
    made = {}
    for worker in workers:
        code = daemon.call("device.invite", worker=worker, requestId=f"invite-{worker}")["code"]
        made[worker] = door.call("device.enrol", code=code, requestId=f"enrol-{worker}")["token"]
    return made


class Door:
    """The socket for gateways."""

    def __init__(self, path):
        self.path = path

    ask, answer, call = Server.ask, Visitsd.answer, Visitsd.call


def reads(gateway, token, nginx, folder, options):
    """`today`, whole and unchanged, and the same bytes from nginx, in turn."""
    bearer = f"Authorization: Bearer {token}"
    headers, body = fetch(gateway.port, "/v1/today", Authorization=f"Bearer {token}")
    (folder / "today").write_bytes(body)
    of_file, _ = fetch(nginx.port, "/today")
    runs = {}
    for _ in range(options.rounds):
        for connections in (1, 64):
            for name, server, path, more in [
                ("nginx whole", nginx, "/today", []),
                ("whole", gateway, "/v1/today", [bearer]),
                ("nginx unchanged", nginx, "/today", [f"If-None-Match: {of_file['etag']}"]),
                ("unchanged", gateway, "/v1/today", [bearer, f"If-None-Match: {headers['etag']}"]),
            ]:
                run = wrk(server.port, path, connections, options.seconds, *more)
                runs.setdefault(f"{name} {connections}", []).append(run)
    return {name: medians(values) for name, values in runs.items()}


def completions(daemon, gateway, gateway_socket, options, work):
    """Acknowledged completions from 64 connections, over HTTP and on the socket for gateways, in turn."""
    rounds = min(options.rounds, ROUNDS)
    visits = agency.scheduled(daemon, 2 * COMPLETIONS * rounds)
    owners = tokens(daemon, gateway_socket, sorted({visit["worker"] for visit in visits}))
    file, runs = work / "completions", {"HTTP": [], "socket": []}
    door = Door(gateway_socket)
    for number in range(rounds):
        for name, measured in runs.items():
            part, visits = visits[:COMPLETIONS], visits[COMPLETIONS:]
            if name == "HTTP":
                file.write_text(
                    "".join(
                        f"{owners[visit['worker']]}\t{name}-{number}-{place}\t"
                        + json.dumps({"visit": visit["id"], "at": visit["end"]}) + "\n"
                        for place, visit in enumerate(part)
                    )
                )  # fmt: skip
                measured.append(wrk(gateway.port, "/v1/visit.complete", 64, 1, file=file))
            else:
                file.write_text(
                    "".join(
                        request(
                            "visit.complete", visit=visit["id"], at=visit["end"], auth=owners[visit["worker"]],
                            requestId=f"{name}-{number}-{place}",
                        )
                        + "\n"
                        for place, visit in enumerate(part)
                    )
                )  # fmt: skip
                measured.append(load(door, 64, 1, "once", file))
    return {name: statistics.median(run["rate"] for run in measured) for name, measured in runs.items()}


def measure(folder, work, options):
    """Everything of the gateway, in one run on one database."""
    work = work / "gateway"
    files = work / "files"
    files.mkdir(parents=True)
    gateway_socket = folder / "gateway.sock"
    with running(Visitsd(folder, work)) as daemon:
        agency.found(daemon, work, VISITS)
        agency.fill(daemon, work, VISITS)
        port = free_port()
        words = [GATEWAY, "--gateway-socket", gateway_socket, "--listen", f"127.0.0.1:{port}"]
        with running(HTTPServer(words, port, work / "gateway.log")) as gateway, running(Nginx(work, files)) as nginx:
            token = tokens(daemon, gateway_socket, ["sarah"])["sarah"]
            fetch(gateway.port, "/v1/today", Authorization=f"Bearer {token}")
            time.sleep(3)
            idle = gateway.resident()
            result = {"residentIdle": idle, "reads": reads(gateway, token, nginx, files, options)}
            result["completions"] = completions(daemon, gateway, gateway_socket, options, work)
            result["residentAfterLoad"] = gateway.resident()
    return result
