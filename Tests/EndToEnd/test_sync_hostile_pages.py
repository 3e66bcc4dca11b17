"""Pages that lead nowhere, or hold nothing but what cannot be taken in: they end, and what is wrong is listed."""

import json

import pytest
from bad_upstream import agency, kept_in_step  # noqa: F401: fixtures
from cases import further
from hostile import MOST_MEMORY, bounded, peak, stops_in_time
from synced import booked, hours, pulled

FOUND = "/Appointment\\?"
LINKS = [{"relation": "self", "url": "Appointment?_count=200"}]
EMPTY = json.dumps({"resourceType": "Bundle", "type": "searchset", "link": LINKS})


def test_empty_pages_that_each_lead_to_another_are_followed_a_hundred_times(agency):
    agency.upstream.faults({"path": FOUND, "times": None, "body": EMPTY, "next": "new"})
    agency.complete(agency.mine)
    agency.upstream.store(agency.booked(agency.third, 3))
    agency.upstream.forget_log()
    with bounded(agency):
        assert agency.sync(3) == "failed"
    assert len(agency.upstream.log(path=FOUND)) == 300
    words = [(one["thing"], one["words"]) for one in agency.problems()]
    assert words == [("Appointment", "The pages of this record have no end.")]
    agency.is_there_once(agency.mine)
    agency.is_well_when_the_fault_ends()


def test_records_without_an_id_are_named_and_the_others_arrive(agency):
    spoiled = {f'"id":"{agency.third}"': '"id":7'}
    agency.upstream.faults({"path": FOUND, "times": None, "replace": spoiled})
    fourth = f"d{agency.number}x"
    agency.upstream.store(agency.booked(agency.third, 3), agency.booked(fourth, 4))
    assert agency.sync(2) == "synced"
    assert len(agency.cards()) == 3
    problem = agency.problems()[0]
    assert problem["thing"] == "Appointment"
    assert problem["words"].endswith("id: expected a string, found a number")
    assert agency.log.count("Something upstream cannot be taken in (Appointment); the rest is.") == 1
    agency.upstream.faults()
    assert agency.sync() == "synced"
    assert agency.problems() == []
    assert len(agency.cards()) == 4


@pytest.mark.parametrize(("stream", "last"), [("20,000 bad ones", "b999"), further("30 megabytes", "l999")])
def test_of_twenty_thousand_records_that_cannot_be_taken_in_a_thousand_are_listed(daemon, upstream, stream, last):
    synced = pulled(daemon, upstream)
    visit = synced.visit()
    upstream.faults({"path": FOUND, "stream": stream})
    synced.change("visit.complete", visit=visit)
    # Each sync reads 20 of those that are listed again: upstream has none of them any more.
    for listed in (1000, 980):
        synced.sync()
        problems = synced.call("sync.problems")["problems"]
        assert len(problems) == listed + 1
        words = {problem["thing"]: problem["words"] for problem in problems}
        assert words["Appointment/*"] == (
            "More of these cannot be read than are listed. Ask the operator of the agency's system."
        )
    place = f"Appointment/{last}"
    assert words[place] == f"entry[999] {place}: start: expected string, found number"
    assert peak(daemon) < MOST_MEMORY
    upstream.store(booked("a2", hours(1)))
    assert synced.sync() == "synced"
    assert [card["status"] for card in synced.today()["cards"]] == ["completed", "scheduled"]
    assert [found["status"] for found in upstream.versions("Encounter")] == ["finished"]
    stops_in_time(daemon)


def test_of_five_thousand_references_a_thousand_are_followed(daemon, upstream):
    synced = pulled(daemon, upstream)
    visit = synced.visit()
    upstream.faults({"path": "/Patient\\?", "stream": "5,000 references"})
    upstream.forget_log()
    synced.change("visit.complete", visit=visit)
    synced.sync()
    assert len(upstream.log(path="/Patient/s")) == 1000
    assert peak(daemon) < MOST_MEMORY
    assert [card["status"] for card in synced.today()["cards"]] == ["completed"]
    assert [found["status"] for found in upstream.versions("Encounter")] == ["finished"]
    stops_in_time(daemon)
