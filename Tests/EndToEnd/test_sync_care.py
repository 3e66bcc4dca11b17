"""What is recorded of a client's care arrives upstream, the real programs over real HTTP."""

import os

import pyrofile_validator
import pytest
from fhir.resources.R4B import encounter, goal, observation, task
from synced import Synced, booked, hours, people, pulled
from test_devices import enrol, invite
from test_roles import GATEWAY, ROLES, user

READERS = {
    "Task": task.Task,
    "Goal": goal.Goal,
    "Encounter": encounter.Encounter,
    "Observation": observation.Observation,
}
CLIENT = {"client": "margaret-chen"}


@pytest.fixture
def agency(daemon, upstream):
    """A visitsd that has pulled a visit of Sarah's that begins this hour."""
    return pulled(daemon, upstream)


def test_the_walk_of_a_day_arrives_once(agency):
    visit = agency.visit()
    agency.change("visit.start", visit=visit)
    for preset in ("breakfast", "medication", "walk"):
        made = agency.change("task.put", **CLIENT, preset=preset)["task"]["id"]
        agency.change("task.record", **CLIENT, task=made, done=preset != "walk", visit=visit)
        if preset == "walk":
            agency.change("task.record", **CLIENT, task=made, outcome="refused", note="It rains", visit=visit)
    practised(agency, visit)
    agency.change("visit.complete", visit=visit)
    assert agency.sync() == "synced"
    assert agency.call("sync.problems")["problems"] == []
    stored = agency.upstream.resources
    encounters = {found["status"]: found for found in stored("Encounter")}
    assert list(encounters) == ["finished"]
    of_visit = next(found for found in stored("Encounter") if "appointment" in found)
    of_session = next(found for found in stored("Encounter") if "partOf" in found)
    meeting = {"reference": f"Encounter/{of_visit['id']}"}
    assert len(stored("Encounter")) == 2
    assert of_session["partOf"] == meeting
    tasks = {found["code"]["coding"][0]["code"]: found for found in stored("Task")}
    assert {code: found["status"] for code, found in tasks.items()} == {
        "breakfast": "completed", "medication": "completed", "walk": "rejected",
    }
    assert all(found["encounter"] == meeting for found in tasks.values())
    assert [note["text"] for note in tasks["walk"]["note"]] == ["It rains"]
    (outcome,) = stored("Observation")
    assert outcome["valueQuantity"]["value"] == 70
    assert outcome["encounter"] == {"reference": f"Encounter/{of_session['id']}"}
    assert outcome["focus"] == [{"reference": f"Goal/{stored('Goal')[0]['id']}"}]
    # Each as one version of one record: nothing was sent twice.
    for kind in ("Goal", "Observation"):
        assert len(agency.upstream.versions(kind)) == 1
    for kind, reader in READERS.items():
        for found in stored(kind):
            reader.model_validate(found)
            # This validator knows just the first four of a Task's states, those that its short definition lists.
            known = {**found, "status": "requested"} if kind == "Task" else found
            issues = pyrofile_validator.Validator().validate_resource(known).issues
            # It has but this one record, and finds none that it refers to.
            assert [issue.message for issue in issues if "does not resolve" not in issue.message] == []


def practised(agency, visit):
    """Ten trials on a goal, seven of them a success."""
    set_goal = agency.change("goal.put", **CLIENT, title="Stand up by herself")["goal"]["id"]
    session = agency.change("session.start", worker="sarah", **CLIENT, goal=set_goal, visit=visit)["session"]["id"]
    for number in range(10):
        agency.change("session.trial", session=session, success=number % 3 != 1)
    agency.change("session.end", session=session)


def test_what_is_recorded_while_upstream_is_away_arrives_when_it_is_back(agency):
    made = agency.change("task.put", **CLIENT, preset="breakfast")["task"]["id"]
    agency.upstream.stop()
    agency.change("task.record", **CLIENT, task=made, done=True, time="8:00")
    agency.change("task.record", **CLIENT, task=made, done=False)
    agency.change("task.record", **CLIENT, task=made, done=True, time="8:30")
    assert agency.sync() == "savedLocally"
    assert agency.call("sync.status")["pending"] == 1
    agency.upstream.start()
    assert agency.sync() == "synced"
    assert [found["status"] for found in agency.upstream.versions("Task")] == ["completed"]


