"""The FHIR server of the tests is one: judged by a validator and used by a client that are not ours."""

import concurrent.futures
import email.utils
import re
import urllib.parse

import fhirpy
import pyrofile_validator
import pytest
from fhir.resources.R4B import bundle as fhir_bundle
from fhir.resources.R4B import capabilitystatement, operationoutcome
from pyrofile_validator.api_testing import ApiTestOptions, load_builtin_api_test_plan, run_api_tests
from upstream_samples import SYSTEM, Asking, appointment, encounter, patient, refused


@pytest.fixture
def ask(upstream_at_hand):
    """A client of a running server."""
    return Asking(upstream_at_hand)


def test_the_validators_api_tests_pass_and_none_is_left_out(ask):
    ask.upstream.store(appointment("a1"))
    report = run_api_tests(
        ask.upstream.url,
        load_builtin_api_test_plan("base-r4"),
        options=ApiTestOptions(inputs={"resourceType": "Appointment", "resourceId": "a1", "versionId": "1"}),
    )
    assert {scenario.id: scenario.status.value for scenario in report.scenarios} == dict.fromkeys(
        ["metadata", "read", "vread", "search", "paging", "instance-history", "not-found", "json-negotiation"], "PASS"
    )


def test_an_independent_client_creates_reads_searches_pages_updates_and_deletes(ask):
    client = fhirpy.SyncFHIRClient(ask.upstream.url)
    for hour in range(7, 14):
        visit = client.resource("Appointment", **appointment(hour=hour, value=f"visit-{hour}"))
        visit.save()
        assert visit["meta"]["versionId"] == "1"
    visits = client.resources("Appointment").sort("_lastUpdated").limit(3).fetch_all()
    assert [visit["start"][11:13] for visit in visits] == ["07", "08", "09", "10", "11", "12", "13"]
    found = client.resources("Appointment").search(identifier=f"{SYSTEM}|visit-9").first()
    assert found["start"] == "2026-01-05T09:00:00Z"
    found["comment"] = "Ring twice"
    found.save()
    assert client.reference("Appointment", found.id).to_resource()["comment"] == "Ring twice"
    assert found["meta"]["versionId"] == "2"
    found.delete()
    with pytest.raises(fhirpy.base.exceptions.ResourceNotFound):
        client.reference("Appointment", found.id).to_resource()


def test_every_kind_of_answer_has_the_shape_that_fhir_gives_it(ask):
    ask.upstream.store(appointment("a1"), encounter("e1"))
    statement = ask("GET", "metadata").json()
    capabilitystatement.CapabilityStatement.model_validate(statement)
    assert statement["fhirVersion"] == "4.0.1"
    for path in ("Appointment?_count=1", "Encounter", "Appointment/a1/_history"):
        fhir_bundle.Bundle.model_validate(ask("GET", path).json())
    operationoutcome.OperationOutcome.model_validate(ask("GET", "Appointment/none").json())
    validator = pyrofile_validator.Validator()
    for answer in (ask("GET", "Appointment").json(), ask("GET", "Appointment/none").json()):
        report = validator.validate_resource(answer)
        assert [issue.message for issue in report.issues if issue.severity.name == "ERROR"] == []


def test_an_answer_says_version_place_and_time(ask):
    answer = ask("PUT", "Appointment/a1", appointment("a1"))
    assert answer.status_code == 201
    assert answer.headers["ETag"] == 'W/"1"'
    assert answer.headers["Location"] == f"{ask.upstream.url}/Appointment/a1/_history/1"
    meta = answer.json()["meta"]
    assert meta["versionId"] == "1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", meta["lastUpdated"])
    modified = email.utils.parsedate_to_datetime(answer.headers["Last-Modified"])
    assert modified.isoformat()[:19] == meta["lastUpdated"][:19]
    assert modified <= email.utils.parsedate_to_datetime(answer.headers["Date"])
    again = ask("PUT", "Appointment/a1", appointment("a1", hour=9))
    assert (again.status_code, again.headers["ETag"]) == (200, 'W/"2"')
    assert ask("GET", "Appointment/a1/_history/1").json()["start"] == "2026-01-05T08:00:00Z"
    assert ask("GET", "Appointment/a1", If_None_Match='W/"2"').status_code == 304
    minimal = ask("PUT", "Appointment/a1", appointment("a1"), Prefer="return=minimal")
    assert (minimal.status_code, minimal.content, minimal.headers["ETag"]) == (200, b"", 'W/"3"')


def test_a_clock_that_is_wrong_is_wrong_everywhere(ask):
    right = email.utils.parsedate_to_datetime(ask("GET", "metadata").headers["Date"])
    ask.upstream.set_clock(-7200)
    answer = ask("POST", "Patient", patient())
    date = email.utils.parsedate_to_datetime(answer.headers["Date"])
    assert 7000 < (right - date).total_seconds() < 7201
    assert answer.json()["meta"]["lastUpdated"][:13] == date.isoformat()[:13]


def test_what_was_sent_comes_back_as_it_was(ask):
    body = (
        '{"resourceType":"Patient","id":"p1","name":[{"family":"Åström"}],'
        '"extension":[{"url":"https://example.org/temperature","valueDecimal":36.60}]}'
    )
    assert ask("PUT", "Patient/p1", body.encode()).status_code == 201
    answer = ask("GET", "Patient/p1")
    assert '"valueDecimal":36.60}' in answer.text
    assert answer.json()["name"] == [{"family": "Åström"}]


