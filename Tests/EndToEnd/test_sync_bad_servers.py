"""Servers that are not what they say, or not who they should be."""

import pytest
from certificates import Authority
from synced import Synced, booked, hours, iso, people

TRANSACTIONS = {'"interaction":\\[\\{"code":"batch"': '"interaction":[{"code":"transaction"},{"code":"batch"'}


def lying(replace):
    """A rule for what a server says of itself."""
    return {"path": "/metadata", "times": None, "replace": replace}


@pytest.fixture
def start(daemon, upstream):
    """Starts a server with such words and such a lie, and a visitsd that has pulled a visit of Sarah's."""

    def start(*words, lie=None):
        upstream.start(*words).store(*people(), booked("a1", hours(0)))
        upstream.faults(*[lying(lie)] if lie else [])
        agency = Synced(daemon, upstream)
        daemon.start()
        assert agency.sync() == "synced"
        return agency

    return start


def add(agency):
    """The office books a visit; its id."""
    words = {"client": "margaret-chen", "worker": "sarah", "start": iso(hours(1)), "minutes": 60}
    return agency.change("visit.add", **words)["visits"][0]["id"]


def is_there_once(agency, completed):
    """The completion of the one visit and the other are upstream, once each."""
    appointments = agency.upstream.resources("Appointment")
    assert sorted(found["status"] for found in appointments) == ["booked", "fulfilled"]
    assert [found["status"] for found in agency.upstream.versions("Encounter")] == ["finished"]
    assert agency.call("visit.show", visit=completed)["visit"]["sync"] == "synced"
    assert agency.call("sync.problems")["problems"] == []


@pytest.mark.parametrize(
    ("words", "lie"),
    [
        (["--without", "transaction"], TRANSACTIONS),
        (
            [],
            {'"updateCreate":true': '"updateCreate":false', '\\{"code":"transaction"\\},': ""},
        ),
        (
            ["--without", "conditional-create"],
            {'"updateCreate":true': '"updateCreate":false', '"conditionalCreate":false': '"conditionalCreate":true'},
        ),
    ],
    ids=["no-transactions", "more-than-it-says", "no-conditional-create"],
)
def test_what_a_server_says_wrongly_of_itself_costs_nothing(start, words, lie):
    agency = start(*words, lie=lie)
    completed = agency.visit()
    add(agency)
    agency.change("visit.complete", visit=completed)
    assert agency.sync() == "synced"
    is_there_once(agency, completed)


def test_a_server_that_takes_no_ids_of_ours_and_says_it_does_has_that_parked_and_the_rest_goes_on(start):
    agency = start("--without", "update-as-create", lie={'"updateCreate":false': '"updateCreate":true'})
    completed = agency.visit()
    added = add(agency)
    agency.change("visit.change", visit=completed, note="Ring twice")
    assert agency.sync() == "failed"
    assert agency.upstream.resources("Appointment")[0]["comment"] == "Ring twice"
    problem = agency.call("sync.problems")["problems"][0]
    assert (problem["kind"], problem["visit"]) == ("parked", added)
    assert "clients choose no ids here" in problem["words"]
    agency.upstream.faults()
    assert agency.daemon.stop() == 0
    agency.daemon.start()
    agency.change("sync.retry", visit=added)
    assert agency.sync() == "synced"
    assert len(agency.upstream.versions("Appointment")) == 3
    assert agency.call("sync.problems")["problems"] == []


def test_a_server_that_keeps_no_versions_and_says_it_does_is_never_written_over(start):
    agency = start("--without", "versioning", lie={'"versioning":"no-version"': '"versioning":"versioned"'})
    visit = agency.visit()
    agency.change("visit.complete", visit=visit)
    agency.upstream.store({**booked("a1", hours(0)), "comment": "Ask for Ms Chen"})
    assert [agency.sync() for _ in range(3)][-1] == "failed"
    assert agency.upstream.resources("Appointment")[0]["comment"] == "Ask for Ms Chen"
    status = agency.call("sync.status")
    assert status["problem"] == "The agency's system keeps no versions, so nothing can be written there safely."
    assert agency.call("visit.show", visit=visit)["visit"]["status"] == "completed"


def test_a_server_that_cannot_prove_who_it_is_is_told_nothing(daemon, upstream):
    authority, stranger = Authority(upstream.folder), Authority(daemon.folder)

    def certificate(issuer, *words):
        file, key = issuer.issue(*words)
        return ["--certificate", file, "--key", key]

    upstream.start(*certificate(authority)).store(*people(), booked("a1", hours(0)))
    agency = Synced(daemon, upstream, certificates=authority.file)
    daemon.start()
    assert agency.sync() == "synced"
    visit = agency.visit()
    for issuer, words, cause in [
        (authority, ("127.0.0.1", -1), "expired"),
        (authority, ("127.0.0.2",), "otherName"),
        (stranger, (), "unknownIssuer"),
    ]:
        upstream.restart(*certificate(issuer, *words))
        before = len(daemon.log)
        agency.change("visit.change", visit=visit, note=f"Ring {words} times")
        assert [agency.sync() for _ in range(3)][-1] == "failed"
        status = agency.call("sync.status")
        assert status["problem"].startswith("The certificate of the agency's system is not trusted. ")
        assert status["push"]["cause"] == {"kind": cause}
        assert "Sync fails: the certificate is not to be trusted." in daemon.log[before:]
        assert status["pending"] == 1
        assert upstream.log() == []
        upstream.restart(*certificate(authority))
        assert agency.sync() == "synced"
        assert upstream.resources("Appointment")[0]["comment"] == f"Ring {words} times"
