"""Each fault of the tests' FHIR server does what it says, as often as it says."""

import json

import pytest
import requests
from upstream_samples import Asking, appointment, patient, refused, transaction


@pytest.fixture
def ask(upstream_at_hand):
    """A client of a running server with three visits."""
    times = {f"a{day}": f"2026-01-0{day}T00:00:00Z" for day in (1, 2, 3)}
    upstream_at_hand.store(*(appointment(id, meta={"lastUpdated": time}) for id, time in times.items()))
    return Asking(upstream_at_hand)


def test_a_status_is_answered_instead_and_nothing_is_done(ask):
    page = {"body": "<h1>Down</h1>", "type": "text/html"}
    ask.upstream.faults({"method": "PUT", "status": 503, "headers": {"Retry-After": "7"}, **page})
    answer = ask("PUT", "Appointment/a1", appointment("a1"))
    assert (answer.status_code, answer.text) == (503, "<h1>Down</h1>")
    assert (answer.headers["Retry-After"], answer.headers["Content-Type"]) == ("7", "text/html")
    assert len(ask.upstream.versions("Appointment")) == 3
    assert ask("PUT", "Appointment/a1", appointment("a1")).status_code == 200
    ask.upstream.faults({"status": 422})
    refused(ask("GET", "Appointment/a1"), 422, "invalid")


def test_rules_skip_repeat_and_end(ask):
    ask.upstream.faults({"path": "/Appointment/a1$", "skip": 1, "every": 2, "times": 2, "status": 500})
    assert [ask("GET", "Appointment/a1").status_code for _ in range(7)] == [200, 200, 500, 200, 500, 200, 200]
    assert ask("GET", "Appointment/a2").status_code == 200
    assert ask.upstream.faults_set()[0]["acted"] == 2
    ask.upstream.faults({"method": "GET", "times": None, "status": 500}, {"status": 429})
    assert [ask("GET", "Appointment").status_code for _ in range(3)] == [500] * 3
    assert ask("DELETE", "Appointment/a1").status_code == 429
    ask.upstream.faults()
    assert ask("GET", "Appointment").status_code == 200


def test_one_visit_can_be_refused_wherever_it_is_sent(ask):
    ask.upstream.faults({"contains": '"id": ?"a2"', "status": 422, "times": None})
    assert ask("PUT", "Appointment/a1", appointment("a1")).status_code == 200
    refused(ask("PUT", "Appointment/a2", appointment("a2")), 422, "invalid")
    both = transaction(*(("PUT", f"Appointment/{id}", appointment(id)) for id in ("a1", "a2")))
    refused(ask("POST", "", both), 422, "invalid")
    assert len(ask.upstream.versions("Appointment")) == 4


@pytest.mark.parametrize(("moment", "versions"), [("before", 3), ("after", 4)])
def test_a_connection_is_cut_before_or_after_the_commit(ask, moment, versions):
    ask.upstream.faults({"method": "PUT", "cut": moment})
    with pytest.raises(requests.ConnectionError):
        ask("PUT", "Appointment/a1", appointment("a1"))
    assert len(ask.upstream.versions("Appointment")) == versions
    assert [(entry["method"], entry["status"]) for entry in ask.upstream.log()] == [("PUT", None)]


def test_a_delay_holds_up_one_answer_and_no_other(ask):
    ask.upstream.faults({"path": "a1", "delay": 600})
    with pytest.raises(requests.ReadTimeout):
        ask("GET", "Appointment/a1", timeout=0.2)
    assert ask("GET", "Appointment/a2").status_code == 200


def test_a_body_is_truncated(ask):
    ask.upstream.faults({"truncate": 40})
    answer = ask("GET", "Appointment/a1", stream=True)
    assert int(answer.headers["Content-Length"]) > 40
    with pytest.raises(requests.exceptions.ChunkedEncodingError, match="40 bytes read"):
        answer.content  # noqa: B018: reads it


@pytest.mark.parametrize(("seconds", "size"), [(0, 3_000_000), (0.01, 200)])
def test_a_body_never_ends(ask, seconds, size):
    ask.upstream.faults({"endless": seconds})
    with ask("GET", "Appointment", stream=True) as answer:
        start = answer.raw.read(size)
        assert len(start) == size
        assert start.startswith(b'{"resourceType":"Bundle"')
        assert ask("GET", "Appointment/a1").status_code == 200


def test_a_stale_search_knows_nothing_newer(ask):
    ask("PUT", "Appointment/a1", appointment("a1", hour=20))
    ask("PUT", "Appointment/a4", appointment("a4"))
    ask.upstream.faults({"stale": 1, "times": None})
    ask("PUT", "Appointment/a2", appointment("a2", hour=20))
    starts = {visit["id"]: visit["start"][11:13] for visit in ask.pages("Appointment?_count=1")}
    assert starts == {"a1": "20", "a2": "08", "a3": "08"}
    refused(ask("GET", "Appointment/a4"), 404, "not-found")
    ask.upstream.faults({"stale": 0})
    assert len(ask.ids("Appointment")) == 4


