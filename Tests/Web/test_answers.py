"""What an answer means for a change: it is done, it waits, or it is stopped and Sarah decides. Nothing gets lost."""

import re

import pytest
from cases import further
from office import changes
from outboxes import (
    DAY, HOUR, MINUTE, Answers, Outbox, accepted, answer_lost, no_network, passed_on, refused, silence, stranger,
)  # fmt: skip

SECOND = 1_000
REASON = "The office does not take this."
NOT_TAKEN = "The office's system does not take this yet. This phone tries again each hour."
UNSURE = "This may have arrived. Ask the office before you send it again."
ENDED = "This phone is no longer paired. Ask the office for a new code."


class Morning:
    """Sarah's phone, on which she started and completed Agnes's visit and completed John's, all not sent yet."""

    def __init__(self, phone, cards):
        self.phone, self.outbox = phone, Outbox(phone.page)
        agnes, john = cards["Agnes Kowalchuk"], cards["John Smith"]
        self.first = self.outbox.record("visit.start", {"visit": agnes["visit"]}, agnes)
        self.later = self.outbox.record("visit.complete", {"visit": agnes["visit"]}, agnes)
        self.other = self.outbox.record("visit.complete", {"visit": john["visit"]}, john)

    def begins(self, answer):
        """The app is started; the start of Agnes's visit gets this answer. Returns its calls."""
        starts = Answers(self.phone, "visit.start", answer)
        self.phone.restart()
        starts.were_asked(1)
        return starts


@pytest.fixture
def phone(phones):
    """Sarah's phone, whose time the test can pass."""
    return phones().with_clock().pair()


@pytest.fixture
def morning(phone, cards):
    """A morning without a network."""
    return Morning(phone, cards)


def test_an_answer_of_the_daemon_acknowledges_a_change(morning, agency):
    starts = morning.begins(passed_on)
    morning.outbox.holds("done", "done", "done")
    morning.phone.today.marks("Agnes Kowalchuk", "completed")
    morning.phone.today.indicates("Synced")
    morning.phone.changes.open()
    morning.phone.changes.says("No change waits on this phone.")
    assert changes(agency, "agnes-kowalchuk") == ["visit.start", "visit.complete"]
    row = morning.outbox.row(morning.first)
    assert row["answer"]["card"]["title"] == "Agnes Kowalchuk" and row["acknowledgedAt"]
    assert {one["acknowledgement"] for one in morning.outbox.rows()} == {1, 2, 3}
    goes_no_more(morning.phone, morning.outbox, starts)


def goes_no_more(phone, outbox, calls):
    """Neither time nor a new start sends it again."""
    sent = len(calls.keys)
    outbox.rests()
    phone.skip_time(HOUR + MINUTE)
    outbox.rests()
    phone.restart()
    phone.today.is_there()
    outbox.rests()
    assert len(calls.keys) == sent


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(refused(403, "forbidden", REASON, needs=["coordinator"]), id="is not allowed"),
        pytest.param(refused(409, "invalidTransition", REASON), id="does not fit the visit's state"),
        further(refused(409, "versionConflict", REASON), id="was changed meanwhile"),
        further(refused(409, "overlap", REASON, visits=[]), id="overlaps"),
        further(refused(413, "tooLarge", REASON, limit="values", value=1), id="is too large"),
        pytest.param(refused(422, "invalidParams", REASON, field="at", rule="range"), id="has a wrong value"),
    ],
)
def test_what_the_office_refuses_stops_in_the_servers_words_and_later_changes_pass(morning, answer):
    phone, outbox = morning.phone, morning.outbox
    starts = morning.begins(answer)
    outbox.holds("stopped", "done", "done")
    assert outbox.row(morning.first)["stop"]["kind"] == "refused"
    phone.today.notes("Agnes Kowalchuk", "Not accepted")
    phone.today.indicates("Not accepted")
    phone.changes.open()
    phone.changes.lists("Visit started · Agnes Kowalchuk")
    phone.changes.says(f"The office's system did not accept this: {REASON}")
    phone.changes.offers("Send again", "Discard")
    goes_no_more(phone, outbox, starts)


