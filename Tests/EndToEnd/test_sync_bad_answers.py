"""Whatever upstream answers to what is sent and what is fetched: the rest of the sync goes on, a person sees what and
where, and nothing is lost."""

import json
from email.utils import formatdate
from time import monotonic, time

import pytest
from bad_upstream import WORDS, agency, kept_in_step  # noqa: F401: fixtures
from cases import further

OUTCOME = json.dumps(
    {"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": "invalid", "diagnostics": WORDS}]}
)
PAGE = "<html><body>Please log in</body></html>"
LOST = "The connection was lost before the answer arrived."
TROUBLE = "The agency's system has trouble of its own."
NOT_THAT = "The answer does not match the request. Is the address right?"


def said(status):
    """A status with words of upstream's own."""
    return {"status": status, "body": OUTCOME, "type": "application/fhir+json"}


def page(status):
    """A status with a page for people."""
    return {"status": status, "body": PAGE, "type": "text/html"}


def of_mine(agency, rule):
    """The rule for each write of the one visit."""
    return {"contains": rf"Appointment/{agency.mine}\b", "times": None, **rule}


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        further(said(400), WORDS),
        further(said(404), WORDS),
        further(said(410), WORDS),
        (said(422), WORDS),
        ({"status": 404, "body": ""}, "The agency's system no longer has the record that was changed."),
        ({"status": 413}, "The change is larger than the agency's system takes."),
        ({"status": 409}, "The record changed in the agency's system over and over while the change was sent."),
        further({"status": 412}, "The record changed in the agency's system over and over while the change was sent."),
    ],
    ids=["400", "404", "410", "422", "404-empty", "413", "409", "412"],
)
def test_what_is_refused_for_good_is_parked_in_upstreams_words_and_the_rest_goes_on(agency, rule, words):
    agency.upstream.faults(of_mine(agency, rule))
    agency.complete(agency.mine)
    agency.remark(agency.other)
    agency.upstream.store(agency.booked(agency.third, 3))
    assert agency.sync() == "failed"
    assert agency.has_arrived(agency.other)
    assert len(agency.cards()) == 3
    problem = agency.problems()[0]
    assert (problem["kind"], problem["visit"], problem["words"]) == ("parked", agency.visits[agency.mine], words)
    assert words in agency.shown_problems()
    assert f"Upstream does not take a change of visit {agency.visits[agency.mine]}" in agency.log
    agency.arrives_once_when_the_fault_ends(agency.mine)


@pytest.mark.parametrize(
    ("rule", "words", "is_everybodys"),
    [
        (said(401), "The agency's system does not accept our token (401).", True),
        (said(403), "The agency's system forbids us access (403).", False),
        further(said(408), TROUBLE, False),
        (said(429), TROUBLE, True),
        further(said(500), TROUBLE, False),
        (said(503), TROUBLE, False),
        (page(200), NOT_THAT, False),
        further(page(404), NOT_THAT, False),
        further(page(422), NOT_THAT, False),
        ({"redirect": "/elsewhere"}, NOT_THAT, False),
        ({"cut": "before"}, LOST, False),
    ],
    ids=["401", "403", "408", "429", "500", "503", "page-200", "page-404", "page-422", "redirect", "cut"],
)
def test_what_may_go_better_later_waits_and_arrives_once(agency, rule, words, is_everybodys):
    agency.upstream.faults(of_mine(agency, rule))
    agency.complete(agency.mine)
    agency.remark(agency.other)
    agency.upstream.store(agency.booked(agency.third, 3))
    assert agency.sync(4) == "failed"
    assert len(agency.cards()) == 3
    assert agency.has_arrived(agency.other) != is_everybodys
    status = agency.synced.call("sync.status")
    assert status["problem"].startswith(words)
    assert status["parked"] == 0
    assert words in agency.daemon.visits("sync", "status").stdout
    assert "Sync fails: " in agency.log
    assert agency.problems() == []
    agency.arrives_once_when_the_fault_ends(agency.mine)


@pytest.mark.parametrize(
    "rule",
    [
        {"cut": "after"},
        further({"truncate": 40}),
        {"endless": 0},
        further({"body": "[]"}),
        {"body": '{"resourceType":"Bundle","type":"transaction-response","entry":[{"response":7}]}'},
        {"type": "text/html"},
    ],
    ids=["cut", "truncated", "endless", "list", "wrong-types", "page"],
)
def test_what_was_done_and_not_told_is_found_out_and_done_once(agency, rule):
    agency.upstream.faults(of_mine(agency, rule))
    agency.complete(agency.mine)
    agency.remark(agency.other)
    agency.upstream.store(agency.booked(agency.third, 3))
    assert agency.sync(2) == "synced"
    assert agency.upstream.faults_set()[0]["acted"] == 1
    assert agency.has_arrived(agency.other)
    assert len(agency.cards()) == 3
    assert agency.problems() == []
    agency.is_there_once(agency.mine)


