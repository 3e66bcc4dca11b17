"""Tables and large files, as an agency brings them."""

import datetime
import itertools
import json
import re
import signal
import socket
import subprocess
import time
import zoneinfo

import pytest
from cases import further
from programs import CONFIGURATION, VISITS, ZONE, Connection, environment


@pytest.fixture
def office(daemon):
    """A running visitsd that knows Sarah and Margaret Chen."""
    daemon.start()
    daemon.visits("workers", "add", "sarah", "--name", "Sarah Müller")
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen", "--address", "123 Oak St")
    return daemon


def days(daemon, count, worker="sarah"):
    """So many days from tomorrow on, as the daemon counts them."""
    with daemon.client() as client:
        today = datetime.date.fromisoformat(client.call("today", worker=worker)["date"])
    return [today + datetime.timedelta(days=1 + ahead) for ahead in range(count)]


def test_a_german_table_is_on_the_worker_s_day(office):
    (tomorrow,) = days(office, 1)
    table = office.folder / "Einsätze.csv"
    table.write_text(
        "Klient;Mitarbeiter;Datum;Beginn;Ende;Bemerkung\r\n"
        f'"Chen, Margaret";"MULLER, Sarah";{tomorrow:%d.%m.%Y};08:15;09:00;"Schlüssel\nbeim Nachbarn"\r\n'
        f"margaret-chen;;{tomorrow:%d.%m.%Y};13:30;14:00;\r\n",
        encoding="utf-8-sig",
    )
    done = office.visits("import", table)
    assert done.stdout == "Imported: 2 added, 0 changed, 0 unchanged, 0 refused\n"
    assert done.stderr == ""
    today = office.visits("today", "--worker", "sarah", "--date", "tomorrow").stdout
    assert "Margaret Chen" in today
    assert "8:15 AM - 9:00 AM" in today
    assert "0/1" in today
    again = office.visits("import", table)
    assert again.stdout == "Imported: 0 added, 0 changed, 2 unchanged, 0 refused\n"


def test_an_agency_begins_with_a_table_of_workers_and_one_of_clients(daemon):
    daemon.start()
    workers = daemon.folder / "Mitarbeiter.csv"
    workers.write_text("Mitarbeiter;Telefon;Sprache\r\n\"Müller, Sarah\";+1 780 555 0101;de\r\n", encoding="utf-8-sig")
    clients = daemon.folder / "clients.csv"
    clients.write_text(
        "Name,First name,Address,City,DOB,Door code\nChen,Margaret,123 Oak St,Edmonton,1941-03-09,4711#\n"
        "Berg,Ole,9 Elm St,Leduc,later,\n"
    )
    tried = daemon.visits("import", workers, "--dry-run")
    assert tried.stdout == (
        "Would import workers: 1 added, 0 changed, 0 unchanged, 0 refused\n"
        "  + Sarah Müller\n"
        'Columns: name from "Mitarbeiter", phone from "Telefon", language from "Sprache"\n'
    )
    assert json.loads(daemon.visits("workers", "list", "--json").stdout)["workers"] == []
    done = daemon.visits("import", workers)
    assert (done.stdout, done.stderr) == ("Imported workers: 1 added, 0 changed, 0 unchanged, 0 refused\n", "")
    again = daemon.visits("import", workers)
    assert again.stdout == "Imported workers: 0 added, 0 changed, 1 unchanged, 0 refused\n"
    refused = daemon.visits("import", clients, check=False)
    assert refused.returncode == 65
    assert refused.stderr == (
        "visits: Nothing was imported, since 1 entry is refused.\n"
        '  row 3: DOB "later": is no date that is known; write it as 2026-11-21\n'
        "  Import the rest anyway: --skip-invalid\n"
    )
    clients.write_text(clients.read_text().replace("later", "1950-12-31"))
    assert daemon.visits("import", clients).stdout == "Imported clients: 2 added, 0 changed, 0 unchanged, 0 refused\n"
    with daemon.client() as caller:
        margaret = caller.call("client.show", client="margaret-chen")["client"]
    assert (margaret["address"], margaret["accessNote"]) == ("123 Oak St, Edmonton", "4711#")
    # The people are known now: their visits can come.
    (tomorrow,) = days(daemon, 1, "sarah-muller")
    visits = daemon.folder / "visits.csv"
    visits.write_text(f"Client,Worker,Start,Minutes\nMargaret Chen,Sarah Müller,{tomorrow} 08:00,45\n")
    assert daemon.visits("import", visits).stdout == "Imported: 1 added, 0 changed, 0 unchanged, 0 refused\n"


