"""Answers without end or measure: they are cut off and named, take little memory, and hold up nothing else."""

import pytest
from bad_upstream import agency, kept_in_step  # noqa: F401: fixtures
from cases import further
from hostile import bounded

FOUND = "/Appointment\\?"
GARBLED = "This record cannot be reached."
TOO_MUCH = "The answer for this record is too large to be read."
COMPRESSED = "This record came compressed, which was not asked for. Ask the operator of the agency's system."
VALUES = "holds more than 200000 values"


def attacked(agency, *rules):
    """A person syncs three times while the rules hold; a completion arrives meanwhile, and what is here stays."""
    agency.complete(agency.mine)
    agency.upstream.faults(*rules)
    agency.upstream.store(agency.booked(agency.third, 3))
    agency.upstream.forget_log()
    with bounded(agency):
        state = agency.sync(3)
    agency.is_there_once(agency.mine)
    return state


@pytest.mark.parametrize(
    ("stream", "words"),
    [
        ("headers", GARBLED),
        further("long header", GARBLED),
        ("no HTTP", GARBLED),
        ("trailers", GARBLED),
        further("long trailer", GARBLED),
        ("less than announced", GARBLED),
        ("blanks", TOO_MUCH),
        ("ten gigabytes", TOO_MUCH),
        ("gzip", COMPRESSED),
        further("deflate", COMPRESSED),
        further("entries", TOO_MUCH),
        further("links", TOO_MUCH),
        further("nesting", TOO_MUCH),
        further("one string", TOO_MUCH),
        ("a million links", VALUES),
        ("a million zeros", VALUES),
        further("a million nothings", VALUES),
        ("60,000 levels", "nested deeper than 64 levels"),
    ],
)
def test_a_search_that_brings_too_much_is_cut_off_named_and_holds_up_nothing_else(agency, stream, words):
    assert attacked(agency, {"path": FOUND, "times": None, "stream": stream}) == "failed"
    problem = agency.problems()[0]
    assert (problem["kind"], problem["thing"]) == ("unread", "Appointment")
    assert words in problem["words"]
    assert "Sync fails: " in agency.log
    # In each run: metadata, a search of each type, what is sent and found of the completion.
    assert len(agency.upstream.log()) < 30
    agency.is_well_when_the_fault_ends()
