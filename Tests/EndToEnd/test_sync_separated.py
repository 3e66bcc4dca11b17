"""Two people are merged in the agency's system by mistake, and separated again: each has their own visits."""

from synced import Synced, booked, hours, people

ANN = {"resourceType": "Patient", "id": "ann", "name": [{"text": "Ann Adams"}]}
BEA = {"resourceType": "Patient", "id": "bea", "name": [{"text": "Bea Brown"}]}


def test_visits_go_back_and_what_was_recorded_meanwhile_is_named(daemon, upstream):
    upstream.start().store(
        people()[0], ANN, BEA, booked("a1", hours(0), client="ann"), booked("a2", hours(3), client="ann"))  # fmt: skip
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    goal = synced.change("goal.put", client="ann", title="Walk")["goal"]["id"]
    visits = [synced.visit(number) for number in (0, 1)]

    def clients():
        return [synced.call("visit.show", visit=visit)["visit"]["client"] for visit in visits]

    link = [{"type": "replaced-by", "other": {"reference": "Patient/bea"}}]
    upstream.store({**ANN, "active": False, "link": link})
    assert synced.sync() == "synced"
    assert clients() == ["bea", "bea"]
    synced.change("goal.put", client="bea", title="Swim")
    upstream.store({**ANN, "active": True})
    assert synced.sync() == "synced"
    assert clients() == ["ann", "ann"]
    assert [entry["id"] for entry in synced.call("goal.list", client="ann")["goals"]] == [goal]
    (problem,) = synced.call("sync.problems")["problems"]
    assert (problem["kind"], problem["display"]["title"]) == ("overruled", "Bea Brown")
    assert (problem["ours"], problem["theirs"]) == ("Bea Brown", "Ann Adams")
    assert problem["words"] == (
        "The agency's system has separated two clients whom it had merged. This client keeps what was recorded for "
        "them meanwhile. Check whether some of it belongs to the other client."
    )
    synced.change("visit.complete", visit=visits[0], note="Blood sugar 5.1")
    assert synced.sync() == "synced"
    for visit in upstream.resources("Appointment"):
        assert visit["participant"][0]["actor"] == {"reference": "Patient/ann"}, visit["id"]
    (encounter,) = upstream.resources("Encounter")
    assert encounter["subject"]["reference"] == "Patient/ann"
