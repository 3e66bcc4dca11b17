"""The searches of the tests' FHIR server."""

import pytest
from upstream_samples import SYSTEM, Asking, appointment, encounter, refused


@pytest.fixture
def ask(upstream_at_hand):
    """A client of a running server."""
    return Asking(upstream_at_hand)


def booked(id, updated, hour=8):
    """A visit that was last changed at a time of 1 January."""
    return appointment(id, hour=hour, meta={"lastUpdated": f"2026-01-01T{updated}Z"})


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("ge2026-01-01T10:00:00.500Z", "bcd"),
        ("gt2026-01-01T10:00:00.500Z", "cd"),
        ("le2026-01-01T10:00:00.500Z", "ab"),
        ("lt2026-01-01T10:00:00.500Z", "a"),
        ("2026-01-01T10:00:00.500Z", "b"),
        ("2026-01-01T10:00:00Z", "abc"),
        ("gt2026-01-01T10:00:00Z", "d"),
        ("ge2026-01-01T11:00:00%2B01:00", "abcd"),
        ("2026-01-01", "abcd"),
        ("gt2026-01-01", ""),
        ("2026", "abcd"),
    ],
)
def test_changes_are_found_to_the_millisecond_and_to_the_precision_of_the_question(ask, value, found):
    times = {"a": "10:00:00.499", "b": "10:00:00.500", "c": "10:00:00.501", "d": "10:00:01.000"}
    ask.upstream.store(*(booked(id, updated) for id, updated in times.items()))
    assert "".join(ask.ids(f"Appointment?_lastUpdated={value}&_sort=_lastUpdated")) == found


def test_changes_come_in_their_order_whatever_that_of_writing(ask):
    ask.upstream.store(booked("late", "12:00:00"), booked("early", "09:00:00"), booked("noon", "12:00:00"))
    assert ask.ids("Appointment?_sort=_lastUpdated&_count=1") == ["early", "late", "noon"]
    assert ask.ids("Appointment?_sort=-_lastUpdated,_id") == ["late", "noon", "early"]


def test_days_are_found_by_their_visits_starts(ask):
    ask.upstream.store(*(appointment(f"h{hour}", hour=hour) for hour in (0, 8, 22)))
    assert ask.ids("Appointment?date=ge2026-01-05&date=lt2026-01-06&_sort=date") == ["h0", "h8", "h22"]
    assert ask.ids("Appointment?date=ge2026-01-05T08:00:00Z&date=lt2026-01-05T22:00:00Z") == ["h8"]
    assert ask.ids("Appointment?date=lt2026-01-05") == []


def test_attendances_are_found_by_their_periods(ask):
    ended = {"start": "2026-01-05T08:00:00Z", "end": "2026-01-05T09:00:00Z"}
    ask.upstream.store(encounter("open"), encounter("ended", period=ended))
    assert ask.ids("Encounter?date=ge2026-01-05T10:00:00Z") == ["open"]
    assert ask.ids("Encounter?date=lt2026-01-05T08:03:00Z") == ["ended"]


@pytest.mark.parametrize(
    ("token", "found"),
    [
        (f"{SYSTEM}|v1", ["a1"]),
        ("v1", ["a1", "a2"]),
        ("|v1", ["a2"]),
        (f"{SYSTEM}|", ["a1", "a3"]),
        (f"{SYSTEM}|v1,{SYSTEM}|v3", ["a1", "a3"]),
        ("v9", []),
    ],
)
def test_identifiers_are_found_by_system_and_value(ask, token, found):
    ask.upstream.store(
        appointment("a1", value="v1"), appointment("a2", identifier=[{"value": "v1"}]), appointment("a3", value="v3")
    )
    assert ask.ids(f"Appointment?identifier={token}&_sort=_id") == found


def test_an_identifier_that_was_taken_away_finds_nothing(ask):
    ask.upstream.store(appointment("a1", value="v1"))
    ask.upstream.store(appointment("a1"))
    assert ask.ids(f"Appointment?identifier={SYSTEM}|v1") == []


def test_pages_hold_what_the_first_one_counted_whatever_is_written_meanwhile(ask):
    ask.upstream.store(*(appointment(f"a{n}") for n in range(7)))
    first = ask("GET", "Appointment?_count=3&_sort=_id").json()
    assert first["total"] == 7
    ask.upstream.store(appointment("a3", hour=20), appointment("a9"))
    ask.upstream.delete("Appointment", "a4")
    link = next(link["url"] for link in first["link"] if link["relation"] == "next")
    rest = list(ask.pages(link))
    assert [visit["id"] for visit in rest] == ["a3", "a5", "a6"]
    assert rest[0]["start"] == "2026-01-05T20:00:00Z"
    # A page that was lost on the way can be read again.
    assert list(ask.pages(link)) == rest


def test_a_link_of_a_server_that_forgets_pages_quickly_has_expired(upstream):
    ask = Asking(upstream.start("--page-life", 0))
    upstream.store(appointment("a1"), appointment("a2"))
    links = ask("GET", "Appointment?_count=1").json()["link"]
    refused(ask("GET", links[1]["url"]), 410, "expired")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("_lastUpdated=ge2026-13-01", "invalid"),
        ("_lastUpdated=ge2026-01-01T10:00:00+01:00", "invalid"),
        ("_lastUpdated=ap2026-01-01", "not-supported"),
        ("date=yesterday", "invalid"),
        ("patient=Patient/1", "not-supported"),
        ("_sort=status", "not-supported"),
        ("_count=-1", "invalid"),
        ("identifier=", "invalid"),
    ],
)
def test_a_search_that_is_not_understood_is_refused_and_finds_nothing_by_chance(ask, query, code):
    refused(ask("GET", f"Appointment?{query}"), 400, code)


def test_parameters_that_are_not_known_are_passed_over_where_the_client_says_so(ask):
    ask.upstream.store(appointment("a1"))
    answer = ask("GET", "Appointment?patient=Patient/1&_count=5", Prefer="handling=lenient").json()
    assert answer["total"] == 1
    assert answer["link"][0]["url"] == f"{ask.upstream.url}/Appointment?_count=5"