def test_a_task_that_upstream_does_not_take_is_named_to_a_person_and_holds_up_nothing(agency):
    agency.upstream.faults({"contains": "Porridge", "status": 422, "times": None})
    made = agency.change("task.put", **CLIENT, preset="breakfast")["task"]["id"]
    agency.change("task.record", **CLIENT, task=made, done=True, note="Porridge")
    agency.complete()
    agency.sync()
    (problem,) = agency.call("sync.problems")["problems"]
    assert problem["kind"] == "parked"
    assert problem["display"]["title"] == "Margaret Chen, Breakfast"
    assert [found["status"] for found in agency.upstream.resources("Appointment")] == ["fulfilled"]
    listed = agency.daemon.visits("sync", "problems", check=False).stdout
    assert "Margaret Chen, Breakfast" in listed
    assert "is saved here and parked" in agency.daemon.log
    assert "Porridge" not in agency.daemon.log
    agency.upstream.faults()
    agency.daemon.visits("sync", "retry", "--all")
    assert agency.sync() == "synced"
    assert [found["status"] for found in agency.upstream.resources("Task")] == ["completed"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users")
def test_a_phone_that_names_a_client_who_was_merged_is_taken_at_its_word_and_is_seen_with_the_other(daemon, upstream):
    upstream.start().store(*people(), booked("a1", hours(0)))
    agency = Synced(daemon, upstream)
    daemon.configuration.write_text(daemon.configuration.read_text() + ROLES)
    daemon.folder.chmod(0o711)
    daemon.start()
    agency.until("synced")
    breakfast, walk = (
        agency.change("task.put", **CLIENT, preset=preset)["task"]["id"] for preset in ("breakfast", "walk")
    )
    stand = agency.change("goal.put", **CLIENT, title="Stand up by herself")["goal"]["id"]
    agency.change("task.record", **CLIENT, task=breakfast, done=True)
    visit = agency.visit()
    token = enrol(daemon, invite(daemon))
    assert agency.sync() == "synced"
    upstream.store(
        {"resourceType": "Patient", "id": "m-chen", "name": [{"text": "Maggie Chen"}]},
        {
            **people()[1],
            "active": False,
            "link": [{"other": {"reference": "Patient/m-chen"}, "type": "replaced-by"}],
        },
    )
    assert agency.sync() == "synced"
    # The phone was offline, and knows nothing of it.
    with user(daemon, GATEWAY) as gateway:
        phone = {**CLIENT, "auth": token}
        gateway.call("visit.start", visit=visit, auth=token, requestId="1")
        told = {**phone, "task": walk, "visit": visit, "done": True, "requestId": "2"}
        assert gateway.call("task.record", **told)["counter"] == "2/2"
        assert gateway.call("task.record", **told)["counter"] == "2/2"
        started = gateway.call("session.start", worker="sarah", **phone, goal=stand, requestId="3")["session"]
        gateway.call("session.trial", session=started["id"], success=True, auth=token, requestId="4")
        gateway.call("session.end", session=started["id"], auth=token, requestId="5")
        assert gateway.call("task.day", **phone)["client"] == "m-chen"
        assert [goal["title"] for goal in gateway.call("goal.list", **phone)["goals"]] == ["Stand up by herself"]
    for name in ("m-chen", "margaret-chen"):
        day = agency.call("task.day", client=name)
        assert (day["counter"], day["client"]) == ("2/2", "m-chen")
        assert [goal["id"] for goal in agency.call("goal.list", client=name)["goals"]] == [stand]
        (session,) = agency.call("session.list", client=name)["sessions"]
        assert (session["client"], session["visit"]) == ("m-chen", visit)
    entries = agency.call("audit.list", client="m-chen")["entries"]
    seen = [entry["after"]["words"] for entry in entries if entry["topic"] == "taskRecord"]
    assert [words.split(" on ")[0] for words in seen] == ["Breakfast", "Went for a walk"]
    assert agency.change("task.put", **CLIENT, preset="lunch")["task"]["client"] == "m-chen"
    assert agency.call("client.show", **CLIENT)["client"]["active"] is False
    assert agency.sync() == "synced"
    assert agency.call("sync.problems")["problems"] == []
    tasks = {found["code"]["coding"][0]["code"]: found["for"]["reference"] for found in upstream.resources("Task")}
    # What was sent before stands as it was sent, once.
    assert tasks == {"breakfast": "Patient/margaret-chen", "walk": "Patient/m-chen"}
    assert [len(upstream.versions(kind)) for kind in ("Task", "Goal", "Observation")] == [2, 1, 1]