def test_a_stopped_change_changes_no_card(phone, cards):
    card = cards["Agnes Kowalchuk"]
    starts = Answers(phone, "visit.start", refused(409, "invalidTransition", REASON))
    phone.today.open("Agnes Kowalchuk")
    phone.visit.start()
    phone.visit.close()
    phone.today.marks("Agnes Kowalchuk", "inProgress")
    phone.put_away()
    starts.were_asked(1)
    phone.take_out()
    phone.today.notes("Agnes Kowalchuk", "Not accepted")
    phone.today.marks("Agnes Kowalchuk", card["status"])


def test_sarah_sends_a_stopped_change_again_or_discards_it_for_good(morning, agency):
    phone, outbox = morning.phone, morning.outbox
    starts = morning.begins(refused(409, "overlap", REASON))
    outbox.becomes(morning.first, state="stopped")
    phone.changes.open()
    phone.changes.sends_again()
    starts.were_asked(2)
    outbox.becomes(morning.first, state="stopped")
    phone.changes.button("Discard").click()
    assert outbox.row(morning.first)
    phone.changes.button("Discard for good").click()
    phone.changes.says("No change waits on this phone.")
    outbox.holds("done", "done")
    assert len(set(starts.keys)) == 1
    phone.changes.close()
    phone.today.indicates("Synced")
    assert changes(agency, "agnes-kowalchuk") == ["visit.complete"]


def test_a_visit_that_the_office_does_not_know_is_asked_for_during_an_hour(morning):
    phone, outbox = morning.phone, morning.outbox
    starts = morning.begins(refused(404, "notFound", "No visit has this id."))
    outbox.becomes(morning.first, state="sending", trouble_kind="unknown")
    outbox.becomes(morning.other, state="done")
    phone.today.indicates("Syncing...")
    outbox.rests()
    sent = len(starts.keys)
    phone.skip_time(55 * MINUTE)
    starts.were_asked(sent + 1)
    outbox.rests()
    assert outbox.states() == ["sending", "waiting", "done"]
    phone.skip_time(6 * MINUTE)
    outbox.holds("stopped", "done", "done")
    phone.today.indicates("Not accepted")
    phone.changes.open()
    phone.changes.says("The office's system did not accept this: No visit has this id.")
    goes_no_more(phone, outbox, starts)


def test_a_visit_that_comes_to_the_office_within_the_hour_is_started(morning, agency):
    starts = morning.begins(refused(404, "notFound", "No visit has this id."))
    morning.outbox.becomes(morning.first, trouble_kind="unknown")
    starts.answer = passed_on
    morning.outbox.rests()
    morning.phone.skip_time(MINUTE)
    morning.outbox.holds("done", "done", "done")
    assert changes(agency, "agnes-kowalchuk") == ["visit.start", "visit.complete"]


def test_a_key_that_was_used_for_something_else_may_have_arrived(morning):
    phone, outbox = morning.phone, morning.outbox
    starts = morning.begins(refused(422, "requestIdReused"))
    outbox.holds("stopped", "done", "done")
    assert outbox.row(morning.first)["stop"]["kind"] == "unsure"
    phone.changes.open()
    phone.changes.says(UNSURE)
    phone.changes.offers("Send again", "Discard")
    goes_no_more(phone, outbox, starts)


@pytest.mark.parametrize("limit", ["changesOfOne", further("changesOfDevice"), further("bytesOfDevice")])
def test_a_quota_holds_records_of_a_client_while_starts_and_other_clients_pass(phone, cards, agency, limit):
    outbox = Outbox(phone.page)
    agnes, john = cards["Agnes Kowalchuk"], cards["John Smith"]
    first, second = (record_task(outbox, agnes, task) for task in ("pills", "lunch"))
    start = outbox.record("visit.start", {"visit": agnes["visit"]}, agnes)
    other = record_task(outbox, john, "walk")
    quota = refused(429, "busy", limit=limit, value=1, retryAfter=600)
    tasks = Answers(phone, "task.record", lambda route: (quota if _is_of(route, agnes) else accepted())(route))
    phone.restart()
    outbox.becomes(start, state="done")
    outbox.becomes(other, state="done")
    outbox.becomes(first, state="sending", trouble_kind="held")
    phone.today.marks("Agnes Kowalchuk", "inProgress")
    phone.today.indicates("Syncing...")
    assert outbox.row(second)["state"] == "waiting"
    sent = len(tasks.keys)
    outbox.rests()
    phone.skip_time(9 * MINUTE)
    outbox.rests()
    phone.restart()
    phone.today.is_there()
    outbox.rests()
    assert len(tasks.keys) == sent and outbox.row(second)["state"] == "waiting"
    tasks.answer = accepted()
    phone.skip_time(2 * MINUTE)
    outbox.becomes(first, state="done")
    outbox.becomes(second, state="done")
    assert changes(agency, "agnes-kowalchuk") == ["visit.start"]


