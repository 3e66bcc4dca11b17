"""Records upstream that cannot be taken in, or only in part: the others are, a person sees which, and what was made here
is not lost."""

import pytest
from bad_upstream import agency, kept_in_step  # noqa: F401: fixtures
from cases import further


def own(agency, members, text):
    """A rule that puts a text in the place of the first of some members in the test's third Appointment."""
    return {"path": "/Appointment", "times": None, "replace": {f'("id":"{agency.third}".*?){members}': rf"\1{text}"}}


@pytest.mark.parametrize(
    ("members", "text", "words"),
    [
        ('"start":"[^"]*"', '"start":7', "start"),
        further('"start":"([^"]*)Z"', r'"start":"\2"', "start"),
        further('"start":"[^"]*"', '"start":"tomorrow"', "start"),
        ('"start":"[^"]*"', '"start":"2099-01-01T00:00:00Z"', "end"),
        ('"start":"[^"]*",', "", "start"),
        ('"status":"booked"', '"status":"somewhen"', "status"),
        further('"status":"booked"', '"status":["booked"]', "status"),
        further(r'"participant":\[.*?\]', '"participant":"nobody"', "participant"),
        (r'"participant":\[.*?\]', '"participant":[]', "participant"),
        ("Patient/", "Patient/nobody-", "Patient/nobody-"),
        further("Practitioner/", "Practitioner/nobody-", "Practitioner/nobody-"),
        ("Patient/", "https://elsewhere.example/fhir/Patient/", "is not known here"),
    ],
    ids=[
        "number", "no-zone", "no-time", "end-before-start", "no-start", "unknown-status", "list", "text-for-list",
        "nobody", "unknown-patient", "unknown-worker", "patient-of-another-server",
    ],
)
def test_one_that_cannot_be_read_is_named_and_the_others_arrive(agency, members, text, words):
    agency.upstream.faults(own(agency, members, text))
    fourth = f"d{agency.number}x"
    agency.upstream.store(agency.booked(agency.third, 3), agency.booked(fourth, 4))
    agency.complete(agency.mine)
    # The next sync reads it again, and it is the same problem.
    assert agency.sync(2) == "synced"
    agency.is_there_once(agency.mine)
    assert len(agency.cards()) == 3
    problems = agency.problems()
    assert [(one["kind"], one["thing"]) for one in problems] == [("unread", f"Appointment/{agency.third}")]
    assert words in problems[0]["words"]
    assert agency.log.count("Something upstream cannot be taken in (Appointment); the rest is.") == 1
    agency.upstream.faults()
    assert agency.sync() == "synced"
    assert agency.problems() == []
    assert len(agency.cards()) == 4


def test_a_record_that_is_spoiled_while_a_completion_waits_parks_it_with_what_is_wrong(agency):
    agency.upstream.faults({"method": "POST", "status": 503, "times": None})
    agency.complete(agency.mine)
    agency.sync()
    agency.upstream.store({**agency.booked(agency.mine, 1), "priority": 6})
    spoiled = {f'("id":"{agency.mine}".*?)"start":"[^"]*"': r'\1"start":7'}
    agency.upstream.faults({"path": "/Appointment", "times": None, "replace": spoiled})
    agency.remark(agency.other)
    agency.sync(2)
    assert agency.has_arrived(agency.other)
    words = [(one["kind"], one["thing"]) for one in agency.problems()]
    assert ("unread", f"Appointment/{agency.mine}") in words
    agency.upstream.faults()
    for problem in agency.problems():
        if problem["kind"] == "parked":
            agency.synced.change("sync.retry", problem=problem["problem"])
    assert agency.sync(2) == "synced"
    assert agency.problems() == []
    assert agency.there(agency.mine)["status"] == "fulfilled"
    assert agency.there(agency.mine)["priority"] == 6


def test_two_appointments_with_one_identifier_are_two_visits(agency):
    shared = [{"system": "urn:example:contract", "value": f"contract {agency.number}"}]
    twins = [f"{letter}{agency.number}x" for letter in "de"]
    agency.upstream.store(*(agency.booked(id, 5 + at, identifier=shared) for at, id in enumerate(twins)))
    assert agency.sync() == "synced"
    cards = agency.cards()
    assert len(cards) == 4
    agency.visits.update(zip(twins, (card["visit"] for card in cards[2:])))
    for twin in twins:
        agency.complete(twin)
    assert agency.sync() == "synced"
    for twin in twins:
        agency.is_there_once(twin)


def test_a_second_appointment_with_our_own_identifier_is_named_and_changes_nothing(agency):
    start = agency.booked("x", 7)["start"]
    words = {"client": agency.client, "worker": agency.worker, "start": start, "minutes": 60, "allowOverlap": True}
    made = agency.synced.change("visit.add", **words)
    visit = made["visits"][0]["id"]
    assert agency.sync() == "synced"
    copy = {**agency.there(visit), "id": f"copy{agency.number}x", "comment": "A copy"}
    agency.upstream.store(copy)
    assert agency.sync() == "synced"
    assert [(one["kind"], one["thing"]) for one in agency.problems()] == [("unread", f"Appointment/{copy['id']}")]
    assert len(agency.cards()) == 3
    agency.visits[visit] = visit
    agency.complete(visit)
    assert agency.sync() == "synced"
    agency.is_there_once(visit)
    agency.upstream.delete("Appointment", copy["id"])
    assert agency.sync() == "synced"
    assert agency.problems() == []


def test_patients_who_replace_each_other_in_a_circle_hold_up_nothing(agency):
    one, two = f"q{agency.number}x", f"r{agency.number}x"

    def replaced(id, by):
        link = [{"other": {"reference": f"Patient/{by}"}, "type": "replaced-by"}]
        return {"resourceType": "Patient", "id": id, "name": [{"text": "Margaret Chen"}], "link": link}

    agency.upstream.store(replaced(one, two), replaced(two, one), agency.booked(agency.third, 3))
    agency.client = one
    fourth = agency.booked(f"d{agency.number}x", 4)
    agency.upstream.store(fourth)
    assert agency.sync() == "synced"
    assert len(agency.cards()) == 4


def test_an_encounter_of_no_appointment_that_there_is_holds_up_nothing(agency):
    agency.upstream.store(
        {
            "resourceType": "Encounter",
            "id": f"e{agency.number}x",
            "status": "finished",
            "class": {"code": "HH"},
            "appointment": [{"reference": "Appointment/nowhere"}],
            "period": {"start": agency.booked("x", 1)["start"]},
        },
        agency.booked(agency.third, 3),
    )
    agency.complete(agency.mine)
    assert agency.sync() == "synced"
    agency.is_there_once(agency.mine)
    assert len(agency.cards()) == 3