def test_refused_rows_are_named_and_nothing_is_taken(office):
    (tomorrow,) = days(office, 1)
    table = office.folder / "t.csv"
    table.write_text(
        "client,worker,start,end\n"
        f"margaret-chen,sarah,{tomorrow} 08:00,{tomorrow} 09:00\n"
        f"margaret-chen,Sarah Muler,{tomorrow} 10:00,{tomorrow} 11:00\n"
    )
    refused = office.visits("import", table, check=False)
    assert refused.returncode == 65
    assert refused.stderr == (
        "visits: Nothing was imported, since 1 entry is refused.\n"
        '  row 3: No worker has the name or the id "Sarah Muler". Did you mean "Sarah Müller"?\n'
        "  Import the rest anyway: --skip-invalid\n"
    )
    assert json.loads(office.visits("list", "--json", "--date", "tomorrow").stdout)["visits"] == []


def test_a_file_larger_than_a_message_comes_in_parts(office):
    note = "„Schlüssel“ beim Nachbarn. " * 40
    rows = [
        f"{day} {hour:02}:00,{day} {hour:02}:30,margaret-chen,sarah,{note}"
        for day in days(office, 100)
        for hour in range(20)
    ]
    table = office.folder / "large.csv"
    table.write_text("\n".join(["start,end,client,worker,note", *rows]))
    assert table.stat().st_size > 2 << 20
    done = office.visits("import", table)
    assert done.stdout == "Imported: 2,000 added, 0 changed, 0 unchanged, 0 refused\n"
    listed = json.loads(office.visits("list", "--json", "--date", "tomorrow").stdout)["visits"]
    assert [visit["note"] for visit in listed] == [note.strip()] * 20
    again = office.visits("import", table)
    assert again.stdout == "Imported: 0 added, 0 changed, 2,000 unchanged, 0 refused\n"


def test_a_week_that_is_taken_in_again_leaves_the_visits_that_were_made(office):
    with office.client() as client:
        today = client.call("today", worker="sarah")["date"]
    (tomorrow,) = days(office, 1)
    table = office.folder / "week.csv"
    rows = f"id,client,worker,start,end\n1,margaret-chen,sarah,{today} 08:00,{today} 08:30\n"
    table.write_text(rows)
    office.visits("import", table)
    visit = json.loads(office.visits("list", "--json", "--date", "today").stdout)["visits"][0]["id"]
    office.visits("complete", visit)
    changed = rows.replace("08:30", "08:45") + f"2,margaret-chen,sarah,{tomorrow} 08:00,{tomorrow} 08:30\n"
    table.write_text(changed)
    done = office.visits("import", table)
    assert done.stdout == "Imported: 1 added, 0 changed, 0 unchanged, 1 left as it is, 0 refused\n"
    assert done.stderr == (
        "visits: left as it is: row 2: This visit is completed already (Margaret Chen, 8:00 AM - 8:30 AM): "
        "an import changes only what is scheduled. Change the visit by hand, or correct the file.\n"
    )
    # Without the row that is refused there is nothing to be done.
    table.write_text(changed + "3,Nobody,sarah,{0} 10:00,{0} 10:30\n".format(tomorrow))
    refused = office.visits("import", table, check=False)
    assert refused.returncode == 65
    assert "--skip-invalid" not in refused.stderr