def record_task(outbox, card, task, **more):
    """A care task of a client is recorded; returns its key."""
    return outbox.record("task.record", {"client": card["client"], "task": task, "done": True}, card, **more)


def _is_of(route, card):
    return route.request.post_data_json["client"] == card["client"]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(refused(413, "gatewayRefused", reason="tooLarge"), id="too large for the gateway"),
        further(refused(421, "gatewayRefused", reason="wrongHost"), id="the gateway's wrong address"),
        pytest.param(refused(404, "methodNotFound"), id="an unknown method"),
        further(refused(400, "parseError"), id="no JSON"),
        further(refused(400, "invalidRequest"), id="no request"),
        pytest.param(refused(422, "invalidParams", field="mood", rule="unknown"), id="an unknown parameter"),
        further(refused(422, "invalidParams", field="mood", rule="missing"), id="a missing parameter"),
    ],
)
def test_what_the_offices_system_does_not_take_goes_again_each_hour_and_at_each_start(morning, answer):
    starts = morning.begins(answer)
    is_not_taken(morning, starts)


def test_an_internal_error_goes_again_and_the_fifth_one_stops_it(morning):
    phone, outbox = morning.phone, morning.outbox
    starts = morning.begins(refused(500, "internalError", reference="r"))
    outbox.becomes(morning.first, state="sending", trouble_kind="failing")
    for sent in range(2, 6):
        outbox.rests()
        phone.skip_time(MINUTE)
        starts.were_asked(sent)
    outbox.becomes(morning.first, state="stopped")
    assert len(starts.keys) == 5
    is_not_taken(morning, starts)


def is_not_taken(morning, starts):
    """The first change is stopped, and goes again by itself; the later one of the client waits for an hour."""
    phone, outbox, sent = morning.phone, morning.outbox, len(starts.keys)
    outbox.holds("stopped", "waiting", "done")
    assert outbox.row(morning.first)["stop"]["kind"] == "notTaken"
    phone.today.notes("Agnes Kowalchuk", "Not accepted")
    phone.changes.open()
    phone.changes.says(NOT_TAKEN)
    phone.changes.offers("Send again", "Discard")
    outbox.rests()
    phone.skip_time(55 * MINUTE)
    outbox.rests()
    assert len(starts.keys) == sent and outbox.states() == ["stopped", "waiting", "done"]
    starts.answer = refused(404, "methodNotFound")
    phone.skip_time(6 * MINUTE)
    starts.were_asked(sent + 1)
    outbox.becomes(morning.later, state="done")
    outbox.becomes(morning.first, state="stopped")
    outbox.rests()
    phone.restart()
    starts.were_asked(sent + 2)
    outbox.becomes(morning.first, state="stopped", stop_kind="notTaken")
    phone.today.indicates("Not accepted")
    starts.answer = accepted()
    outbox.rests()
    phone.skip_time(61 * MINUTE)
    outbox.holds("done", "done", "done")
    assert len(starts.keys) == sent + 3 and len(set(starts.keys)) == 1
    phone.today.indicates("Synced")


@pytest.mark.parametrize("reason", ["revoked", "formerWorker"])
def test_a_revoked_phone_whose_change_is_refused_keeps_it_and_shows_no_names(phone, reason):
    completions = Answers(phone, "visit.complete", refused(403, "forbidden", "This phone is revoked.", reason=reason))
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.put_away()
    completions.were_asked(1)
    phone.take_out()
    phone.pairing.says(ENDED)
    phone.pairing.says("Changes of Sarah Miller are not sent yet.")
    assert "Margaret Chen" not in phone.page.content()
    outbox = Outbox(phone.page)
    outbox.holds("stopped")
    outbox.rests()
    phone.skip_time(HOUR + MINUTE)
    outbox.rests()
    assert len(completions.keys) == 1


