"""Measures visitsd and visits; scripts/bench builds what this needs and runs it."""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

import agency
import attacks
import calendars
import commands
import crowds
import gateway
import starts
import syncing
import tables
import web
from servers import ROOT, Redis, Visitsd, load, request, running
from table import table

CONNECTIONS = [1, 16, 64]
MISSES = 12_000


def medians(runs):
    """The median of each figure over the rounds."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def reads(daemon, redis, work, options):
    """`today` and redis's GET of the same bytes, all in turn, round by round."""
    misses = agency.unread_days(work, options.visits, options.rounds * len(CONNECTIONS), MISSES)
    get, full, unchanged = work / "get", work / "full", work / "unchanged"
    get.write_bytes(b"*2\r\n$3\r\nGET\r\n$5\r\ntoday\r\n")
    full.write_text(request("today", worker="sarah") + "\n")
    runs = {}
    for _ in range(options.rounds):
        for connections in CONNECTIONS:
            # Sarah's day changes as the hours pass (a visit becomes late), so both are taken anew.
            etag = daemon.call("today", worker="sarah")["etag"]
            unchanged.write_text(request("today", worker="sarah", ifNoneMatch=etag) + "\n")
            redis.set("today", daemon.answer(full.read_text().rstrip("\n")))
            for name, server, kind, file in [
                ("redis", redis, "resp", get),
                ("unchanged", daemon, "lines", unchanged),
                ("changed", daemon, "lines", full),
                ("miss", daemon, "once", next(misses)),
            ]:
                run = load(server, connections, options.seconds, kind, file)
                runs.setdefault((name, connections), []).append(run)
    return {f"{name} {connections}": medians(values) for (name, connections), values in runs.items()}


def homes(daemon, work, options):
    """`home` of a worker whom nobody has asked for yet, each with 140 visits in sight, and goals and a session."""
    agency.practise(daemon, work, options.visits)
    runs = []
    for number in range(options.rounds):
        # Another language is another view, composed anew.
        file = agency.unread_homes(work, options.visits, ["en", "de", "pl", "ru", "tr"][number % 5])
        runs.append(load(daemon, 1, options.seconds, "once", file))
    return medians(runs)


def changes(daemon, work, options):
    """Acknowledged completions from 1 and from 64 connections, and the syncs that they took."""
    per_run = {1: 3000, 64: 12_000}
    visits = agency.scheduled(daemon, options.rounds * sum(per_run.values()))
    file, runs = work / "completions", {}
    for number in range(options.rounds):
        for connections, most in per_run.items():
            part, visits = visits[: min(most, len(visits) // 2)], visits[min(most, len(visits) // 2) :]
            file.write_text(agency.completions(part, f"complete-{number}-{connections}"))
            before = daemon.syncs()
            run = load(daemon, connections, options.seconds, "once", file)
            # The load client leaves at most one change a connection unread.
            time.sleep(0.2)
            run["syncsPerChange"] = (daemon.syncs() - before) / run["answers"]
            runs.setdefault(connections, []).append(run)
    return {str(connections): medians(values) for connections, values in runs.items()}


def alone(folder, work, options, result):
    """What there is to measure of a visitsd that syncs with nobody; puts each part into the result as it ends."""
    with running(Visitsd(folder, work)) as daemon:
        agency.found(daemon, work, options.visits)
        result["fill"] = agency.fill(daemon, work, options.visits)
    result["starts"] = starts.measure(daemon.words, folder, work, options.rounds)
    with running(Redis(folder, work)) as redis, running(Visitsd(folder, work)) as daemon:
        daemon.call("today", worker="sarah")
        time.sleep(3)
        result["residentIdle"] = daemon.resident()
        result["stored"] = daemon.call("system.status")["visits"]
        result["reads"] = reads(daemon, redis, work, options)
        result["homes"] = homes(daemon, work, options)
        result["commands"] = commands.measure(daemon, work, options.rounds)
        result["changes"] = changes(daemon, work, options)
        result["residentAfterLoad"] = daemon.resident()
    command = [ROOT / ".build-bench/bin/measure-rules", work / "rules.sqlite"]
    rules = subprocess.run(command, check=True, capture_output=True, text=True)
    result["rules"] = json.loads(rules.stdout)
    result["tables"] = tables.measure(folder, work)
    result["crowds"] = crowds.measure(folder, work, options)
    result["attacks"] = attacks.measure(folder, work, options)
    result["gateway"] = gateway.measure(folder, work, options)
    result["web"] = web.measure(folder, work, options)


def start_times(folder, work, options):
    """The start times of the command line, on a schedule of at most 10,000 visits."""
    with running(Visitsd(folder, work)) as daemon:
        agency.found(daemon, work, options.visits)
        agency.fill(daemon, work, options.visits)
        return {"commands": commands.measure(daemon, work, options.rounds)}


def write(result, options):
    """Writes all figures to a file; returns its path."""
    parts = ("sync", "commands", "attacks", "gateway", "web")
    part = next((name for name in parts if getattr(options, name)), "result")
    output = ROOT / f".build-bench/{part}.json"
    output.write_text(json.dumps(result, indent=2) + "\n")
    return output


def main():
    """Everything, in one run on one database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=1_000_000)
    parser.add_argument("--appointments", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--sync", action="store_true", help="measure sync alone")
    only.add_argument("--commands", action="store_true", help="measure the start of the command line alone")
    only.add_argument("--gateway", action="store_true", help="measure the gateway alone")
    only.add_argument("--web", action="store_true", help="measure the web app alone")
    only.add_argument("--attacks", action="store_true", help="measure what attacks leave to others alone")
    options = parser.parse_args()
    if options.commands:
        options.visits = min(options.visits, 10_000)

    work = ROOT / ".build-bench/work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    # Only the sockets: their paths must be short, and the database belongs on a disk.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="visits-bench-"))
    result = {"visits": options.visits, "rounds": options.rounds, "cores": os.cpu_count()}
    try:
        if options.commands:
            result |= start_times(folder, work, options)
        elif options.gateway:
            result["gateway"] = gateway.measure(folder, work, options)
        elif options.web:
            result["web"] = web.measure(folder, work, options)
        elif options.attacks:
            result["attacks"] = attacks.measure(folder, work, options)
        elif not options.sync:
            alone(folder, work, options, result)
        if not (options.commands or options.attacks or options.gateway or options.web):
            result["sync"] = syncing.measure(folder, work, options.appointments)
            result["calendars"] = calendars.measure(folder, work)
    finally:
        shutil.rmtree(folder)
        # What was measured before a failure stays.
        write(result, options)
    shutil.rmtree(work)
    print(table(result))
    print(f"\nAll figures: {write(result, options)}")


if __name__ == "__main__":
    main()
