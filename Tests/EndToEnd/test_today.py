"""A newcomer's first minutes: Sarah's Today, from the command line and through the socket."""

import datetime
import json
import re
import signal
import subprocess
import time

import pytest
from programs import VISITS, Refused, accepts, environment


def card(text, name):
    """The lines of the card of this name, in one line of words."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if name in line)
    return " ".join(" ".join(lines[first : first + 3]).split())


def test_today_shows_the_cards_of_the_seed(agency):
    today = agency.visits("today", "--worker", "sarah").stdout
    assert re.search(r"^\W*Today\b", today, re.MULTILINE)
    assert "Synced" in today
    margaret, john = card(today, "Margaret Chen"), card(today, "John Smith")
    assert "8:00 AM - 9:00 AM" in margaret and "123 Oak St, Edmonton" in margaret and "✓" in margaret
    assert "10:00 AM - 11:00 AM" in john and "456 Maple Ave, Edmonton" in john and "✓" not in john
    assert today.index("Margaret Chen") < today.index("John Smith")
    assert "1/7" in today


def test_the_spoken_card_is_the_sentence_of_the_seed(agency):
    spoken = agency.visits("today", "--worker", "sarah", "--spoken").stdout
    assert "Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak Street Edmonton, Completed. Button." in spoken


def test_a_visit_is_completed_by_the_number_of_its_card(agency):
    agency.visits("today", "--worker", "sarah")
    assert "John Smith" in agency.visits("complete", "2", "--worker", "sarah").stdout
    today = agency.visits("today", "--worker", "sarah").stdout
    assert "✓" in card(today, "John Smith")
    assert "2/7" in today


def test_numbers_of_an_older_list_are_refused_when_the_newest_cannot_be_stored(agency):
    agency.visits("today", "--worker", "sarah")
    # No file of the command can grow, as on a full disk.
    full = subprocess.run(
        ["sh", "-c", 'trap "" XFSZ; ulimit -f 0; exec "$0" today --worker sarah', VISITS],
        env=environment(VISITS_SOCKET=agency.socket, XDG_STATE_HOME=agency.folder / "visits"),
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert "numbers cannot be remembered" in full.stderr
    assert agency.visits("complete", "2", "--worker", "sarah", check=False).returncode == 64
    assert "✓" not in card(agency.visits("today", "--worker", "sarah").stdout, "John Smith")


def test_a_card_number_is_refused_when_today_was_never_printed(agency):
    refused = agency.visits("complete", "2", "--worker", "sarah", check=False)
    assert refused.returncode in (1, 64)
    assert refused.stdout == ""
    with agency.client() as client:
        assert client.call("today", worker="sarah")["progress"]["label"] == "1/7"


def test_an_independent_client_completes_a_visit_through_the_socket(agency):
    with agency.client() as client:
        before = client.call("today", worker="sarah")
        john = before["cards"][1]
        assert (before["heading"], before["state"], before["sync"]["label"]) == ("Today", "default", "Synced")
        assert (john["title"], john["time"]) == ("John Smith", "10:00 AM - 11:00 AM")
        assert (john["address"], john["initials"]) == ("456 Maple Ave, Edmonton", "JS")
        assert (john["status"], john["mark"]) == ("inProgress", "◐")
        assert {(card["status"], card["mark"]) for card in before["cards"][2:]} == {("scheduled", "○")}

        done = client.change("visit.complete", visit=john["visit"])
        assert done["toast"] == "Visit completed"
        assert (done["card"]["status"], done["card"]["mark"]) == ("completed", "✓")

        after = client.call("today", worker="sarah")
        assert after["cards"][1] == done["card"]
        assert after["progress"] == {"completed": 2, "total": 7, "label": "2/7"}
        assert after["etag"] != before["etag"]
        again = client.call("today", worker="sarah", ifNoneMatch=after["etag"])
        assert again == {"notModified": True, "etag": after["etag"]}


def test_the_office_cannot_complete_a_visit_twice(agency):
    with agency.client() as client:
        margaret = client.call("today", worker="sarah")["cards"][0]["visit"]
        with pytest.raises(Refused) as refused:
            client.change("visit.complete", visit=margaret)
        assert refused.value.code == 1422
        assert refused.value.data["kind"] == "invalidTransition"
        assert (refused.value.data["from"], refused.value.data["to"]) == ("completed", "completed")


def test_the_same_request_is_carried_out_once(agency):
    with agency.client() as client:
        john = client.call("today", worker="sarah")["cards"][1]["visit"]
        first = client.call("visit.complete", visit=john, requestId="once")
        assert client.call("visit.complete", visit=john, requestId="once") == first
        with pytest.raises(Refused) as refused:
            client.call("visit.complete", visit=john, note="other", requestId="once")
        assert refused.value.code == 1424


def test_the_sample_can_be_imported_again_and_adds_nothing(agency):
    with agency.client() as client:
        before = client.call("today", worker="sarah")
        agency.import_sample()
        assert client.call("today", worker="sarah") == before


def test_what_was_done_is_there_after_a_restart(agency):
    agency.visits("today", "--worker", "sarah")
    agency.visits("complete", "2", "--worker", "sarah")
    assert agency.stop() == 0
    assert not agency.socket.exists()
    agency.start()
    assert "2/7" in agency.visits("today", "--worker", "sarah").stdout


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_an_idle_client_does_not_hold_up_the_stop(agency, how):
    with agency.client(check=False):
        assert agency.stop(how) == 0
    assert "Stopped." in agency.log


def test_a_signal_that_comes_as_soon_as_the_daemon_listens_stops_it_in_good_order(daemon):
    for _ in range(5):
        daemon.spawn()
        deadline = time.monotonic() + 60
        while not accepts(daemon.socket):
            assert daemon.process.poll() is None and time.monotonic() < deadline, daemon.log
        assert daemon.stop() == 0
        assert not daemon.socket.exists()
    assert daemon.log.count("Stopped.") == 5


def test_the_log_names_nobody(imported):
    imported.visits("today", "--worker", "sarah")
    imported.visits("complete", "2", "--worker", "sarah")
    imported.visits("show", "nobody-has-this-id", check=False)
    imported.visits("today", "--worker", "nobody", check=False)
    imported.visits("call", "visit.add", '{"client":"john-smith","worker":"sarah"}', check=False)
    imported.stop()
    assert "Listening on" in imported.log
    # Neither the configuration's zone nor the test's folder, whose name is made by chance, is anybody's.
    log = imported.log.replace(str(imported.folder), "").lower().replace("america/edmonton", "")
    for word in ["sarah", "miller", "chen", "smith", "oak", "maple", "edmonton", "780-555", "nobody"]:
        assert word not in log, f"{word} stands in the log"


def test_a_night_visit_stands_on_both_days_for_people_and_on_its_first_day_for_programs(agency):
    with agency.client() as caller:
        today = caller.call("today", worker="sarah")
        first = datetime.date.fromisoformat(today["date"]) + datetime.timedelta(days=20)
        second = first + datetime.timedelta(days=1)
        zone = datetime.timezone(datetime.timedelta(seconds=today["utcOffset"]))
        start = datetime.datetime.combine(first, datetime.time(22), zone)
        words = {"client": "margaret-chen", "worker": "sarah", "start": start.isoformat(), "minutes": 480}
        [night] = caller.change("visit.add", **words, allowOverlap=True)["visits"]

    def listed(day, *words):
        window = ("--from", day, "--to", day + datetime.timedelta(days=1))
        return agency.visits("list", "--worker", "sarah", *window, *words).stdout

    for day, is_listed in ((first, True), (second, False)):
        visits = json.loads(listed(day, "--json"))["visits"]
        assert (night["id"] in [visit["id"] for visit in visits]) == is_listed
        assert "10:00 PM" in listed(day)


def test_the_list_for_the_wall_has_a_section_for_each_worker_and_no_ids(agency):
    words = ["list", "--date", "tomorrow"]
    ids = [visit["id"][-8:] for visit in json.loads(agency.visits(*words, "--json").stdout)["visits"]]
    lines = agency.visits(*words, "--by", "worker").stdout.splitlines()
    names = [line for line in lines if line in ("Daniel Okafor", "Linh Tran", "Sarah Miller", "Unassigned")]
    assert names == ["Daniel Okafor", "Linh Tran", "Sarah Miller", "Unassigned"]
    assert max(map(len, lines)) <= 80
    assert re.search(r"^  8:00 AM - 9:00 AM +Margaret Chen +123 Oak St, Edmonton$", "\n".join(lines), re.MULTILINE)
    page = agency.visits(*words, "--by", "worker", "--format", "html").stdout
    assert re.findall("<h1>(.+)</h1>", page) == names
    assert [id for id in ids if id in page or id in "\n".join(lines)] == []
    assert len(ids) > 10 and "<script" not in page
