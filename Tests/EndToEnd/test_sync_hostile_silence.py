"""While an answer goes on for ever, people read and make visits, and the daemon ends when it is told to."""

import pytest
from bad_upstream import agency, kept_in_step  # noqa: F401: fixtures
from cases import further
from hostile import bounded, stops_in_time


@pytest.mark.parametrize(
    "rule",
    [
        {"stream": "announcements"},
        {"stream": "chunk extension"},
        further({"stream": "tiny chunks"}),
        further({"stream": "ten gigabytes", "drip": 0.1}),
        {"stream": "blanks", "drip": 0.1},
        further({"stream": "headers", "drip": 60}),
    ],
    ids=lambda rule: rule["stream"],
)
def test_a_daemon_that_is_told_without_end_answers_stops_at_once_and_sends_once_what_was_made(agency, rule):
    agency.upstream.faults({"times": None, **rule})
    agency.upstream.forget_log()
    with bounded(agency):
        agency.synced.call("sync.now", wait=0)
        # Each of the two loops asks for its own.
        agency.upstream.wait_for(path="/metadata", count=2)
        for _ in range(20):
            agency.cards()
    agency.complete(agency.mine)
    assert [card["status"] for card in agency.cards()] == ["completed", "scheduled"]
    assert agency.synced.call("sync.status")["pending"] == 1
    stops_in_time(agency.daemon)
    assert len(agency.upstream.log()) == 2
    agency.upstream.faults()
    agency.daemon.start()
    with agency.synced.connected():
        assert agency.sync() == "synced"
        agency.is_there_once(agency.mine)