@pytest.mark.parametrize("reason", ["revoked", "formerWorker"])
def test_a_phone_that_may_no_longer_read_shows_no_names_and_sends_what_it_has(phone, agency, reason):
    phone.complete("John Smith")
    phone.visit.is_gone()
    today = Answers(phone, "today", refused(403, "forbidden", "This phone is revoked.", reason=reason))
    phone.today.looked_at_again()
    today.were_asked(1)
    phone.pairing.says(ENDED)
    assert "Margaret Chen" not in phone.page.content()
    phone.skip_time(5 * SECOND)
    Outbox(phone.page).holds("done")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_token_that_is_unknown_twice_within_a_minute_ends_the_views_and_keeps_the_changes(phone):
    unknown = refused(401, "unauthenticated")
    completions = Answers(phone, "visit.complete", unknown)
    phone.context.route("**/v1/today", unknown)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.put_away()
    completions.were_asked(1)
    outbox = Outbox(phone.page)
    outbox.holds("sending")
    outbox.rests()
    phone.today.marks("John Smith", "completed")
    phone.skip_time(MINUTE + SECOND)
    completions.were_asked(2)
    phone.pairing.says(ENDED)
    phone.pairing.says("Changes of Sarah Miller are not sent yet. Pair this phone as Sarah Miller again to send them.")
    assert "Margaret Chen" not in phone.page.content()
    outbox.holds("sending")
    phone.changes.show()
    phone.changes.lists("Visit completed · John Smith")


def test_a_token_that_is_unknown_once_changes_nothing(phone, agency):
    completions = Answers(phone, "visit.complete", refused(401, "unauthenticated"))
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.put_away()
    completions.were_asked(1)
    phone.take_out()
    outbox = Outbox(phone.page)
    outbox.rests()
    completions.answer = passed_on
    phone.skip_time(MINUTE + SECOND)
    outbox.holds("done")
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_change_that_is_another_workers_by_now_waits(morning):
    phone, outbox = morning.phone, morning.outbox
    me = Answers(phone, "device.me", passed_on)
    starts = morning.begins(refused(409, "otherWorker"))
    outbox.holds("sending", "waiting", "done")
    # Once at the start, and once more for the sake of this answer.
    me.were_asked(2)
    outbox.rests()
    assert len(starts.keys) == 1
    starts.answer = accepted()
    phone.skip_time(MINUTE + SECOND)
    outbox.holds("done", "done", "done")


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(no_network, id="no network"),
        pytest.param(answer_lost, id="a lost answer"),
        pytest.param(stranger(200), id="a captive portal's page"),
        further(stranger(200, '{"toast": "Welcome"}', "application/json"), id="JSON without our key"),
        further(stranger(404), id="a proxy that finds nothing"),
        further(stranger(500), id="a proxy that fails"),
        pytest.param(stranger(502), id="a proxy without a gateway"),
        pytest.param(lambda route: route.fulfill(status=302, headers={"Location": "/"}), id="a redirect"),
        pytest.param(refused(503, "gatewayRefused", retryAfter=1), id="a daemon that restarts"),
        further(refused(503, "unavailable", reason="diskFull"), id="a full disk"),
        pytest.param(refused(429, "busy", limit="callsWaitingOfDevice", retryAfter=1), id="too many calls at a time"),
        further(refused(429, "gatewayRefused", retryAfter=1), id="too many calls for the gateway"),
    ],
)
def test_whatever_else_comes_is_no_answer_and_the_change_goes_again_with_its_key(morning, agency, answer):
    phone, outbox = morning.phone, morning.outbox
    starts = morning.begins(answer)
    outbox.holds("sending", "waiting", "done")
    phone.today.marks("Agnes Kowalchuk", "completed")
    phone.today.indicates(re.compile("Syncing...|Saved locally"))
    phone.changes.open()
    phone.changes.lists("Visit started · Agnes Kowalchuk", "Visit completed · Agnes Kowalchuk")
    phone.changes.says("Saved on this phone. It is sent until the office has it.")
    phone.changes.offers()
    starts.answer = passed_on
    outbox.rests()
    phone.skip_time(MINUTE)
    outbox.holds("done", "done", "done")
    assert len(set(starts.keys)) == 1
    assert changes(agency, "agnes-kowalchuk") == ["visit.start", "visit.complete"]