def test_parts_are_as_small_as_the_operator_lets_messages_be(daemon):
    daemon.configuration.write_text(CONFIGURATION + "limits:\n  messageBytes: 8192\n  uploadBytes: 1048576\n")
    daemon.start()
    daemon.visits("workers", "add", "sarah", "--name", "Sarah")
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen", "--address", "123 Oak St")
    row = "margaret-chen,sarah,{0} {1:02}:00,{0} {1:02}:30,{2}"
    rows = [row.format(day, hour, "ring twice " * 10) for day in days(daemon, 10) for hour in range(20)]
    table = daemon.folder / "t.csv"
    table.write_text("\n".join(["client,worker,start,end,note", *rows]))
    done = daemon.visits("import", table)
    assert done.stdout == "Imported: 200 added, 0 changed, 0 unchanged, 0 refused\n"
    table.write_text("a,b\n" + "x" * (1 << 20))
    too_large = daemon.visits("import", table, check=False)
    assert too_large.returncode == 65
    assert too_large.stderr.endswith("  Or ask the operator for a higher limit: limits.uploadBytes\n")


def in_each_others_way(office, count):
    """A table of so many visits of Sarah at the same time. Each is compared with all others, which takes long."""
    day = days(office, 1)[0]
    rows = [f"{number},margaret-chen,sarah,{day} 08:00,{day} 08:30" for number in range(count)]
    table = office.folder / "long.csv"
    table.write_text("\n".join(["id,client,worker,start,end", *rows]))
    return table


def test_an_import_that_would_hold_up_everybody_is_not_taken_in(office):
    office.stop()
    office.variables = {"VISITSD_LIMITS_IMPORT_SECONDS": 1}
    office.start()
    done = office.visits("import", "--timeout", 50, in_each_others_way(office, 5000), check=False)
    assert done.returncode == 65
    assert re.fullmatch(
        "visits: Nothing was imported: it takes longer than 1 s, and would keep all other changes waiting for so long. "
        r"(In that time \d+ of 5000 entries fit: s|S)plit the file into several imports.\n"
        "  Or ask the operator for a higher limit: limits.importSeconds\n", done.stderr
    )
    assert json.loads(office.visits("list", "--json", "--date", "tomorrow").stdout)["visits"] == []