@pytest.mark.parametrize("after", ["120", lambda: formatdate(time() + 120, usegmt=True)], ids=["seconds", "date"])
def test_upstream_is_left_alone_for_as_long_as_it_asks(agency, after):
    headers = {"Retry-After": after if isinstance(after, str) else after()}
    agency.upstream.faults({"method": "POST", "status": 429, "headers": headers, "times": None})
    agency.complete(agency.mine)
    agency.sync()
    assert 90 < agency.synced.call("sync.status")["retryInSeconds"] <= 120
    agency.upstream.faults()
    agency.upstream.forget_log()
    for _ in range(3):
        assert agency.sync(2) != "synced"
    assert agency.upstream.log(method="POST") == []


def test_what_upstream_has_put_off_arrives_once_when_the_time_is_over(agency):
    agency.upstream.faults({"method": "POST", "status": 429, "headers": {"Retry-After": "1"}, "times": 1})
    agency.complete(agency.mine)
    agency.sync()
    deadline = monotonic() + 60
    while agency.sync(2) != "synced":
        assert monotonic() < deadline
    agency.arrives_once_when_the_fault_ends(agency.mine)


FOUND = "/Appointment\\?"
GATEWAY = {"status": 404, "body": '{"message":"no Route matched"}', "type": "application/json"}
FOREIGN = "This record continues at another server, which is not asked."
ELSEWHERE = "This record is said to be on another server, which is not asked."


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (said(400), WORDS),
        (said(403), "Access to this record is forbidden."),
        further(said(404), "The agency's system does not have this record."),
        further(said(409), "This record cannot be read at the moment."),
        further(said(410), "The agency's system does not have this record."),
        (said(412), "This record cannot be read at the moment."),
        further(said(413), "This record is too large."),
        further(said(422), WORDS),
        (said(500), "The agency's system has trouble with this record."),
        (page(200), "A web page came in place of this record."),
        further(page(404), "A web page came in place of this record."),
        further(GATEWAY, "A web page came in place of this record."),
        ({"endless": 0}, "The answer for this record is too large to be read."),
        ({"body": "[]"}, None),
        ({"body": '{"resourceType":"Bundle","entry":7}'}, None),
        further({"body": '{"resourceType":"Patient","id":"p1"}'}, None),
        ({"next": "self"}, "The pages of this record have no end."),
        ({"next": "http://192.0.2.1/fhir/Appointment?_page=x"}, FOREIGN),
        further({"next": "//192.0.2.1/fhir/Appointment?_page=x"}, FOREIGN),
        ({"redirect": "http://192.0.2.1/fhir/Appointment"}, ELSEWHERE),
    ],
    ids=[
        "400", "403", "404", "409", "410", "412", "413", "422", "500", "page-200", "page-404", "gateway-404", "endless", "list",
        "wrong-types", "other-type", "cycle", "other-host", "other-host-in-short", "redirect",
    ],
)
def test_a_search_that_comes_to_nothing_is_named_and_holds_up_nothing_else(agency, rule, words):
    agency.upstream.faults({"path": FOUND, "times": None, **rule})
    agency.complete(agency.mine)
    agency.upstream.store(agency.booked(agency.third, 3))
    assert agency.sync(3) == "failed"
    agency.is_there_once(agency.mine)
    problem = agency.problems()[0]
    assert (problem["kind"], problem["thing"]) == ("unread", "Appointment")
    assert problem["words"] == (words or problem["words"])
    assert "Something upstream cannot be taken in (Appointment); the rest is." in agency.log
    assert "Sync fails: " in agency.log
    agency.is_well_when_the_fault_ends()


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (said(401), "The agency's system does not accept our token (401)."),
        further(said(408), TROUBLE),
        further(said(429), TROUBLE),
        (said(503), TROUBLE),
        ({"cut": "before"}, LOST),
        ({"truncate": 40}, LOST),
    ],
    ids=["401", "408", "429", "503", "cut", "truncated"],
)
def test_while_nothing_can_be_fetched_what_is_made_here_is_sent(agency, rule, words):
    agency.upstream.faults({"path": FOUND, "times": None, **rule})
    agency.complete(agency.mine)
    agency.upstream.store(agency.booked(agency.third, 3))
    assert agency.sync(3) == "failed"
    agency.is_there_once(agency.mine)
    assert agency.synced.call("sync.status")["problem"].startswith(words)
    assert "Sync fails: " in agency.log
    agency.is_well_when_the_fault_ends()
