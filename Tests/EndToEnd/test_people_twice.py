"""An agency that planned alone meets its own people in the system of record that it connects, or in an export of it."""

import json
import os

import pytest
from programs import CONFIGURATION, Refused
from synced import Synced, booked, eventually, hours, iso
from test_devices import enrol, invite
from test_roles import GATEWAY, ROLES, user

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users")


class Alone:
    """What Sarah and Margaret have recorded here before anybody connected a system of record."""

    def __init__(self, daemon):
        daemon.configuration.write_text(CONFIGURATION + ROLES)
        daemon.folder.chmod(0o711)
        daemon.start()
        self.daemon, self.start = daemon, hours(0)
        self.change("worker.put", id="sarah", name="Sarah Miller", phone="780 555 0101")
        self.change("client.put", id="margaret", name="Margaret Chen", birthDate="1941-03-05", accessNote="Key: 4711")
        self.first, self.second = (
            self.change("visit.add", client="margaret", worker="sarah", start=iso(start), minutes=60)["visits"][0]["id"]
            for start in (self.start, hours(1))
        )
        breakfast = self.change("task.put", client="margaret", preset="breakfast")["task"]["id"]
        self.token = enrol(daemon, invite(daemon))
        with user(daemon, GATEWAY) as phone:
            phone.call("visit.start", visit=self.first, auth=self.token, requestId="1")
            done = {"client": "margaret", "task": breakfast, "visit": self.first, "done": True}
            phone.call("task.record", **done, auth=self.token, requestId="2")
            phone.call("emergency.raise", worker="sarah", note="Fell", auth=self.token, requestId="3")
            phone.call("visit.complete", visit=self.first, auth=self.token, requestId="4")

    def change(self, method, **params):
        with self.daemon.client() as client:
            return client.change(method, **params)

    def call(self, method, **params):
        with self.daemon.client() as client:
            return client.call(method, **params)

    def there(self):
        """The same people and visits as the system of record has them."""
        return [
            {
                "resourceType": "Practitioner",
                "id": "123",
                "name": [{"text": "Miller, Sarah"}],
                "telecom": [{"system": "phone", "value": "+1 780 555 0101"}],
            },
            {
                "resourceType": "Patient",
                "id": "456",
                "name": [{"text": "Margaret Chen"}],
                "birthDate": "1941-03-05",
                "address": [{"text": "123 Oak St"}],
            },
            booked("a1", self.start, worker="123", client="456"),
            booked("a2", hours(1), worker="123", client="456"),
        ]

    def connect(self, upstream):
        """Connects the system of record, and waits until the office is told."""
        self.daemon.stop()
        agency = Synced(self.daemon, upstream)
        self.daemon.configuration.write_text(self.daemon.configuration.read_text() + ROLES)
        self.daemon.start()
        return agency

    def visits(self):
        """The visits that stand here, by worker and client."""
        found = self.call("visit.list", **{"from": iso(hours(-24)), "to": iso(hours(48))})["visits"]
        return [(visit["id"], visit["worker"], visit["client"], visit["status"]) for visit in found]

    def check_one_of_each(self):
        """Sarah and Margaret are here once, with each visit once, and the other ids mean them."""
        assert [worker["id"] for worker in self.call("worker.list")["workers"]] == ["sarah"]
        assert [entry["id"] for entry in self.call("client.list")["clients"]] == ["margaret"]
        assert self.visits() == [
            (self.first, "sarah", "margaret", "completed"),
            (self.second, "sarah", "margaret", "scheduled"),
        ]
        cards = self.call("today", worker="sarah")["cards"]
        assert len(cards) >= 1 and self.call("today", worker="123")["cards"] == cards
        assert self.call("task.day", client="456")["client"] == "margaret"
        client = self.call("client.show", client="margaret")["client"]
        assert (client["address"], client["accessNote"]) == ("123 Oak St", "Key: 4711")
        (emergency,) = self.call("emergency.list", worker="123")["emergencies"]
        assert emergency["worker"] == "sarah"
        with user(self.daemon, GATEWAY) as phone:
            told = {"visit": self.second, "auth": self.token, "requestId": "5"}
            shown = phone.call("today", worker="sarah", auth=self.token)["cards"]
            assert [card["visit"] for card in shown] == [card["visit"] for card in cards]
            # What the phone sends once more is known again.
            again = phone.call("visit.complete", visit=self.first, auth=self.token, requestId="4")
            assert again["visit"]["status"] == "completed"
            assert phone.call("visit.start", **told)["visit"]["worker"] == "sarah"


def link(daemon, people, id, record):
    """What the command line says of a link."""
    return " ".join(daemon.visits(people, "link", id, record).stdout.split())


def kinds(agency):
    """The problems of the sync: of which kind each is."""
    return sorted(problem["kind"] for problem in agency.call("sync.problems")["problems"])