def test_a_refused_import_says_how_many_rows_fit_and_a_reload_makes_room_for_all(office):
    def allow(seconds):
        office.configuration.write_text(f"{CONFIGURATION}limits:\n  importSeconds: {seconds}\n")
        count = office.log.count("different now: limits.importSeconds.")
        office.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 30
        while office.log.count("different now: limits.importSeconds.") == count:
            assert time.monotonic() < deadline, office.log
            time.sleep(0.01)

    # The environment counts for more than the file, and sets this limit for the daemons of the tests.
    office.stop()
    office.variables = {}
    office.start()
    day = days(office, 1)[0]
    # Open visits are in nobody's way, so that all of the time goes into the rows one by one.
    rows = [f"{number},margaret-chen,,{day} 08:{number % 60:02},{day} 09:00" for number in range(50_000)]
    table = office.folder / "long.csv"
    table.write_text("\n".join(["id,client,worker,start,end", *rows]))
    allow(1)
    refused = office.visits("import", "--timeout", 50, table, check=False)
    assert refused.returncode == 65
    fits = re.search(r"In that time (\d+) of 50000 entries fit: split the file into several imports\.", refused.stderr)
    assert 0 < int(fits[1]) < 50_000
    table.write_text("\n".join(["id,client,worker,start,end", *rows[: int(fits[1]) // 2]]))
    allow(50)
    done = office.visits("import", "--timeout", 50, table).stdout
    assert done.startswith(f"Imported: {int(fits[1]) // 2:,} added, ")


def test_a_refused_table_of_people_says_how_many_rows_fit(office):
    office.stop()
    office.variables = {"VISITSD_LIMITS_IMPORT_SECONDS": 1}
    office.start()
    table = office.folder / "long.csv"
    table.write_text("\n".join(["Worker,Phone", *(f"Worker {number},{number}" for number in range(50_000))]))
    refused = office.visits("import", "--timeout", 50, table, check=False)
    assert refused.returncode == 65
    assert re.search(r"In that time [1-9]\d* of 50000 entries fit: split the file ", refused.stderr)


def is_answered(office, number):
    """Whether a change is made within a second."""
    params = {"id": "ann", "name": "Ann", "requestId": str(number)}
    with Connection(office.socket) as connection:
        connection.socket.settimeout(1)
        connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "worker.put", "params": params}).encode() + b"\n")
        try:
            return connection.receive() != b""
        except TimeoutError:
            return False


def test_an_import_holds_up_no_stop_and_leaves_nothing(office):
    content = in_each_others_way(office, 15_000).read_text()
    params = {"format": "csv", "content": content, "requestId": "i"}
    with Connection(office.socket) as connection:
        connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "import", "params": params}).encode() + b"\n")
        # It is being taken in once another change has to wait for it.
        numbers = itertools.count()
        while is_answered(office, next(numbers)):
            pass
        start = time.monotonic()
        assert office.stop() == 0
        assert time.monotonic() - start < 10
        answer = json.loads(connection.receive())
    assert answer["error"]["code"] == 1503
    office.start()
    assert json.loads(office.visits("list", "--json", "--date", "tomorrow").stdout)["visits"] == []


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (2_000_000, "visits: Interrupted. Nothing was imported.\n"),
        (
            10,
            "visits: Interrupted. visitsd may have received all of it, and then imports it.\n"
            "  See the result: visits audit\n"
            "  Importing it again changes nothing twice: visits import '{0}'\n",
        ),
    ],
)
def test_an_interrupted_import_says_what_became_of_it(daemon, size, said):
    table = daemon.folder / "my week.csv"
    table.write_text("a,b\n" + "x" * size)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(daemon.socket))
        listener.listen()
        process = subprocess.Popen(
            [VISITS, "import", table],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(VISITS_SOCKET=daemon.socket),
        )
        # It waits for an answer, or to be rid of the rest of its first message.
        with listener.accept()[0] as connection:
            assert connection.recv(1) == b"{"
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=30) == ("", said.format(table))
    assert process.returncode == -signal.SIGINT


def test_a_table_that_was_understood_otherwise_than_it_was_meant_is_told(office):
    (tomorrow,) = days(office, 1)
    table = office.folder / "plan.csv"

    def write(start):
        row = f"margaret-chen;{tomorrow:%d.%m.%Y} {start}.00;45;Nord"
        table.write_text(f"Klient;Beginn;Minuten;Bereich\n{row}\n")

    write(8)
    tried = office.visits("import", table, "--dry-run")
    summary, added, *understood = tried.stdout.splitlines()
    assert summary == "Would import: 1 added, 0 changed, 0 unchanged, 0 refused"
    date = rf"{tomorrow:%A, %B} {tomorrow.day}(, \d+)?"
    assert re.fullmatch(rf"  \+ Margaret Chen, {date}, 8:00 AM - 8:45 AM, Open", added)
    assert understood == [
        'Columns: client from "Klient", start from "Beginn", minutes from "Minuten"',
        'Ignored: "Bereich"',
    ]
    assert tried.stderr == "visits: No column names a worker: new visits are unassigned.\n"
    assert "visits: Ignored, since this heading is not known" in office.visits("import", table).stderr
    listed = json.loads(office.visits("list", "--json", "--date", f"{tomorrow:%d.%m.%Y}").stdout)["visits"]
    assert len(listed) == 1
    write(9)
    assert "visits: 1 visit of an earlier table is missing from this one" in office.visits("import", table).stderr


def test_the_columns_are_told_without_a_daemon(daemon):
    assert "\n  Headings: worker, worker name," in daemon.visits("import", "--list-columns").stdout


