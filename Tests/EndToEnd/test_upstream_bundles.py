"""Transactions and batches of the tests' FHIR server."""

import pytest
from fhir.resources.R4B import bundle as fhir_bundle
from upstream_samples import SYSTEM, Asking, appointment, encounter, patient, refused, transaction

URN = "urn:uuid:0198c2f0-6f1e-7c3a-8d5b-3f2a1c0b9e8d"


@pytest.fixture
def ask(upstream_at_hand):
    """A client of a running server."""
    return Asking(upstream_at_hand)


def task(about):
    """A care task of a visit."""
    return {"resourceType": "Task", "status": "completed", "intent": "order", "encounter": {"reference": about}}


def test_a_visits_resources_arrive_together_and_refer_to_each_other(ask):
    ask("PUT", "Appointment/a1", appointment("a1"))
    answer = ask(
        "POST",
        "",
        transaction(
            ("POST", "Task", task(URN)),
            ("POST", "Encounter", {**encounter(), "id": URN}),
            ("PUT", "Appointment/a1", appointment("a1", status="fulfilled"), {"ifMatch": 'W/"1"'}),
            ("GET", "Appointment/a1", None),
        ),
    )
    assert answer.status_code == 200
    bundle = answer.json()
    fhir_bundle.Bundle.model_validate(bundle)
    assert bundle["type"] == "transaction-response"
    assert [entry["response"]["status"] for entry in bundle["entry"]] == ["201", "201", "200", "200"]
    place = bundle["entry"][1]["response"]["location"].removeprefix(ask.upstream.url + "/")
    made = place.removesuffix("/_history/1")
    assert made.startswith("Encounter/")
    assert ask.upstream.resources("Task")[0]["encounter"]["reference"] == made
    assert bundle["entry"][2]["response"]["etag"] == 'W/"2"'
    # R4 reads last, whatever the order of the entries.
    assert bundle["entry"][3]["resource"]["status"] == "fulfilled"
    assert "resource" not in bundle["entry"][2]


def test_the_whole_resources_come_back_where_they_are_asked_for(ask):
    bundle = transaction(("PUT", "Patient/p1", patient("p1")))
    answer = ask("POST", "", bundle, Prefer="return=representation").json()
    assert answer["entry"][0]["resource"]["meta"]["versionId"] == "1"


@pytest.mark.parametrize(
    ("entry", "status", "code"),
    [
        (("PUT", "Appointment/a1", appointment("a1"), {"ifMatch": 'W/"7"'}), 412, "conflict"),
        (("PUT", "Appointment/a1", appointment("a1"), {"ifNoneMatch": "*"}), 412, "duplicate"),
        (("PUT", "Appointment/a1", appointment("a1", status="bogus")), 422, "invalid"),
        (("PUT", "Appointment/a1", None), 400, "structure"),
        (("PUT", "Patient/p1", patient("p1")), 400, "duplicate"),
        (("POST", "Appointment", appointment(), {"ifNoneExist": "identifier=twice"}), 412, "multiple-matches"),
        (("POST", "Task", task(URN)), 400, "not-found"),
        (("POST", "Task", task("Encounter?identifier=none")), 412, "multiple-matches"),
        (("GET", "Appointment/none", None), 404, "not-found"),
        (("POST", "Medication", {"resourceType": "Medication"}), 404, "not-supported"),
        (("PATCH", "Appointment/a1", None), 400, "not-supported"),
    ],
)
def test_a_transaction_with_one_entry_that_fails_leaves_nothing_behind(ask, entry, status, code):
    there = [*(appointment(id, value="twice") for id in ("a1", "a2")), appointment("a3")]
    ask.upstream.store(*there)
    bundle = transaction(
        ("PUT", "Patient/p1", patient("p1")),
        entry,
        ("POST", "Encounter", encounter()),
        ("DELETE", "Appointment/a3", None),
    )
    assert "Bundle.entry[1]" in refused(ask("POST", "", bundle), status, code) or code == "duplicate"
    assert ask.upstream.resources("Patient") == ask.upstream.resources("Encounter") == []
    assert len(ask.upstream.versions("Appointment")) == 3


def test_a_refused_transaction_does_not_spoil_the_next(ask):
    bad = transaction(("PUT", "Patient/p1", patient("p1")), ("GET", "Patient/none", None))
    refused(ask("POST", "", bad), 404, "not-found")
    assert ask("POST", "", transaction(("PUT", "Patient/p1", patient("p1")))).status_code == 200
    assert [one["meta"]["versionId"] for one in ask.upstream.resources("Patient")] == ["1"]


def test_a_conditional_create_in_a_transaction_never_doubles_and_references_find_it(ask):
    entries = transaction(
        ("POST", "Encounter", {**encounter(identifier=[{"system": SYSTEM, "value": "e1"}]), "id": URN},
         {"ifNoneExist": f"identifier={SYSTEM}|e1"}),
        ("POST", "Task", task(URN)),
    )
    first, second = (ask("POST", "", entries).json()["entry"] for _ in range(2))
    assert [first[0]["response"]["status"], second[0]["response"]["status"]] == ["201", "200"]
    assert first[0]["response"]["location"] == second[0]["response"]["location"]
    made = ask.upstream.resources("Encounter")
    assert len(made) == 1
    references = {one["encounter"]["reference"] for one in ask.upstream.resources("Task")}
    assert references == {f"Encounter/{made[0]['id']}"}
    twice = transaction(*[
        ("POST", "Patient", {**patient(), "identifier": [{"value": "p"}]}, {"ifNoneExist": "identifier=p"})
        for _ in range(2)
    ])
    refused(ask("POST", "", twice), 412, "duplicate")


def test_references_by_identifier_lead_to_the_one_that_has_it(ask):
    ask.upstream.store(encounter("e7", identifier=[{"system": SYSTEM, "value": "v7"}]))
    assert ask("POST", "", transaction(("POST", "Task", task(f"Encounter?identifier={SYSTEM}|v7")))).ok
    assert ask.upstream.resources("Task")[0]["encounter"]["reference"] == "Encounter/e7"


def test_a_batch_is_carried_out_entry_by_entry(ask):
    answer = ask(
        "POST",
        "",
        transaction(
            ("PUT", "Patient/p1", patient("p1")),
            ("GET", "Patient/none", None),
            ("PUT", "Appointment/a1", appointment("a1", status="bogus")),
            ("GET", "Patient?_id=p1", None),
            kind="batch",
        ),
    ).json()
    fhir_bundle.Bundle.model_validate(answer)
    assert [entry["response"]["status"] for entry in answer["entry"]] == ["201", "404", "422", "200"]
    assert answer["entry"][1]["response"]["outcome"]["issue"][0]["code"] == "not-found"
    assert answer["entry"][3]["resource"]["total"] == 1
    assert len(ask.upstream.resources("Patient")) == 1


@pytest.mark.parametrize(
    "bundle",
    [
        {"resourceType": "Bundle", "type": "collection"},
        {"resourceType": "Patient"},
        {"resourceType": "Bundle", "type": "transaction", "entry": 7},
        {"resourceType": "Bundle", "type": "transaction", "entry": [7]},
        {"resourceType": "Bundle", "type": "batch", "entry": [{"request": {"method": "GET"}}]},
        [],
    ],
)
def test_what_is_no_bundle_to_be_processed_is_refused(ask, bundle):
    assert ask("POST", "", bundle).status_code == 400