def test_the_pauses_grow_from_2_seconds_to_a_minute_while_the_office_answers_other_calls(phone, cards):
    outbox, agnes = Outbox(phone.page), cards["Agnes Kowalchuk"]
    outbox.record("visit.start", {"visit": agnes["visit"]}, agnes)
    starts = Answers(phone, "visit.start", stranger(502))
    phone.stop_clock()
    phone.restart()
    phone.today.is_there()
    for sent, pause in enumerate([2, 4, 8, 16, 32, 60, 60], start=1):
        starts.were_asked(sent)
        outbox.rests()
        # Today was answered.
        phone.today.indicates("Syncing...")
        phone.skip_time(pause * SECOND - 1)
        outbox.rests()
        assert len(starts.keys) == sent, f"before {pause} s are over"
        phone.pass_time(1)
    starts.were_asked(8)


def test_a_change_goes_at_once_when_the_network_returns(phone, agency):
    phone.network(False)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.today.indicates("Saved locally")
    phone.today.marks("John Smith", "completed")
    phone.skip_time(5 * SECOND)
    outbox = Outbox(phone.page)
    outbox.holds("sending")
    phone.stop_clock()
    phone.network(True)
    outbox.holds("done")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_call_without_an_answer_is_given_up_after_20_seconds_and_goes_again(phone, cards):
    outbox, agnes = Outbox(phone.page), cards["Agnes Kowalchuk"]
    key = outbox.record("visit.start", {"visit": agnes["visit"]}, agnes)
    starts = Answers(phone, "visit.start", silence)
    phone.stop_clock()
    phone.restart()
    starts.were_asked(1)
    outbox.rests()
    phone.skip_time(20 * SECOND - 1)
    outbox.rests()
    starts.answer = accepted()
    phone.pass_time(1)
    outbox.rests()
    phone.pass_time(2 * SECOND)
    starts.were_asked(2)
    assert starts.keys == [key, key]
    outbox.becomes(key, state="done")


@pytest.mark.parametrize("days, kind", [(31, "unsure"), (29, None)])
def test_a_change_that_was_first_sent_over_30_days_ago_is_not_sent_by_itself(phone, cards, days, kind):
    outbox, agnes = Outbox(phone.page), cards["Agnes Kowalchuk"]
    ago = phone.page.evaluate("() => Date.now()") - days * DAY
    key = outbox.record("visit.start", {"visit": agnes["visit"]}, agnes, state="sending", firstSentAt=ago, tries=9)
    starts = Answers(phone, "visit.start", accepted())
    phone.restart()
    if kind is None:
        outbox.becomes(key, state="done")
        return
    outbox.becomes(key, state="stopped", stop_kind=kind)
    phone.changes.open()
    phone.changes.says(UNSURE)
    goes_no_more(phone, outbox, starts)
    assert starts.keys == []
    phone.changes.open()
    phone.changes.sends_again()
    outbox.becomes(key, state="done")
    assert starts.keys == [key]


def test_a_change_that_is_not_taken_for_30_days_is_not_sent_by_itself_any_more(phone, cards):
    outbox, agnes = Outbox(phone.page), cards["Agnes Kowalchuk"]
    ago = phone.page.evaluate("() => Date.now()") - 31 * DAY
    stop = {"kind": "notTaken", "words": "", "since": ago}
    key = outbox.record(
        "visit.start", {"visit": agnes["visit"]}, agnes, state="stopped", stop=stop, firstSentAt=ago, tries=700
    )
    starts = Answers(phone, "visit.start", accepted())
    phone.restart()
    phone.changes.open()
    phone.changes.says(UNSURE)
    outbox.rests()
    assert starts.keys == [] and outbox.row(key)["state"] == "stopped"


def test_an_emergency_goes_on_whatever_is_wrong_with_the_offices_system(phone):
    outbox = Outbox(phone.page)
    key = outbox.record("emergency.raise", {})
    calls = Answers(phone, "emergency.raise", refused(404, "methodNotFound"))
    phone.stop_clock()
    phone.restart()
    calls.were_asked(1)
    outbox.rests()
    assert outbox.row(key)["state"] == "sending"
    calls.answer = accepted(emergency={"id": "e", "stored": True}, message="Stay where you are.")
    phone.pass_time(2 * SECOND)
    outbox.becomes(key, state="done")


