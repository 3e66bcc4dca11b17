"""A day centre moves: the visits there move with it, and the agency's system keeps its own reference to the place."""

from synced import Synced, booked, hours, people


def centre(address):
    return {"resourceType": "Location", "id": "centre", "name": "Day centre", "address": {"text": address}}


def at_the_centre(id, start):
    visit = booked(id, start)
    visit["participant"].append({"actor": {"reference": "Location/centre"}, "status": "accepted"})
    return visit


def test_visits_follow_their_place_and_no_write_takes_it_out(daemon, upstream):
    upstream.start().store(
        *people(), centre("1 Old Rd"), at_the_centre("a1", hours(0)), at_the_centre("a2", hours(3)))  # fmt: skip
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    first, second = (synced.visit(number) for number in (0, 1))

    def address(visit):
        return synced.call("visit.show", visit=visit)["visit"].get("address")

    assert [address(first), address(second)] == ["Day centre, 1 Old Rd", "Day centre, 1 Old Rd"]
    upstream.store(centre("99 New Ave"))
    assert synced.sync() == "synced"
    assert [address(first), address(second)] == ["Day centre, 99 New Ave", "Day centre, 99 New Ave"]
    synced.change("visit.complete", visit=first)
    synced.change("visit.change", visit=second, note="Bring gloves")
    assert synced.sync() == "synced"
    for visit in upstream.resources("Appointment"):
        assert visit["participant"][-1]["actor"] == {"reference": "Location/centre"}, visit["id"]
        assert "contained" not in visit
    assert synced.call("sync.problems")["problems"] == []