@pytest.mark.parametrize(("encoding", "name"), [("utf-16-le", "UTF-16LE"), further("utf-16-be", "UTF-16BE")])
def test_a_table_that_excel_saved_as_unicode_is_read(office, encoding, name):
    (tomorrow,) = days(office, 1)
    table = office.folder / "plan.txt"
    rows = f"Klient\tBeginn\tMinuten\tBemerkung\nmargaret-chen\t{tomorrow:%d.%m.%Y} 8.00\t45\tŻółty klucz\n"
    table.write_bytes(("\ufeff" + rows).encode(encoding))
    assert office.visits("import", table).stdout == "Imported: 1 added, 0 changed, 0 unchanged, 0 refused\n"
    (visit,) = json.loads(office.visits("list", "--json", "--date", f"{tomorrow:%d.%m.%Y}").stdout)["visits"]
    assert visit["note"] == "Żółty klucz"
    # Without its mark nobody can be sure: what would make it readable is told, and works.
    table.write_bytes(rows.encode(encoding))
    refused = office.visits("import", table, check=False)
    assert refused.returncode == 65
    command = refused.stderr.removeprefix(f"visits: {table} is not UTF-8 text; convert it first: ").strip()
    assert command == f"iconv -f {name} -t UTF-8 {table}"
    converted = subprocess.run(command.split(), capture_output=True, check=True).stdout
    assert converted.decode() == rows


def test_the_advice_on_two_columns_of_one_name_can_be_followed(office):
    (tomorrow,) = days(office, 1)
    table = office.folder / "plan.csv"
    table.write_text(
        f"Klient;Beginn;Ende;Beginn\nmargaret-chen;{tomorrow:%d.%m.%Y} 8:00;{tomorrow:%d.%m.%Y} 9:00;"
        f"{tomorrow:%d.%m.%Y} 7:00\n"
    )
    refused = office.visits("import", table, check=False)
    assert refused.returncode == 65
    option = re.search(r'--columns "([^"]*)"', refused.stderr)[1]
    assert option == "start=Beginn#2"
    assert office.visits("import", table, "--columns", option).stdout.startswith("Imported: 1 added")
    (visit,) = json.loads(office.visits("list", "--json", "--date", f"{tomorrow:%d.%m.%Y}").stdout)["visits"]
    assert visit["display"]["time"].startswith("7:00 AM")


def test_a_zone_that_a_bundle_adds_to_a_known_address_takes_nothing_back_that_the_office_has_changed(office):
    address = {"use": "home", "text": "9 Home St", "city": "Halifax"}
    patient = {"resourceType": "Patient", "id": "p9", "name": [{"text": "Ada Roy"}], "address": [address],
               "telecom": [{"system": "phone", "value": "+1 780 555 0100"}]}  # fmt: skip
    file = office.folder / "bundle.json"

    def client():
        file.write_text(
            json.dumps({"resourceType": "Bundle", "type": "collection", "entry": [{"resource": patient}]})
        )
        office.visits("import", file)
        with office.client() as caller:
            [found] = [row for row in caller.call("client.list")["clients"] if row["name"] == "Ada Roy"]
            return found

    first = client()
    assert first["timeZone"] is None
    office.visits("clients", "change", first["id"], "--phone", "+1 902 555 0199")
    address["extension"] = [
        {"url": "http://hl7.org/fhir/StructureDefinition/tz-code", "valueCode": "America/Halifax"}
    ]
    again = client()
    assert (again["timeZone"], again["phone"]) == ("America/Halifax", "+1 902 555 0199")


@pytest.fixture
def booked(office):
    """A visit of Sarah's at Margaret Chen's tomorrow from 8 to 9, imported from the payer's table as booking B1."""
    office.visits("workers", "add", "nina", "--name", "Nina Park")
    office.visits("workers", "add", "omar", "--name", "Omar Haddad")
    assert imported(office, 8, "sarah", "Key at 4B") == "1 added, 0 changed, 0 unchanged, 0 refused\n"
    return office


