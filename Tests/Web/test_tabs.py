"""Two tabs of one browser: they show the same changes, and each change is sent once."""

import pytest
from office import changes
from outboxes import Answers, Outbox, accepted, passed_on, silence

SECOND = 1_000


@pytest.fixture
def tab(phone):
    """A second tab of Sarah's phone."""
    tab = phone.other_tab().open()
    tab.today.is_there()
    return tab


def test_a_tap_in_one_tab_shows_in_the_other_and_so_does_its_undo(phones):
    phone = phones().with_clock().pair()
    tab = phone.other_tab().open()
    tab.today.is_there()
    phone.today.open("John Smith")
    phone.stop_clock()
    phone.visit.activate()
    outbox = Outbox(phone.page)
    outbox.holds("waiting")
    # Both tabs have one clock.
    phone.pass_time_until_sheet_is_gone()
    phone.pass_time(100)
    tab.today.marks("John Smith", "completed")
    tab.today.indicates("Syncing...")
    phone.today.undoes()
    outbox.holds()
    phone.pass_time(100)
    tab.today.marks("John Smith", "inProgress")
    tab.today.indicates("Synced")


def test_two_tabs_send_each_change_once(phone, tab, agency):
    completions = Answers(phone, "visit.complete", passed_on)
    starts = Answers(phone, "visit.start", passed_on)
    phone.complete("John Smith")
    phone.visit.is_gone()
    tab.today.open("Agnes Kowalchuk")
    tab.visit.start()
    tab.visit.close()
    phone.put_away()
    tab.put_away()
    outbox = Outbox(phone.page)
    outbox.holds("done", "done")
    phone.take_out()
    tab.take_out()
    for each in (phone, tab):
        each.today.indicates("Synced")
        each.today.marks("Agnes Kowalchuk", "inProgress")
        each.today.marks("John Smith", "completed")
    outbox.rests()
    assert len(completions.keys) == len(starts.keys) == 1
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_an_answer_in_one_tab_is_no_reason_to_send_for_the_other(phone, tab):
    completions = Answers(phone, "visit.complete", silence)
    phone.complete("John Smith")
    phone.put_away()
    completions.were_asked(1)
    tab.put_away()
    Outbox(tab.page).rests()
    tab.take_out()
    tab.today.indicates("Syncing...")
    assert len(completions.keys) == 1


def hold_the_lock(phone, **options):
    """Another tab takes the right to send, and hangs."""
    page = phone.context.new_page()
    page.route("**/hangs", lambda route: route.fulfill(body="<h1>This tab hangs</h1>", content_type="text/html"))
    page.goto(f"{phone.gateway.url}/hangs")
    page.evaluate(
        """(options) => new Promise((taken) => {
          void navigator.locks.request('visits.outbox', options, () => {
            taken();
            return new Promise(() => {});
          }).catch(() => {});
        })""",
        options,
    )


def test_a_tab_that_hangs_while_it_may_send_is_overtaken_after_30_seconds(phones, agency):
    phone = phones().with_clock().pair()
    completions = Answers(phone, "visit.complete", passed_on)
    hold_the_lock(phone)
    phone.today.open("John Smith")
    phone.stop_clock()
    phone.visit.activate()
    outbox = Outbox(phone.page)
    outbox.holds("waiting")
    for seconds in (5, 24):
        phone.skip_time(seconds * SECOND)
        outbox.rests()
        assert completions.keys == []
    phone.skip_time(SECOND)
    outbox.holds("done")
    assert len(completions.keys) == 1
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_tab_that_was_overtaken_starts_no_further_change_and_takes_its_answers(phones):
    phone = phones().with_clock().pair()
    outbox = Outbox(phone.page)
    held = []
    completions = Answers(phone, "visit.complete", held.append)
    starts = Answers(phone, "visit.start", passed_on)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.put_away()
    completions.were_asked(1)
    phone.take_out()
    hold_the_lock(phone, steal=True)
    phone.today.open("Agnes Kowalchuk")
    phone.visit.start()
    phone.visit.close()
    phone.put_away()
    outbox.rests()
    assert starts.keys == [] and outbox.states() == ["sending", "waiting"]
    accepted()(held[0])
    outbox.holds("done", "waiting")
    outbox.rests()
    assert starts.keys == []
    phone.skip_time(31 * SECOND)
    outbox.holds("done", "done")
