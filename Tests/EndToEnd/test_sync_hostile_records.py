"""Records of a wrong form, or older than before: what cannot be taken in is named, and what is here stays as it is."""

import pytest
from bad_upstream import agency, kept_in_step  # noqa: F401: fixtures
from cases import further
from hostile import MOST_MEMORY, bounded, fresh_agency, peak  # noqa: F401: a fixture
from spoiled_records import SAMPLES, page, spoiled

LONG = "z" * 10_000
TOO_LONG = "longer than the 64 bytes that FHIR allows"


@pytest.mark.parametrize(
    ("kind", "passed_over"),
    [
        # It is not read.
        ("Appointment", {"/priority"}),
        ("Encounter", set()),
        further("Practitioner", set()),
        # It may be of any type.
        further("Patient", {"/extension/0/valueString"}),
        further("Location", set()),
    ],
)
def test_a_value_of_a_wrong_type_is_named_wherever_it_stands_and_changes_nothing(fresh_agency, kind, passed_over):
    agency = fresh_agency
    sample = {"resourceType": kind, **SAMPLES[kind]}
    if kind == "Appointment":
        sample = {**agency.booked("x", 10), **sample}
    cases = {f"s{number}": case for number, case in enumerate(spoiled(sample))}
    body = page({**resource, "id": id} for id, (_, _, resource) in cases.items())
    agency.upstream.faults({"path": f"/{kind}\\?", "times": None, "body": body})
    before = agency.cards()
    agency.complete(agency.mine)
    assert agency.sync() == "synced"
    agency.is_there_once(agency.mine)
    named = {one["thing"].removeprefix(f"{kind}/") for one in agency.synced.call("sync.problems")["problems"]}
    unnamed = {way for id, (way, is_other_kind, _) in cases.items() if is_other_kind and id not in named}
    assert unnamed == passed_over
    assert len(named) > len(cases) / 2
    # A visit that was made all the same is that of the sample, at its time.
    known = {card["visit"] for card in before}
    made = {(card["time"], card["status"]) for card in agency.cards() if card["visit"] not in known}
    assert made in (set(), {(before[0]["time"].replace(":01", ":10"), "scheduled")})
    assert [(card["visit"], card["time"]) for card in agency.cards()[:2]] == [
        (card["visit"], card["time"]) for card in before
    ]
    assert peak(agency.daemon) < MOST_MEMORY


@pytest.mark.parametrize(
    ("members", "text", "thing", "words"),
    [
        ('"id":"THIRD"', f'"id":"{LONG}"', "Appointment", f"id: {TOO_LONG}"),
        further('"id":"THIRD"', f'"id":"{100 * LONG}"', "Appointment", f"id: {TOO_LONG}"),
        (
            '("id":"THIRD".*?"versionId":")1',
            rf"\1{LONG}",
            "Appointment/THIRD",
            f"Appointment/THIRD: meta.versionId: {TOO_LONG}",
        ),
        (
            '("id":"THIRD".*?)Practitioner/[^"]*',
            rf"\1Practitioner/{LONG}",
            "Appointment/THIRD",
            'z" leads to nothing; correct the reference',
        ),
        further(
            '("id":"THIRD".*?)Practitioner/[^"]*',
            r"\1nobody",
            "Appointment/THIRD",
            'participant[1].actor: "nobody" leads to nothing; correct the reference',
        ),
        (
            '("id":"THIRD")',
            rf'\1,"comment":"{LONG}"',
            "Appointment/THIRD",
            "comment: is longer than 4000 characters; shorten it",
        ),
    ],
    ids=["id", "id-1-MB", "version", "reference", "no-reference", "note"],
)
def test_what_is_too_long_is_named_and_makes_no_visit_until_it_is_well(agency, members, text, thing, words):
    rule = {members.replace("THIRD", agency.third): text}
    agency.upstream.faults({"path": "/Appointment", "times": None, "replace": rule})
    agency.upstream.store(agency.booked(agency.third, 3))
    agency.complete(agency.mine)
    with bounded(agency):
        assert agency.sync(2) == "synced"
    agency.is_there_once(agency.mine)
    problem = agency.problems()[0]
    assert problem["thing"] == thing.replace("THIRD", agency.third)
    assert problem["words"].endswith(words.replace("THIRD", agency.third))
    assert len(problem["words"]) < 300
    agency.upstream.faults()
    assert agency.sync(2) == "synced"
    assert agency.problems() == []
    assert len(agency.cards()) == 3


def test_a_long_identifier_makes_no_second_visit_and_goes_back_as_it_came(agency):
    identifier = [{"system": "urn:example:contract", "value": LONG}]
    agency.upstream.store(agency.booked(agency.third, 3, identifier=identifier))
    assert agency.sync(2) == "synced"
    assert len(agency.cards()) == 3
    agency.visits[agency.third] = agency.cards()[2]["visit"]
    agency.complete(agency.third)
    assert agency.sync(2) == "synced"
    agency.is_there_once(agency.third)
    assert agency.there(agency.third)["identifier"] == identifier


@pytest.mark.parametrize("path", ["/Appointment", further("/(Appointment|Encounter)")])
def test_versions_that_go_backwards_take_back_no_completion(agency, path):
    agency.complete(agency.mine)
    assert agency.sync() == "synced"
    agency.upstream.faults({"method": "GET", "path": path, "stale": 2, "times": None})
    agency.complete(agency.other)
    assert agency.sync(3) == "synced"
    # Read when the completion was not there yet, and then again when it was.
    assert [card["status"] for card in agency.cards()] == ["completed", "completed"]
    agency.upstream.faults()
    assert agency.sync(2) == "synced"
    assert [card["status"] for card in agency.cards()] == ["completed", "completed"]
    assert agency.problems() == []
    agency.is_there_once(agency.mine)
    agency.is_there_once(agency.other)


def test_a_moment_far_ahead_keeps_nothing_from_arriving(agency):
    ahead = {
        "replace": {'"lastUpdated":"[^"]*"': '"lastUpdated":"9999-12-31T23:59:59Z"'},
        "headers": {"Date": "Fri, 31 Dec 9999 23:59:59 GMT"},
    }
    agency.upstream.faults({"method": "GET", "times": None, **ahead})
    agency.remark(agency.mine)
    with bounded(agency):
        agency.sync(2)
    agency.upstream.faults()
    agency.upstream.store(agency.booked(agency.third, 3))
    # The first sync finds that the server's clock was set back.
    assert agency.sync(2) == "synced"
    assert len(agency.cards()) == 3
    assert agency.has_arrived(agency.mine)
    assert agency.problems() == []
