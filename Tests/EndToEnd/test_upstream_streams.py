"""What no honest server sends: endless and broken answers, and Bundles and certificates that change on their way."""

import re
import ssl

import pytest
import requests
from certificates import Authority
from upstream_samples import Asking, appointment, encounter, transaction


@pytest.fixture
def ask(upstream_at_hand):
    """A client of a running server."""
    upstream_at_hand.store(*(appointment(f"a{number}") for number in (1, 2, 3)))
    return Asking(upstream_at_hand)


@pytest.mark.parametrize("name", ["blanks", "ten gigabytes", "tiny chunks", "entries", "links", "nesting"])
def test_a_body_goes_on_for_as_long_as_it_is_read(ask, name):
    ask.upstream.faults({"stream": name})
    with ask("GET", "Appointment", stream=True) as answer:
        assert answer.status_code == 200
        assert len(answer.raw.read(3_000_000, decode_content=False)) == 3_000_000
    assert ask("GET", "Appointment/a1").status_code == 200


@pytest.mark.parametrize("name", ["headers", "long header", "no HTTP", "less than announced"])
def test_what_is_no_answer_is_none_to_another_client_either(ask, name):
    ask.upstream.faults({"stream": name})
    with pytest.raises(requests.RequestException):
        ask("GET", "Appointment", timeout=2)
    assert ask("GET", "Appointment/a1").status_code == 200


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_ten_megabytes_become_ten_gigabytes(ask, encoding):
    ask.upstream.faults({"stream": encoding})
    with ask("GET", "Appointment", stream=True) as answer:
        assert answer.headers["Content-Encoding"] == encoding
        packed = answer.raw.read(1_000_000, decode_content=False)
        assert len(packed) == 1_000_000
    ask.upstream.faults({"stream": encoding})
    with ask("GET", "Appointment", stream=True) as answer:
        unpacked = answer.raw.read(50_000_000, decode_content=True)
        assert unpacked.rstrip() == b'{"resourceType":"Bundle","type":"searchset"'
        assert len(unpacked) == 50_000_000


@pytest.mark.parametrize("name", ["a million links", "a million zeros", "a million nothings", "5,000 references"])
def test_a_page_with_much_in_it_is_one(ask, name):
    ask.upstream.faults({"stream": name})
    page = ask("GET", "Appointment").json()
    assert page["resourceType"] == "Bundle"
    count = 5_000 if "5" in name else 1_000_000
    assert len(page["link" if "links" in name else "entry"]) == count


def test_an_answer_drips(ask):
    ask.upstream.faults({"stream": "blanks", "drip": 600})
    with pytest.raises(requests.ConnectionError, match="timed out"):
        ask("GET", "Appointment", timeout=0.2)
    assert ask("GET", "Appointment/a1").status_code == 200


def test_each_next_link_is_another_one_and_leads_to_the_same_page(ask):
    ask.upstream.faults({"next": "new", "times": None})
    pages = [ask("GET", "Appointment?_count=2").json()]
    for _ in range(3):
        pages.append(ask("GET", pages[-1]["link"][-1]["url"]).json())
    links = [page["link"][-1]["url"] for page in pages]
    assert links == [f"{ask.upstream.url}/Appointment?_count=2&_turn={number}" for number in (1, 2, 3, 4)]
    assert all(page["entry"] == pages[0]["entry"] for page in pages)


@pytest.mark.parametrize(
    ("way", "places"),
    [("reverse", ["Encounter/e1", "Appointment/a1"]), ("drop", ["Appointment/a1"]),
     ("repeat", ["Appointment/a1", "Encounter/e1", "Encounter/e1"])],
)  # fmt: skip
def test_the_entries_of_an_answer_are_others_than_were_asked_for(ask, way, places):
    ask.upstream.faults({"method": "POST", "entries": way})
    sent = transaction(("PUT", "Appointment/a1", appointment("a1")), ("PUT", "Encounter/e1", encounter("e1")))
    answer = ask("POST", "", sent).json()
    found = [re.search(r"(\w+/\w+)/_history", entry["response"]["location"])[1] for entry in answer["entry"]]
    assert found == places
    assert len(ask.upstream.versions("Encounter")) == 1


def test_a_certificate_changes_between_two_requests(upstream, tmp_path):
    def issued(folder):
        folder.mkdir()
        return [str(file) for file in Authority(folder).issue()]

    first, second = issued(tmp_path / "first"), issued(tmp_path / "second")
    upstream.start("--certificate", first[0], "--key", first[1])
    address = ("127.0.0.1", int(upstream.url.split(":")[2].split("/")[0]))

    def shown():
        return ssl.get_server_certificate(address)

    upstream.faults({"path": "/metadata", "certificate": second})
    assert shown().strip() in open(first[0]).read()
    answer = requests.get(f"{upstream.url}/metadata", verify=tmp_path / "first/authority.pem")
    assert (answer.json()["resourceType"], answer.headers["Connection"]) == ("CapabilityStatement", "close")
    assert shown().strip() in open(second[0]).read()


@pytest.mark.parametrize("rule", [{"stream": "honest"}, {"entries": "all"}, {"certificate": "file"}])
def test_a_rule_that_is_none_is_refused(ask, rule):
    with pytest.raises(AssertionError, match="400"):
        ask.upstream.faults(rule)
