"""A visit that is deleted in the agency's system is nobody's visit here any more, and the office hears of it."""

import sqlite3

from synced import Synced, booked, hours, iso, people


def agency(daemon, upstream, *options):
    """A visitsd that has pulled a visit of the next hour and one in ten days."""
    upstream.start(*options).store(*people(), booked("near", hours(1)), booked("far", hours(240)))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    return synced


def planned(synced):
    """How many visits are planned."""
    page = synced.call("visit.list", **{"from": iso(hours(-48)), "to": iso(hours(480))})
    return len(page["visits"])


def compared_a_quarter_of_an_hour_ago(daemon):
    """What a running daemon will think after a restart."""
    daemon.stop()
    with sqlite3.connect(daemon.database) as database:
        database.execute("UPDATE watermarks SET at = at - 900000 WHERE type = 'comparison'")
    database.close()
    daemon.start()


def test_one_of_these_days_is_gone_in_a_quarter_of_an_hour_and_the_office_is_alerted(daemon, upstream):
    synced = agency(daemon, upstream)
    visit = synced.visit()
    compared_a_quarter_of_an_hour_ago(daemon)
    upstream.delete("Appointment", "near")
    upstream.delete("Appointment", "far")
    assert synced.sync() == "synced"
    assert synced.today()["cards"] == []
    assert planned(synced) == 1, "the one in ten days is compared at night"
    (alert,) = synced.call("alert.list", open=True)["alerts"]
    assert (alert["kind"], alert["visit"]) == ("withdrawn", visit)
    assert alert["display"]["text"] == "No longer planned in the agency's system"
    (shown,) = synced.call("today", all=True)["alerts"]
    assert (shown["title"], shown["text"]) == ("Margaret Chen", "No longer planned in the agency's system")
    assert "date" not in shown, "it was planned for today"
    told = [event for event in synced.call("event.wait", since=0, timeout=0)["events"] if event.get("withdrawn")]
    assert [(event["topic"], event["thing"]) for event in told] == [("visit", visit)]
    assert "1 withdrawn" in daemon.visits("status").stdout
    assert synced.call("system.status")["alerts"]["withdrawn"] == 1


def test_one_of_any_day_goes_where_the_system_tells_what_happened_to_its_visits(daemon, upstream):
    synced = agency(daemon, upstream, "--type-history")
    upstream.delete("Appointment", "far")
    assert synced.sync() == "synced"
    assert planned(synced) == 1
    assert synced.call("alert.list", open=True)["alerts"] == [], "nobody is getting ready for it"


def test_one_that_somebody_has_made_stays_and_waits_for_a_person(daemon, upstream):
    synced = agency(daemon, upstream)
    synced.complete()
    assert synced.sync() == "synced"
    compared_a_quarter_of_an_hour_ago(daemon)
    upstream.delete("Appointment", "near")
    synced.sync()
    (card,) = synced.today()["cards"]
    assert card["status"] == "completed"
    (problem,) = synced.call("sync.problems")["problems"]
    assert problem["kind"] == "parked"
    assert problem["words"] == "The visit was withdrawn in the agency's system, but a worker made it."
    synced.sync()
    assert len(synced.call("sync.problems")["problems"]) == 1


def test_one_of_a_table_is_planned_again_by_a_new_row_and_never_just_unchanged(daemon, upstream):
    synced = agency(daemon, upstream, "--type-history")

    def table(start):
        content = f"id,client,start,minutes,worker\nX1,margaret-chen,{iso(start)},60,sarah\n"
        answer = synced.change("import", format="csv", content=content)
        counts = [answer[name] for name in ("added", "changed", "unchanged")]
        return counts, [kept["reason"] for kept in answer.get("kept", [])]

    assert table(hours(100)) == ([1, 0, 0], [])
    assert synced.sync() == "synced"
    (row,) = [visit["id"] for visit in upstream.resources("Appointment") if visit["start"] == iso(hours(100))]
    upstream.delete("Appointment", row)
    assert synced.sync() == "synced"
    assert planned(synced) == 2
    counts, kept = table(hours(100))
    assert counts == [0, 0, 0]
    assert kept == [
        "The visit was withdrawn in the agency's system, and this row says nothing new. "
        "Plan the visit by hand, or change the row."
    ]
    assert table(hours(103)) == ([1, 0, 0], [])
    assert planned(synced) == 3
    assert synced.sync() == "synced"
    assert iso(hours(103)) in [visit["start"] for visit in upstream.resources("Appointment")]
