"""Calendars come in from programs that are not ours, and our own comes back."""

import datetime
import json
import zoneinfo

import icalendar
import pytest
from khal import Khal
from test_export import agency, changes_of_every_kind, daemon, exported, listed  # noqa: F401: fixtures
from test_import import days, office  # noqa: F401

EDMONTON = zoneinfo.ZoneInfo("America/Edmonton")


def taken(daemon, text, *words):
    """What visits import prints of a calendar."""
    file = daemon.folder / "calendar.ics"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return daemon.visits("import", file, *words).stdout


def planned(daemon):
    """Each visit's worker, local start, minutes and state, in order."""
    page = json.loads(daemon.visits("list", "--from", "today", "--to", "+100", "--json").stdout)
    rows = []
    for visit in page["visits"]:
        start, end = (datetime.datetime.fromisoformat(visit[name]) for name in ("start", "end"))
        local = start.astimezone(EDMONTON).replace(tzinfo=None)
        rows.append((visit["worker"], local, (end - start).seconds // 60, visit["status"]))
    return rows


@pytest.mark.parametrize("through", ["nobody", "icalendar", "khal"])
def test_our_own_calendar_comes_back_without_a_change(agency, through):
    changes_of_every_kind(agency)
    visits = listed(agency)
    agency.visits("cancel", list(visits)[-1], "--reason", "In hospital")
    visits = listed(agency)
    text = exported(agency, "--format", "ics")
    if through == "icalendar":
        text = icalendar.Calendar.from_ical(text).to_ical()
    if through == "khal":
        khal = Khal(agency.folder / "home")
        file = agency.folder / "ours.ics"
        file.write_text(text)
        khal.keep(file)
        text = khal.text
    assert taken(agency, text) == f"Imported: 0 added, 0 changed, {len(visits)} unchanged, 0 refused\n"
    assert listed(agency) == visits


def test_an_edited_calendar_of_our_own_changes_just_that_visit(agency):
    before = listed(agency)
    calendar = icalendar.Calendar.from_ical(exported(agency, "--format", "ics", "--worker", "sarah"))
    ids = [id for id, visit in before.items() if visit["worker"] == "sarah" and visit["status"] == "scheduled"]
    event = next(event for event in calendar.walk("VEVENT") if event["UID"] == f"{ids[-1]}@visits")
    for name in ("DTSTART", "DTEND"):
        event[name].dt += datetime.timedelta(minutes=5)
    assert "Imported: 0 added, 1 changed, " in taken(agency, calendar.to_ical(), "--allow-overlap")
    after = listed(agency)
    assert {id for id in after if after[id] != before.get(id)} == {ids[-1]}
    assert after[ids[-1]]["version"] == before[ids[-1]]["version"] + 1
    assert "Imported: 0 added, 0 changed, " in taken(agency, calendar.to_ical(), "--allow-overlap")


def test_an_address_that_only_our_own_calendar_has_changed_is_taken(agency):
    before = listed(agency)
    calendar = icalendar.Calendar.from_ical(exported(agency, "--format", "ics", "--worker", "sarah"))
    ids = [id for id, visit in before.items() if visit["worker"] == "sarah" and visit["status"] == "scheduled"]
    event = next(event for event in calendar.walk("VEVENT") if event["UID"] == f"{ids[-1]}@visits")
    for address in ("9 Elm St", "12 Elm St"):
        event["LOCATION"] = icalendar.vText(address)
        assert "Imported: 0 added, 1 changed, " in taken(agency, calendar.to_ical())
        assert listed(agency)[ids[-1]]["address"] == address


def test_a_calendar_of_icalendar_is_taken_once_and_changed_where_it_changes(office):  # noqa: F811
    first, *_, moved = days(office, 7)

    def at(day, hour):
        return datetime.datetime.combine(day, datetime.time(hour), EDMONTON)

    def event(**more):
        event = icalendar.Event()
        event.add("uid", "series@icalendar.test")
        event.add("dtstamp", at(first, 0))
        event.add("summary", "Margaret Chen")
        event.add("description", "Kaffee für Élsie; Schlüssel beim Nachbarn, Hof hinten. " * 5)
        for name, value in more.items():
            event.add(name.replace("_", "-"), value)
        return event

    rule = {"freq": "daily", "count": 5}
    series = event(dtstart=at(first, 8), dtend=at(first, 9), rrule=rule, exdate=at(first + datetime.timedelta(days=1), 8))
    other = event(dtstart=at(moved, 10), dtend=at(moved, 11), recurrence_id=at(first + datetime.timedelta(days=2), 8))

    def text(*events):
        calendar = icalendar.Calendar()
        calendar.add("prodid", "-//icalendar//test//EN")
        calendar.add("version", "2.0")
        for event in events:
            calendar.add_component(event)
        calendar.add_missing_timezones()
        return calendar.to_ical()

    written = text(series, other)
    assert b"BEGIN:VTIMEZONE" in written and b"\r\n " in written
    assert taken(office, written, "--worker", "sarah") == "Imported: 4 added, 0 changed, 0 unchanged, 0 refused\n"
    starts = [at(first + datetime.timedelta(days=ahead), 8) for ahead in (0, 3, 4)] + [at(moved, 10)]
    expected = [("sarah", start.replace(tzinfo=None), 60, "scheduled") for start in starts]
    assert planned(office) == expected
    assert taken(office, written, "--worker", "sarah") == "Imported: 0 added, 0 changed, 4 unchanged, 0 refused\n"
    other["DTEND"].dt += datetime.timedelta(minutes=30)
    written = text(series, other)
    assert taken(office, written, "--worker", "sarah") == "Imported: 0 added, 1 changed, 3 unchanged, 0 refused\n"
    assert planned(office) == expected[:3] + [("sarah", at(moved, 10).replace(tzinfo=None), 90, "scheduled")]


def test_a_calendar_of_khal_is_taken_once_and_changed_where_it_changes(office):  # noqa: F811
    khal = Khal(office.folder / "home")
    first, *_, last = days(office, 5)
    # It ends what it repeats with the midnight before the day that it is told.
    khal("new", "-a", "visits", "-r", "daily", "-u", last, first, "08:00", "09:00", "Margaret Chen :: Ring twice")
    khal("new", "-a", "visits", "-l", "9 Gooseberry Lane", first, "13:30", "14:00", "Margaret Chen")
    assert taken(office, khal.text, "--worker", "sarah") == "Imported: 5 added, 0 changed, 0 unchanged, 0 refused\n"
    morning = [(first + datetime.timedelta(days=ahead), datetime.time(8), 60) for ahead in range(4)]
    times = sorted([*morning, (first, datetime.time(13, 30), 30)])
    expected = [("sarah", datetime.datetime.combine(day, time), minutes, "scheduled") for day, time, minutes in times]
    assert planned(office) == expected
    assert taken(office, khal.text, "--worker", "sarah") == "Imported: 0 added, 0 changed, 5 unchanged, 0 refused\n"
    text = khal.text.replace("T133000", "T130000")
    assert text != khal.text
    assert taken(office, text, "--worker", "sarah") == "Imported: 0 added, 1 changed, 4 unchanged, 0 refused\n"


def test_a_calendar_that_is_folded_inside_a_character_is_read_and_what_was_never_planned_is_told(office):  # noqa: F811
    start = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)).strftime("%Y%m%dT100000Z")
    lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:e", "SUMMARY:Margaret Chen", "LOCATION:Caf\u00e9", f"DTSTART:{start}"]
    lines += ["DURATION:PT30M", "END:VEVENT", "BEGIN:VEVENT", "UID:off", "SUMMARY:Margaret Chen", f"DTSTART:{start}"]
    lines += ["DURATION:PT30M", "STATUS:CANCELLED", "END:VEVENT", "END:VCALENDAR", ""]
    written = "\r\n".join(lines).encode().replace(b"\xc3\xa9", b"\xc3\r\n \xa9")
    file = office.folder / "folded.ics"
    file.write_bytes(written)
    imported = office.visits("import", file, "--worker", "sarah")
    assert imported.stdout == "Imported: 1 added, 0 changed, 0 unchanged, 0 refused\n"
    assert imported.stderr == "visits: 1 visit is cancelled there and was never planned here.\n"
    (visit,) = json.loads(office.visits("list", "--from", "today", "--to", "+3", "--json").stdout)["visits"]
    assert visit["address"] == "Caf\u00e9"


