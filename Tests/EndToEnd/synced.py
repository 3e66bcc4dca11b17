"""A visitsd that keeps in step with the tests' FHIR server, and what stands there."""

import time
from datetime import datetime, timedelta, timezone

from programs import CONFIGURATION


def iso(moment):
    """An instant as FHIR writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def hours(count):
    """So many hours from now, on the hour."""
    return datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) + timedelta(hours=count)


def booked(id, start, worker="sarah", client="margaret-chen", **more):
    """An Appointment of an hour at Margaret Chen's."""
    return {
        "resourceType": "Appointment",
        "id": id,
        "status": "booked",
        "priority": 5,
        "start": iso(start),
        "end": iso(start + timedelta(hours=1)),
        "participant": [
            {"actor": {"reference": f"Patient/{client}"}, "status": "accepted"},
            {"actor": {"reference": f"Practitioner/{worker}"}, "status": "accepted"},
        ],
        **more,
    }


def people(worker="sarah", client="margaret-chen"):
    """Sarah, and Margaret Chen."""
    return [
        {"resourceType": "Practitioner", "id": worker, "name": [{"text": "Sarah Miller"}]},
        {"resourceType": "Patient", "id": client, "name": [{"text": "Margaret Chen"}]},
    ]


def eventually(look, seconds=30):
    """What a look comes to, as soon as it is something; the daemon goes its own ways."""
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < deadline, f"nothing after {seconds} seconds"
        time.sleep(0.02)


class Synced:
    """A visitsd that keeps in step with a FHIR server."""

    def __init__(self, daemon, upstream, **settings):
        self.daemon, self.upstream = daemon, upstream
        # Tests ask for many syncs, one after another.
        told = {"url": upstream.url, "askedSeconds": 0, **settings}
        lines = "".join(f"  {key}: {value}\n" for key, value in told.items())
        daemon.configuration.write_text(f"{CONFIGURATION}upstream:\n{lines}")

    def call(self, method, **params):
        with self.daemon.client() as client:
            return client.call(method, **params)

    def change(self, method, **params):
        with self.daemon.client() as client:
            return client.change(method, **params)

    def today(self):
        """Sarah's Today."""
        return self.call("today", worker="sarah")

    def sync(self):
        """Syncs as a person does; what the indicator says then."""
        return self.call("sync.now", wait=20)["sync"]["state"]

    def complete(self, number=0):
        """Sarah makes a visit."""
        visit = self.visit(number)
        self.change("visit.start", visit=visit)
        self.change("visit.complete", visit=visit)
        return visit

    def visit(self, number=0):
        """The id of a card of Sarah's."""
        return self.today()["cards"][number]["visit"]

    def until(self, state, seconds=30):
        """Waits until the indicator says so."""
        with self.daemon.client() as client:
            return eventually(lambda: (now := client.call("sync.status"))["state"] == state and now, seconds)


def pulled(daemon, upstream):
    """A visitsd that has pulled a visit of Sarah's that begins this hour."""
    upstream.start().store(*people(), booked("a1", hours(0)))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    return synced