def test_refusals_say_what_is_wrong(ask):
    ask("PUT", "Appointment/a1", appointment("a1"))
    refused(ask("POST", "Appointment", "<html>"), 400, "structure")
    refused(ask("POST", "Appointment", '{"resourceType":"Appointment","resourceType":"Patient"}'), 400, "structure")
    refused(ask("PUT", "Appointment/a2", appointment("a1")), 400, "invalid")
    refused(ask("POST", "Patient", appointment()), 400, "invalid")
    refused(ask("PUT", "Appointment/a_b", appointment("a_b")), 422, "invalid")
    refused(ask("GET", "Appointment/none"), 404, "not-found")
    refused(ask("GET", "Medication/1"), 404, "not-supported")
    refused(ask("PATCH", "Appointment/a1", {}), 405, "not-supported")
    refused(ask("POST", "Appointment", appointment(), Content_Type="text/plain"), 415, "not-supported")
    refused(ask("GET", "Appointment/a1", Accept="application/fhir+xml"), 406, "not-supported")
    said = refused(ask("POST", "Appointment", appointment(status="bogus", minutes=7)), 422, "invalid")
    assert "Appointment.minutes" in said
    said = refused(ask("POST", "Appointment", appointment(status="bogus")), 422, "invalid")
    assert said.startswith("Appointment.status: 'bogus' is none of proposed, pending, booked")
    refused(ask("POST", "Encounter", encounter(status="gone")), 422, "invalid")
    said = refused(ask("POST", "Appointment", appointment(start="2026-01-05T08:00:00")), 422, "invalid")
    assert said.startswith("Appointment.start: ")
    assert len(ask.upstream.versions("Appointment")) == 1


def test_a_body_and_a_bundle_that_are_too_large_are_refused(upstream):
    ask = Asking(upstream.start("--max-bytes", 2000, "--max-entries", 2))
    refused(ask("POST", "Patient", patient(family="x" * 2000)), 413, "too-long")
    bundle = {"resourceType": "Bundle", "type": "batch"}
    entry = {"request": {"method": "GET", "url": "Patient/p"}}
    assert ask("POST", "", {**bundle, "entry": [entry] * 2}).status_code == 200
    refused(ask("POST", "", {**bundle, "entry": [entry] * 3}), 413, "too-costly")


def test_what_was_deleted_is_gone_and_can_come_back(ask):
    ask("PUT", "Appointment/a1", appointment("a1"))
    assert ask("DELETE", "Appointment/a1").status_code == 204
    assert ask("DELETE", "Appointment/a1").status_code == 204
    refused(ask("GET", "Appointment/a1"), 410, "deleted")
    assert ask.ids("Appointment") == []
    refused(ask("PUT", "Appointment/a1", appointment("a1"), If_Match='W/"2"'), 412, "conflict")
    back = ask("PUT", "Appointment/a1", appointment("a1"), If_None_Match="*")
    assert (back.status_code, back.headers["ETag"]) == (201, 'W/"3"')
    assert ask.upstream.versions("Appointment")[1] is None


def test_of_two_writers_with_one_version_one_gets_412(ask):
    ask("PUT", "Appointment/a1", appointment("a1"))
    refused(ask("PUT", "Appointment/a1", appointment("a1"), If_None_Match="*"), 412, "duplicate")

    def write(hour):
        return Asking(ask.upstream)("PUT", "Appointment/a1", appointment("a1", hour=hour), If_Match='W/"1"').status_code

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(write, range(9, 17))) == [200] + [412] * 7
    assert len(ask.upstream.versions("Appointment")) == 2


def test_a_conditional_create_never_doubles(ask):
    condition = f"identifier={urllib.parse.quote(SYSTEM + '|v1')}"

    def create(_):
        answer = Asking(ask.upstream)("POST", "Appointment", appointment(value="v1"), If_None_Exist=condition)
        return answer.status_code, answer.headers["Location"]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(create, range(16)))
    assert sorted(status for status, _ in answers) == [200] * 15 + [201]
    assert len({place for _, place in answers}) == 1
    assert len(ask.upstream.resources("Appointment")) == 1
    ask("POST", "Appointment", appointment(value="v1"))
    answer = ask("POST", "Appointment", appointment(value="v1"), If_None_Exist=condition)
    refused(answer, 412, "multiple-matches")


def test_what_a_server_is_told_to_leave_out_it_leaves_out_and_says_so(upstream):
    off = ("versioning", "conditional-create", "update-as-create", "transaction")
    ask = Asking(upstream.start(*(word for feature in off for word in ("--without", feature))))
    rest = ask("GET", "metadata").json()["rest"][0]
    assert rest["interaction"] == [{"code": "batch"}]
    told = rest["resource"][0]
    assert (told["versioning"], told["updateCreate"], told["conditionalCreate"]) == ("no-version", False, False)
    refused(ask("PUT", "Appointment/a1", appointment("a1")), 405, "not-supported")
    for _ in range(2):
        made = ask("POST", "Appointment", appointment(value="v1"), If_None_Exist=f"identifier={SYSTEM}|v1")
        assert made.status_code == 201
        assert "ETag" not in made.headers
        assert "versionId" not in made.json()["meta"]
    refused(ask("POST", "", {"resourceType": "Bundle", "type": "transaction"}), 400, "not-supported")


def test_another_server_answers_409_to_an_old_version(upstream):
    ask = Asking(upstream.start("--conflict", 409))
    ask("PUT", "Appointment/a1", appointment("a1"))
    refused(ask("PUT", "Appointment/a1", appointment("a1"), If_Match='W/"7"'), 409, "conflict")


def test_data_outlive_a_restart_at_the_same_address(upstream):
    ask = Asking(upstream.start())
    made = ask("POST", "Appointment", appointment()).json()
    url = upstream.url
    assert upstream.restart().url == url
    assert Asking(upstream)("GET", f"Appointment/{made['id']}").json() == made