def imported(office, hour, worker, note):
    """Imports booking B1 as the payer's next table has it; returns the counts and the notes."""
    (tomorrow,) = days(office, 1)
    table = office.folder / "payer.csv"
    table.write_text(
        "id,client,worker,start,end,note\n"
        f"B1,margaret-chen,{worker},{tomorrow} {hour:02}:00,{tomorrow} {hour + 1:02}:00,{note}\n"
    )
    done = office.visits("import", table)
    return done.stdout.removeprefix("Imported: ") + done.stderr


def booking(office):
    """The local hour, worker and note of booking B1."""
    with office.client() as caller:
        [visit] = caller.call("visit.list", client="margaret-chen")["visits"]
    start = datetime.datetime.fromisoformat(visit["start"]).astimezone(zoneinfo.ZoneInfo(ZONE))
    return start.hour, visit["worker"], visit["note"]


def change(office, hour=None, **fields):
    """The office changes booking B1."""
    (tomorrow,) = days(office, 1)
    if hour:
        start = datetime.datetime(tomorrow.year, tomorrow.month, tomorrow.day, hour, tzinfo=zoneinfo.ZoneInfo(ZONE))
        fields |= {"start": start.isoformat(), "end": (start + datetime.timedelta(hours=1)).isoformat()}
    with office.client() as caller:
        [visit] = caller.call("visit.list", client="margaret-chen")["visits"]
        caller.change("visit.change", visit=visit["id"], **fields)


def test_a_time_that_the_file_and_the_office_have_changed_stays_as_the_office_has_it(booked):
    (tomorrow,) = days(booked, 1)
    change(booked, hour=10)
    told = imported(booked, 13, "sarah", "Key at 5C")
    assert (
        f'time: both the file ("{tomorrow} 13:00 - 14:00") and the office ("{tomorrow} 10:00 - 11:00") have changed it; '
        "the office's stays"
    ) in told
    # The note, which only the file has changed, is taken.
    assert booking(booked) == (10, "sarah", "Key at 5C")
    # It is said once.
    assert imported(booked, 13, "sarah", "Key at 5C") == "0 added, 0 changed, 1 unchanged, 0 refused\n"


def test_a_worker_whom_the_file_and_the_office_have_changed_stays_as_the_office_has_it(booked):
    change(booked, worker="nina")
    told = imported(booked, 9, "omar", "Key at 4B")
    assert (
        'worker: both the file ("Omar Haddad") and the office ("Nina Park") have changed it; the office\'s stays'
    ) in told
    assert booking(booked) == (9, "nina", "Key at 4B")


def test_a_note_that_the_file_and_the_office_have_changed_stays_as_the_office_has_it(booked):
    change(booked, note="Ring twice")
    told = imported(booked, 8, "sarah", "Key at 5C")
    assert 'note: both the file ("Key at 5C") and the office ("Ring twice") have changed it; the office\'s stays' in told
    assert booking(booked) == (8, "sarah", "Ring twice")


@pytest.mark.parametrize("note", ["Key at  4B", "  Key at 4B", '"Key\tat 4B"'])
def test_a_note_that_only_the_file_has_changed_is_taken_whatever_its_white_space(booked, note):
    imported(booked, 8, "sarah", note)
    assert imported(booked, 8, "sarah", "Key at 5C") == "0 added, 1 changed, 0 unchanged, 0 refused\n"
    assert booking(booked) == (8, "sarah", "Key at 5C")


def test_a_value_that_the_file_and_the_office_have_changed_alike_is_no_matter(booked):
    change(booked, hour=10, note="Ring twice")
    assert imported(booked, 10, "nina", "Ring twice") == "0 added, 1 changed, 0 unchanged, 0 refused\n"
    assert booking(booked) == (10, "nina", "Ring twice")


def test_a_table_that_comes_again_takes_nothing_back_that_the_office_has_changed(booked):
    change(booked, hour=10, worker="nina", note="Ring twice")
    assert imported(booked, 8, "sarah", "Key at 4B") == "0 added, 0 changed, 1 unchanged, 0 refused\n"
    assert booking(booked) == (10, "nina", "Ring twice")
