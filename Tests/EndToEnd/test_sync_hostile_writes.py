"""Answers to what is sent that say one thing and mean another: nothing is taken for done that was not, nothing is done
twice, and a person sees that sync fails."""

import json

import pytest
from bad_upstream import Agency, Connected, agency, kept_in_step  # noqa: F401: fixtures
from cases import further
from hostile import bounded

NOT_THAT = "The answer does not match the request. Is the address right?"
ISSUE = {"severity": "error", "code": "invalid", "diagnostics": "Not taken"}
OUTCOME = json.dumps({"resourceType": "OperationOutcome", "issue": [ISSUE]})
# Under a status that says that all went well.
REFUSED = {"status": 200, "body": OUTCOME, "headers": {"ETag": 'W/"7"'}}


@pytest.fixture
def singly(daemon, upstream):
    """The same with a server that takes no transactions."""
    upstream.start("--without", "transaction")
    synced = Connected(daemon, upstream)
    daemon.start()
    with synced.connected():
        agency = Agency(synced)
        agency.begin()
        yield agency


def test_an_outcome_under_200_is_no_answer_to_a_search(agency):
    agency.upstream.faults({"path": "/(Appointment|Patient)\\?", "times": None, "status": 200, "body": OUTCOME})
    agency.complete(agency.mine)
    agency.upstream.store(agency.booked(agency.third, 3))
    with bounded(agency):
        assert agency.sync(3) == "failed"
    agency.is_there_once(agency.mine)
    words = {one["thing"]: one["words"] for one in agency.problems()}
    assert words["Appointment"] == "expected a Bundle, found OperationOutcome"
    assert agency.synced.call("sync.status")["problem"] == NOT_THAT
    agency.is_well_when_the_fault_ends()


def test_an_outcome_under_200_is_no_word_of_what_the_server_can_do(agency):
    agency.upstream.faults({"path": "/metadata", "times": None, "status": 200, "body": OUTCOME})
    agency.complete(agency.mine)
    agency.upstream.store(agency.booked(agency.third, 3))
    agency.upstream.forget_log()
    with bounded(agency):
        assert agency.sync(3) == "failed"
    assert agency.upstream.log(path="\\?") == []
    assert NOT_THAT in agency.daemon.visits("sync", "status").stdout
    agency.arrives_once_when_the_fault_ends(agency.mine)


@pytest.mark.parametrize(("server", "method"), [("agency", "POST"), ("singly", "PUT")], ids=["transaction", "write"])
def test_an_outcome_under_200_is_no_proof(request, server, method):
    agency = request.getfixturevalue(server)
    agency.upstream.faults({"method": method, "times": None, **REFUSED})
    agency.complete(agency.mine)
    with bounded(agency):
        assert agency.sync(3) == "failed"
    assert agency.there(agency.mine)["status"] == "booked"
    assert agency.synced.call("visit.show", visit=agency.visits[agency.mine])["visit"]["sync"] == "pending"
    assert agency.synced.call("sync.status")["problem"] == NOT_THAT
    agency.arrives_once_when_the_fault_ends(agency.mine)


NOT_KEPT = (
    "The agency's system answered that it accepted the change, but keeps something else. "
    "Ask the operator of that system, then try again."
)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ('"status":"fulfilled"', '"status":"booked"'),
        ('"status":"finished"', '"status":"planned"'),
        further('"end":"20[^"]*"', '"end":"2026-01-01T00:00:00Z"'),
    ],
)
@pytest.mark.parametrize(("server", "method"), [("agency", "POST"), ("singly", "PUT")], ids=["transaction", "write"])
def test_a_completion_that_the_server_says_it_keeps_otherwise_is_not_shown_as_sent(request, server, method, sent, kept):
    agency = request.getfixturevalue(server)
    agency.upstream.faults({"method": method, "times": None, "replace": {sent: kept}})
    agency.complete(agency.mine)
    assert agency.sync() == "failed"
    assert agency.synced.call("visit.show", visit=agency.visits[agency.mine])["visit"]["sync"] == "parked"
    assert agency.synced.call("today", worker=agency.worker)["sync"]["state"] == "failed"
    assert [problem["words"] for problem in agency.problems() if problem["kind"] == "parked"] == [NOT_KEPT]
    agency.arrives_once_when_the_fault_ends(agency.mine)


def test_remarks_under_200_go_well_with_a_write(singly):
    agency = singly
    remark = OUTCOME.replace('"error"', '"warning"')
    agency.upstream.faults({"method": "PUT", "times": None, "body": remark})
    agency.complete(agency.mine)
    assert agency.sync() == "synced"
    agency.is_there_once(agency.mine)


@pytest.mark.parametrize(
    "rule",
    [
        {"replace": {'"resourceType":"(Appointment|Encounter)"': '"resourceType":"Patient"'}},
        further({"replace": {'"id":"[^"]*"': '"id":"another"'}}),
        further({"replace": {'"resourceType":"Appointment"': '"resourceType":"Encounter"'}}),
    ],
    ids=["type", "id", "other-type"],
)
def test_an_answer_about_another_record_is_no_proof_of_a_write(singly, rule):
    agency = singly
    agency.upstream.faults({"method": "PUT", "path": "/Appointment/", "times": 1, **rule})
    agency.complete(agency.mine)
    assert agency.sync(2) == "synced"
    # It was done: that was found out by a read, and it was not done again.
    assert len(agency.upstream.log(method="PUT", path="/Appointment/")) == 1
    assert len(agency.upstream.log(method="GET", path=f"/Appointment/{agency.mine}$")) == 1
    agency.is_there_once(agency.mine)


@pytest.mark.parametrize("way", ["drop", "repeat", "reverse"])
def test_entries_that_do_not_answer_what_was_sent_are_taken_for_no_others(agency, way):
    agency.upstream.faults({"method": "POST", "entries": way, "times": 1})
    agency.upstream.forget_log()
    agency.complete(agency.mine)
    assert agency.sync(2) == "synced"
    # It was done: that was found out by a read, and it was not done again.
    assert len(agency.upstream.log(method="POST")) == 1
    assert len(agency.upstream.log(method="GET", path=f"/Appointment/{agency.mine}$")) == 1
    agency.is_there_once(agency.mine)
    # What is sent next builds on the right versions.
    agency.upstream.forget_log()
    agency.synced.change("visit.change", visit=agency.visits[agency.mine], note="Ring twice")
    assert agency.sync() == "synced"
    assert agency.has_arrived(agency.mine)
    assert len(agency.upstream.log(method="POST")) == 1
    assert agency.upstream.log(method="GET", path="/Appointment/") == []