def test_what_is_committed_late_appears_behind_the_watermark(ask):
    seen = ask("PUT", "Appointment/a4", appointment("a4")).json()["meta"]["lastUpdated"]
    ask.upstream.faults({"method": "PUT", "backdate": 90.5})
    late = ask("PUT", "Appointment/a5", appointment("a5")).json()["meta"]["lastUpdated"]
    assert late < seen
    assert ask.ids(f"Appointment?_lastUpdated=ge{late}&_sort=_lastUpdated") == ["a5", "a4"]
    assert ask.ids(f"Appointment?_lastUpdated=ge{seen}") == ["a4"]


def test_a_page_expires(ask):
    ask.upstream.faults({"path": "_page=", "expire": True})
    link = ask("GET", "Appointment?_count=2").json()["link"][1]["url"]
    for _ in range(2):
        refused(ask("GET", link), 410, "expired")


def test_rows_are_repeated_on_the_next_page(ask):
    ask.upstream.faults({"path": "_page=", "repeat": 1})
    assert ask.ids("Appointment?_count=2&_sort=_id") == ["a1", "a2", "a2", "a3"]


def test_a_next_link_leads_to_another_host_or_back(ask):
    elsewhere = "http://192.0.2.1/fhir/Appointment?_page=x"
    ask.upstream.faults({"next": elsewhere}, {"next": "self", "times": 2})
    links = {link["relation"]: link["url"] for link in ask("GET", "Appointment").json()["link"]}
    assert links["next"] == elsewhere
    first = ask("GET", "Appointment?_count=2").json()
    links = {link["relation"]: link["url"] for link in first["link"]}
    assert links["next"] == links["self"] == f"{ask.upstream.url}/Appointment?_count=2"
    assert ask("GET", links["next"]).json() == first


def test_a_request_is_redirected(ask):
    ask.upstream.faults({"redirect": "http://192.0.2.1/fhir/Appointment"}, {"redirect": "/", "status": 301})
    answer = ask("GET", "Appointment")
    assert (answer.status_code, answer.headers["Location"]) == (307, "http://192.0.2.1/fhir/Appointment")
    assert ask("GET", "Appointment").status_code == 301


def test_an_answer_is_changed_on_its_way(ask):
    ask.upstream.faults(
        {"replace": {'"start":"[^"]*"': '"start":7', "Practitioner/sarah": "Practitioner/nobody"}},
        {"type": "text/html"},
        {"body": "[]", "headers": {"ETag": "none"}},
        {"path": "/metadata", "replace": {'"updateCreate":true': '"updateCreate":false'}},
    )
    changed = ask("GET", "Appointment/a1").json()
    assert changed["start"] == 7
    assert changed["participant"][0]["actor"]["reference"] == "Practitioner/nobody"
    assert ask("GET", "Appointment/a1").headers["Content-Type"] == "text/html"
    answer = ask("GET", "Appointment/a1")
    assert (answer.status_code, answer.text, answer.headers["ETag"]) == (200, "[]", "none")
    assert ask("GET", "metadata").json()["rest"][0]["resource"][0]["updateCreate"] is False


@pytest.mark.parametrize(
    "rule",
    [{"stauts": 503}, {"status": "503"}, {"method": "PUT"}, {"cut": "off"}, {"path": "(", "status": 500}, 7],
)
def test_a_rule_that_is_none_is_refused(ask, rule):
    with pytest.raises(AssertionError, match="400"):
        ask.upstream.faults(rule)


def test_a_fault_can_stand_on_the_command_line(upstream):
    ask = Asking(upstream.start("--fault", json.dumps({"path": "/metadata", "status": 502})))
    assert [ask("GET", "metadata").status_code for _ in range(2)] == [502, 200]


def test_the_log_tells_what_was_asked_and_answered_and_no_token(ask):
    ask.upstream.faults({"path": "a2", "cut": "before"})
    ask("PUT", "Patient/p1", patient("p1"), If_None_Match="*", Authorization="Bearer top-secret")
    with pytest.raises(requests.ConnectionError):
        ask("GET", "Appointment/a2")
    first, second = ask.upstream.log()
    assert (first["method"], first["path"], first["status"], first["fault"]) == ("PUT", "/fhir/Patient/p1", 201, None)
    assert first["headers"]["if-none-match"] == "*"
    assert first["headers"]["authorization"] == "Bearer"
    assert "top-secret" not in json.dumps(first)
    assert (second["status"], second["fault"]) == (None, "cut")
    assert ask.upstream.wait_for(path="/Appointment/") == [second]
    ask.upstream.forget_log()
    assert ask.upstream.log() == []
