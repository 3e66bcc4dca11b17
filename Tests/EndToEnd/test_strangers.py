"""FHIR as other systems write it: nothing of it is lost without a word, and nothing is written back that nobody said."""

import json

from synced import Synced, booked, hours, people

VIDEO = {"url": "https://ehr.example/fhir/video-visit", "valueUrl": "https://video.example/r/7"}
HOME = {
    "use": "home",
    "line": ["123 Oak St"],
    "city": "Edmonton",
    "state": "AB",
    "postalCode": "T5J 0A1",
    "country": "CA",
}


def bundle(*resources):
    """A Bundle's text."""
    entries = [{"resource": resource} for resource in resources]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries})


def told(id, start):
    """An Appointment that says more than when and who."""
    return booked(
        id,
        start,
        reasonCode=[{"coding": [{"system": "http://snomed.info/sct", "code": "225358003", "display": "Wound care"}]}],
        patientInstruction="Keep the dressing dry.",
        extension=[VIDEO],
    )


def clients():
    """Sarah, and Margaret Chen with her address."""
    worker, client = people()
    return worker, {**client, "address": [HOME], "name": [{"given": ["Margaret"], "family": "Chen"}]}


def test_encounters_alone_are_counted_and_the_command_fails(daemon):
    daemon.start()
    file = daemon.folder / "encounters.json"
    file.write_text(bundle(*({"resourceType": "Encounter", "id": f"e{n}", "status": "finished"} for n in range(6))))
    done = daemon.visits("import", file, check=False)
    assert done.returncode == 65
    assert "6 Encounters skipped: no Appointment in this file or here" in done.stderr
    german = daemon.visits("import", file, "--locale", "de", check=False)
    assert "6 × Encounter übergangen: kein Appointment in dieser Datei oder hier" in german.stderr


def test_what_deserves_a_look_is_told_and_a_page_of_many_says_so(daemon):
    daemon.start()
    worker, client = clients()
    place = {"actor": {"reference": "Location/zz", "display": "Clinic A"}, "status": "accepted"}
    visit = booked("a", hours(1))
    visit["participant"] = [*visit["participant"], place]
    page = json.loads(bundle({**client, "birthDate": "1940"}, worker, visit))
    file = daemon.folder / "page.json"
    file.write_text(json.dumps({**page, "type": "searchset", "total": 57}))
    done = daemon.visits("import", file, "--json")
    assert [note["place"] for note in json.loads(done.stdout)["notes"]] == [
        "Bundle", "entry[0] Patient/margaret-chen: birthDate", "entry[2] Appointment/a: participant[2].actor",
    ]  # fmt: skip
    assert "Bundle: holds 3 of the 57 records that the search found; import the further pages, too" in done.stderr
    assert 'just the name of the place is known: "Clinic A"' in done.stderr
    with daemon.client() as caller:
        card = caller.call("today", worker="sarah")["cards"][0]
    assert "Clinic A" in json.dumps(card)


def test_a_bundle_of_which_nothing_is_used_fails(daemon):
    daemon.start()
    outcome = {
        "resourceType": "OperationOutcome",
        "issue": [{"severity": "error", "code": "security", "diagnostics": "3 Appointments withheld"}],
    }
    for name, content in [("empty", bundle()), ("outcome", bundle(outcome))]:
        file = daemon.folder / f"{name}.json"
        file.write_text(content)
        done = daemon.visits("import", file, check=False)
        assert done.returncode == 65, name
    assert "the other system says: 3 Appointments withheld" in done.stderr


def test_a_call_is_on_the_card_and_a_visit_shows_what_it_is_about(daemon):
    daemon.start()
    file = daemon.folder / "bundle.json"
    file.write_text(bundle(*clients(), told("a", hours(1))))
    daemon.visits("import", file)
    today = daemon.visits("today", "--worker", "sarah").stdout
    assert "By video or phone" in today
    assert "https://video.example/r/7" in today
    with daemon.client() as client:
        visit = client.call("today", worker="sarah")["cards"][0]["visit"]
    shown = daemon.visits("show", visit).stdout
    for fact in ["Wound care", "Keep the dressing dry.", "By video or phone: https://video.example/r/7"]:
        assert fact in shown
    client = daemon.visits("clients", "show", "margaret-chen").stdout
    for fact in ["T5J 0A1", "AB", "CA", "Margaret", "123 Oak St, Edmonton"]:
        assert fact in client
    exported = daemon.visits("export", "--format", "fhir").stdout
    back = daemon.folder / "back.json"
    back.write_text(exported)
    again = daemon.visits("import", back).stdout
    assert again.startswith("Imported: 0 added, 0 changed,"), again


def test_a_postal_code_is_typed_and_taken_away(daemon):
    daemon.start()
    daemon.visits("clients", "add", "rosa", "--name", "Rosa Diaz", "--address", "4 Main St, Leduc")
    changed = daemon.visits(
        "clients", "change", "rosa", "--postal-code", "T9E 0A1", "--given-name", "Rosa", "--given-name", "María"
    ).stdout
    assert "visits clients change rosa" in changed
    shown = daemon.visits("clients", "show", "rosa").stdout
    assert "T9E 0A1" in shown and "Rosa, María" in shown
    daemon.visits("clients", "change", "rosa", "--postal-code", "")
    assert "T9E 0A1" not in daemon.visits("clients", "show", "rosa").stdout


def test_what_upstream_says_beside_the_plan_stands_here_and_goes_back_as_it_came(daemon, upstream):
    upstream.start().store(*clients(), told("a1", hours(0)))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    visit = synced.complete()
    assert synced.sync() == "synced"
    shown = synced.call("visit.show", visit=visit)["visit"]
    assert (shown["purpose"], shown["instruction"]) == ("Wound care", "Keep the dressing dry.")
    assert shown["virtual"]["link"] == "https://video.example/r/7"
    assert (shown["address"], shown["addressParts"]["postalCode"]) == ("123 Oak St, Edmonton", "T5J 0A1")
    (record,) = synced.upstream.resources("Appointment")
    sent = told("a1", hours(0))
    assert record["status"] == "fulfilled"
    for name in ["reasonCode", "patientInstruction", "extension", "participant"]:
        assert record[name] == sent[name], name
    assert "contained" not in record, "the client's home is no place of the visit's own"


def test_that_a_client_has_died_upstream_is_a_question_while_a_visit_is_ahead(daemon, upstream):
    worker, client = clients()
    upstream.start().store(worker, {**client, "deceasedBoolean": True}, booked("a1", hours(1)))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    (alert,) = synced.call("alert.list", open=True)["alerts"]
    assert alert["kind"] == "notInCare"
    assert "1 not in care any more" in daemon.visits("status").stdout