def test_an_emergency_that_the_office_holds_in_memory_goes_again_until_it_is_stored(phone):
    outbox = Outbox(phone.page)
    key = outbox.record("emergency.raise", {})
    held = accepted(emergency={"id": "e", "stored": False}, message="Stay where you are.")
    calls = Answers(phone, "emergency.raise", held)
    phone.stop_clock()
    phone.restart()
    for sent in (1, 2, 3):
        calls.were_asked(sent)
        outbox.rests()
        assert outbox.row(key)["state"] == "sending"
        assert outbox.row(key)["answer"]["emergency"]["id"] == "e"
        phone.skip_time(30 * SECOND - 1)
        outbox.rests()
        assert len(calls.keys) == sent, "before 30 s are over"
        if sent == 3:
            calls.answer = accepted(emergency={"id": "e", "stored": True}, message="Stay where you are.")
        phone.pass_time(1)
    outbox.becomes(key, state="done")
    assert set(calls.keys) == {key}


def test_changes_of_a_client_go_one_after_the_other_in_the_order_of_the_taps(phone, cards):
    outbox, agnes = Outbox(phone.page), cards["Agnes Kowalchuk"]
    session = "0193b0a2-7c1e-7000-8000-000000000001"
    keys = [
        outbox.record("session.start", {"client": agnes["client"], "goal": "g", "session": session}, agnes),
        outbox.record("session.trial", {"session": session, "success": True}, agnes),
        record_task(outbox, agnes, "lunch"),
    ]
    held, order = [], []
    for method in ("session.start", "session.trial", "task.record"):
        phone.context.route(f"**/v1/{method}", lambda route: (held.append(route), order.append(_key(route))))
    phone.restart()
    for sent in (1, 2, 3):
        outbox.becomes(keys[sent - 1], state="sending")
        outbox.rests()
        assert order == keys[:sent]
        accepted()(held[-1])
    outbox.holds("done", "done", "done")


def _key(route):
    return route.request.headers["idempotency-key"]


def test_at_most_six_changes_are_under_way_and_an_emergency_passes_at_once(phone):
    outbox = Outbox(phone.page)
    keys = [record_task(outbox, {"visit": None, "client": f"client-{one}", "title": ""}, "walk") for one in range(8)]
    emergency = outbox.record("emergency.raise", {}, ago=0)
    tasks = Answers(phone, "task.record", silence)
    held = accepted(emergency={"id": "e", "stored": True}, message="Stay where you are.")
    raised = Answers(phone, "emergency.raise", held)
    phone.restart()
    outbox.becomes(emergency, state="done")
    outbox.rests()
    assert sorted(tasks.keys) == sorted(keys[:6]) and raised.keys == [emergency]
    assert outbox.states() == ["sending"] * 6 + ["waiting"] * 2 + ["done"]


def test_each_change_names_the_worker_who_made_it_and_when_it_was_made_and_sent(morning):
    starts = morning.begins(passed_on)
    row = morning.outbox.becomes(morning.first, state="done")
    [body] = starts.bodies
    assert body["at"] == row["at"] and body["sentAt"] > body["at"]
    assert starts.workers == [morning.outbox.facts()["owner"]["worker"]]


def complete_without_time(phone, name):
    """Sarah completes a visit; from then on time stands still."""
    phone.today.open(name)
    phone.stop_clock()
    phone.visit.activate()
    Outbox(phone.page).holds("waiting")


def test_undo_deletes_a_change_for_good(phone):
    completions = Answers(phone, "visit.complete", passed_on)
    complete_without_time(phone, "John Smith")
    phone.pass_time_until_sheet_is_gone()
    phone.today.marks("John Smith", "completed")
    phone.today.undoes()
    outbox = Outbox(phone.page)
    outbox.holds()
    phone.pass_time(SECOND)
    phone.today.marks("John Smith", "inProgress")
    goes_no_more(phone, outbox, completions)
    assert completions.keys == []


def test_a_change_waits_5_seconds_and_is_then_sent_without_an_undo(phone, agency):
    completions = Answers(phone, "visit.complete", passed_on)
    complete_without_time(phone, "John Smith")
    outbox = Outbox(phone.page)
    phone.skip_time(4_900)
    outbox.rests()
    assert completions.keys == []
    phone.pass_time(200)
    outbox.holds("done")
    phone.today.offers_no_undo()
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_phone_that_is_put_away_sends_at_once(phone, agency):
    complete_without_time(phone, "John Smith")
    phone.put_away()
    Outbox(phone.page).holds("done")
    assert changes(agency, "john-smith") == ["visit.complete"]