def test_linked_people_have_each_visit_once_and_what_was_done_arrives_once(daemon, upstream):
    alone = Alone(daemon)
    upstream.start().store(*alone.there())
    agency = alone.connect(upstream)
    # Both visits wait, since the same ones stand there; and the office is told why.
    assert eventually(lambda: (found := kinds(agency)) == ["overruled", "parked", "parked"] and found)
    assert [found["status"] for found in upstream.resources("Appointment")] == ["booked", "booked"]
    assert upstream.resources("Encounter") == []
    assert {worker for _, worker, _, _ in alone.visits()} == {"sarah", "123"}
    proposed = daemon.visits("workers", "duplicates").stdout
    assert "Sarah Miller (sarah) ⇄ Miller, Sarah (123), Practitioner/123" in proposed
    assert "The same: name, telephone" in proposed
    assert "visits workers link sarah Practitioner/123" in proposed
    assert "The same: name, date of birth" in daemon.visits("clients", "link").stdout
    # Nobody was merged by looking.
    assert len(alone.visits()) == 4
    said = link(daemon, "workers", "sarah", "Practitioner/123")
    assert "All records of 123 belong to sarah now" in said
    assert "that were merged: 2" in link(daemon, "clients", "margaret", "Patient/456")
    assert eventually(lambda: agency.sync() == "synced")
    assert kinds(agency) == []
    appointments = {found["id"]: found["status"] for found in upstream.resources("Appointment")}
    assert appointments == {"a1": "fulfilled", "a2": "booked"}
    (encounter,) = upstream.resources("Encounter")
    assert encounter["status"] == "finished"
    assert encounter["appointment"] == [{"reference": "Appointment/a1"}]
    assert [len(upstream.versions("Encounter")), len(upstream.resources("Task")), len(upstream.resources("Flag"))] == [
        1, 1, 1,
    ]
    alone.check_one_of_each()
    assert eventually(lambda: agency.sync() == "synced")
    appointments = {found["id"]: found["status"] for found in upstream.resources("Appointment")}
    assert appointments == {"a1": "fulfilled", "a2": "fulfilled"}
    entries = alone.call("audit.list", worker="sarah", limit=1000)["entries"]
    assert [entry["reason"] for entry in entries if entry["method"] == "worker.link" and entry["topic"] == "worker"] == [
        "Practitioner/123"
    ]


def test_an_export_of_the_system_of_record_is_linked_like_the_system_itself(daemon):
    alone = Alone(daemon)
    bundle = daemon.folder / "export.json"
    entries = [{"resource": found} for found in alone.there()]
    bundle.write_text(json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}))
    told = daemon.visits("import", bundle)
    assert "People here who may also be in the file: 2." in " ".join(told.stderr.split())
    assert len(alone.visits()) == 4
    link(daemon, "clients", "margaret", "Patient/456")
    said = link(daemon, "workers", "sarah", "Practitioner/123")
    assert "Duplicate visits that were merged: 2" in said
    alone.check_one_of_each()
    assert daemon.visits("workers", "duplicates").stdout.startswith("✓ ")
    # The same export changes nothing more.
    again = daemon.visits("import", bundle)
    assert "0 added, 0 changed, 4 unchanged" in again.stdout


def test_people_who_are_linked_before_their_records_come_never_stand_twice(daemon, upstream):
    alone = Alone(daemon)
    upstream.start().store(*alone.there())
    refused = daemon.visits("workers", "link", "sarah", "Practitioner/123", check=False)
    assert refused.returncode == 64 and "whole address" in refused.stderr
    said = link(daemon, "workers", "sarah", f"{upstream.url}/Practitioner/123")
    assert "has not arrived yet" in said and "visits workers link sarah --undo" in said
    link(daemon, "clients", "margaret", f"{upstream.url}/Patient/456")
    agency = alone.connect(upstream)
    assert agency.until("synced")
    assert kinds(agency) == []
    appointments = {found["id"]: found["status"] for found in upstream.resources("Appointment")}
    assert appointments == {"a1": "fulfilled", "a2": "booked"}
    assert len(upstream.resources("Encounter")) == 1
    with pytest.raises(Refused):
        alone.call("worker.show", worker="123")


def test_people_who_only_have_one_name_stay_two_and_their_visits_too(daemon, upstream):
    alone = Alone(daemon)
    upstream.start().store(*alone.there())
    agency = alone.connect(upstream)
    assert eventually(lambda: len(found := kinds(agency)) == 3 and found)
    # Everything is tried again but what stands there twice: that is decided one by one.
    daemon.visits("sync", "retry", "--all")
    assert eventually(lambda: (found := kinds(agency)) == ["overruled", "parked", "parked"] and found)
    assert len(upstream.resources("Appointment")) == 2
    parked = [problem["problem"] for problem in agency.call("sync.problems")["problems"] if problem["kind"] == "parked"]
    for number in parked:
        daemon.visits("sync", "retry", number)
    assert eventually(lambda: len(found := upstream.resources("Appointment")) == 4 and found)
    assert len(alone.visits()) == 4


def test_a_link_is_refused_with_its_reason_and_is_taken_back_until_its_record_has_come(daemon, upstream):
    alone = Alone(daemon)
    upstream.start().store(*alone.there())

    def refused(*words, **more):
        done = daemon.visits(*words, check=False, **more)
        assert done.returncode != 0
        return " ".join(done.stderr.split())

    here = f"{upstream.url}/Practitioner"
    assert "of another kind" in refused("workers", "link", "sarah", f"{upstream.url}/Patient/456")
    assert "no record" in refused("workers", "link", "sarah", "123")
    assert "nothing to undo" in refused("workers", "link", "sarah", "--undo")
    link(daemon, "workers", "sarah", f"{here}/999")
    assert "is linked to" in refused("workers", "link", "sarah", f"{here}/123")
    assert "steht schon für" in refused("workers", "link", "sarah", f"{here}/123", "--locale", "de")
    assert "undone" in daemon.visits("workers", "link", "sarah", "--undo").stdout
    link(daemon, "workers", "sarah", f"{here}/123")
    alone.connect(upstream)
    assert eventually(lambda: not alone.call("worker.duplicates")["pairs"] and alone.call("client.duplicates")["pairs"])
    assert "no longer be told apart" in refused("workers", "link", "sarah", "--undo")
    assert refused("workers", "link", "margaret", "Practitioner/123")
