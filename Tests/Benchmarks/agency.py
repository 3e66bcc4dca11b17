"""A large agency: every worker with five visits a day, planned in random order."""

import datetime
import json
import random
import subprocess

from servers import load, request

# Local to Edmonton in winter, and none touches midnight or another.
STARTS = ["15:00", "16:30", "18:00", "20:00", "22:00"]
DAYS = 200
PER_WORKER = DAYS * len(STARTS)


def days():
    """The care days of the agency, today in their middle."""
    today = datetime.date.today()
    return [today + datetime.timedelta(days=number - DAYS // 2) for number in range(DAYS)]


def workers(visits):
    """Whose visits these are."""
    return [f"worker-{number}" for number in range(max(1, visits // PER_WORKER))]


def found(daemon, work, visits):
    """Makes the sample agency, and the people of the large one."""
    bundle = subprocess.run(daemon.sample_words, stdout=subprocess.PIPE, check=True).stdout.decode()
    daemon.call("import", format="fhir", content=bundle, requestId="sample")
    lines = [
        request(f"{kind}.put", id=f"{kind}-{number}", name=f"{kind} {number}", requestId=f"{kind}-{number}")
        for kind, count in (("worker", len(workers(visits))), ("client", 2000))
        for number in range(count)
    ]
    file = work / "people"
    file.write_text("\n".join(lines) + "\n")
    load(daemon, 64, 600, "once", file)


def fill(daemon, work, visits):
    """Plans the visits over the socket, from 200 connections; returns what the load client measured."""
    file = work / "visits"
    chance = random.Random(1)
    slots = [(worker, day, start) for worker in workers(visits) for day in days() for start in STARTS]
    chance.shuffle(slots)
    with file.open("w") as lines:
        for number, (worker, day, start) in enumerate(slots[:visits]):
            call = request(
                "visit.add",
                client=f"client-{chance.randrange(2000)}",
                worker=worker,
                start=f"{day}T{start}:00Z",
                minutes=60,
                service="Personal care",
                requestId=f"add-{number}",
            )
            lines.write(call + "\n")
    before = daemon.syncs()
    result = load(daemon, 200, 3600, "once", file)
    file.unlink()
    return {**result, "syncsPerChange": (daemon.syncs() - before) / result["answers"]}


def unread_days(work, visits, files, lines):
    """So many files of requests for Todays that nobody has asked for yet."""
    pairs = [(worker, day) for worker in workers(visits) for day in days()]
    random.Random(2).shuffle(pairs)
    for number in range(files):
        part = pairs[number * lines % len(pairs) :][:lines]
        file = work / f"miss-{number}"
        file.write_text("".join(request("today", worker=worker, date=str(day)) + "\n" for worker, day in part))
        yield file


def practise(daemon, work, visits):
    """A goal for each client, and a session of each worker that has ended."""
    goals, sessions = work / "goals", work / "sessions"
    goals.write_text(
        "".join(
            request("goal.put", client=f"client-{number}", title="Stand up unaided", requestId=f"goal-{number}") + "\n"
            for number in range(2000)
        )
    )
    load(daemon, 64, 600, "once", goals)
    lines = []
    for number, worker in enumerate(workers(visits)):
        client = f"client-{number % 2000}"
        goal = daemon.call("goal.list", client=client)["goals"][0]["id"]
        begun = daemon.call(
            "session.start", worker=worker, client=client, goal=goal, requestId=f"start-{number}"
        )["session"]["id"]
        lines.append(request("session.trial", session=begun, success=True, requestId=f"trial-{number}"))
        lines.append(request("session.end", session=begun, requestId=f"end-{number}"))
    sessions.write_text("\n".join(lines) + "\n")
    load(daemon, 1, 600, "once", sessions)


def unread_homes(work, visits, locale):
    """A file of requests for Homes that nobody has asked for yet in that language."""
    file = work / f"home-{locale}"
    file.write_text("".join(request("home", worker=worker, locale=locale) + "\n" for worker in workers(visits)))
    return file


def scheduled(daemon, wanted):
    """Visits that are over, of which nobody has said yet that they were made."""
    visits, after = [], {}
    last = datetime.date.today() - datetime.timedelta(days=2)
    window = {"from": str(days()[0]), "to": str(last)}
    while len(visits) < wanted:
        page = daemon.call("visit.list", **window, status=["scheduled"], limit=1000, **after)
        visits += [visit for visit in page["visits"] if visit["worker"]]
        if not page.get("next"):
            break
        after = {"after": page["next"]}
    random.Random(3).shuffle(visits)
    return visits


def completions(visits, name):
    """The lines that complete these visits at the end of each."""
    return "".join(
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": number,
                "method": "visit.complete",
                "params": {"visit": visit["id"], "at": visit["end"], "requestId": f"{name}-{number}"},
            }
        )
        + "\n"
        for number, visit in enumerate(visits)
    )