def test_a_time_that_a_calendar_and_the_office_have_changed_stays_as_the_office_has_it(office):  # noqa: F811
    (tomorrow,) = days(office, 1)

    def event(hour, sequence):
        return (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//payer//EN\r\nBEGIN:VEVENT\r\nUID:b1@payer\r\n"
            f"SEQUENCE:{sequence}\r\nDTSTAMP:20251128T0{sequence}0000Z\r\nSUMMARY:margaret-chen\r\n"
            f"DTSTART;TZID=America/Edmonton:{tomorrow:%Y%m%d}T{hour:02}0000\r\n"
            f"DTEND;TZID=America/Edmonton:{tomorrow:%Y%m%d}T{hour + 1:02}0000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )

    assert taken(office, event(8, 0)) == "Imported: 1 added, 0 changed, 0 unchanged, 0 refused\n"
    [(_, start, _, _)] = planned(office)
    with office.client() as caller:
        [visit] = caller.call("visit.list", client="margaret-chen")["visits"]
        moved = {
            each: start.replace(hour=hour, tzinfo=EDMONTON).isoformat() for each, hour in (("start", 10), ("end", 11))
        }
        caller.change("visit.change", visit=visit["id"], **moved)
    assert taken(office, event(13, 1)) == "Imported: 0 added, 0 changed, 1 unchanged, 0 refused\n"
    assert [at.hour for _, at, _, _ in planned(office)] == [10]
