"""What is ours alone, emergencies and what was recorded of care, before a server that does not mean what it answers."""

import json

import pytest
from cases import further
from hostile import bounded, fresh_agency  # noqa: F401: a fixture
from synced import eventually
from test_sync_hostile_writes import REFUSED, singly  # noqa: F401: a fixture

# How each member of a Task stands there.
VALUES = {
    "status": '"[^"]*"',
    "code": r'{"coding":\[[^]]*\],"text":"[^"]*"}',
    "resourceType": '"Task"',
    "for": "{[^}]*}",
}


def test_an_outcome_under_200_is_no_proof_that_an_emergency_arrived(singly):
    agency = singly
    agency.upstream.faults({"method": "PUT", "path": "/Flag/", "times": None, **REFUSED})
    agency.synced.change("emergency.raise", worker=agency.worker, note="A fall")
    agency.upstream.wait_for(method="PUT", path="/Flag/")
    with bounded(agency):
        assert agency.sync() != "synced"
    assert agency.upstream.resources("Flag") == []
    agency.upstream.faults()
    agency.sync()
    (flag,) = eventually(lambda: agency.upstream.resources("Flag"))
    assert flag["status"] == "active"
    assert len(agency.upstream.versions("Flag")) == 1
    eventually(lambda: agency.sync() == "synced")


@pytest.mark.parametrize("wrong", [7, further([7]), {"a": 7}, further("nonsense"), further("z" * 100_000)], ids=repr)
@pytest.mark.parametrize("member", ["status", further("code"), further("resourceType"), further("for")])
def test_a_task_that_comes_back_spoiled_is_put_right_and_is_there_once(fresh_agency, member, wrong):
    agency = fresh_agency
    made = agency.synced.change("task.put", client=agency.client, preset="walk")["task"]["id"]
    spoiled = {f'"{member}":{VALUES[member]}': f'"{member}":{json.dumps(wrong)}'}
    agency.upstream.faults(
        {"contains": '"Task"', "cut": "after"}, {"method": "GET", "path": "/Task", "replace": spoiled, "times": None}
    )
    agency.synced.change("task.record", client=agency.client, task=made, done=True)
    with bounded(agency):
        agency.sync(3)
    agency.upstream.faults()
    assert agency.sync(2) == "synced"
    assert agency.synced.call("sync.problems")["problems"] == []
    (found,) = agency.upstream.resources("Task")
    assert (found["status"], found["code"]["coding"][0]["code"]) == ("completed", "walk")
    assert found["for"] == {"reference": f"Patient/{agency.client}"}
