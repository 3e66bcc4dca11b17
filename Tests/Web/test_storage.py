"""The phone's storage: a tap is on the disk before it shows, and a storage that fails loses nothing silently."""

import pytest
from office import changes
from outboxes import Answers, Outbox, no_network, passed_on, refused, until

FULL = "This phone's storage is full. The change is lost if you close this page before it is sent."
HANGING = "This phone's storage does not answer. Reload the app; what was saved stays."
# Notes the mode and durability of each transaction of the outbox.
NOTES = """(() => {
  window.transactions = [];
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...words) {
    const made = transaction.apply(this, words);
    if (this.name === 'visits.outbox') window.transactions.push([made.mode, made.durability]);
    return made;
  };
})()"""
# While `isFull` is set, no row can be added: the call fails, or its transaction does.
THROWS = """(() => {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (row) {
    if (window.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return add.call(this, row);
  };
})()"""
ABORTS = """(() => {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (row) {
    const request = add.call(this, row);
    if (window.isFull) this.transaction.abort();
    return request;
  };
})()"""
# While the tab says so, the database never opens.
HANGS = """(() => {
  window.openings = 0;
  try {
    if (sessionStorage.getItem('hangs') !== 'yes') return;
  } catch {
    return;
  }
  IDBFactory.prototype.open = (name) => {
    if (name === 'visits.outbox') window.openings += 1;
    return {};
  };
})()"""


def test_a_tap_is_written_through_to_the_disk(phone):
    phone.context.add_init_script(NOTES)
    phone.restart()
    phone.today.is_there()
    phone.page.evaluate("() => { window.transactions = []; }")
    phone.complete("John Smith")
    phone.today.marks("John Smith", "completed")
    written = [one for one in phone.page.evaluate("() => window.transactions") if one[0] == "readwrite"]
    assert written and {durability for _, durability in written} == {"strict"}
    phone.sends()
    phone.today.indicates("Synced")
    written = [one for one in phone.page.evaluate("() => window.transactions") if one[0] == "readwrite"]
    assert {durability for _, durability in written} == {"strict"}


def test_a_tap_shows_only_once_it_is_on_the_disk(phone):
    # A transaction of the test keeps the disk busy: the tap is not written until it ends.
    phone.page.evaluate(
        """() => new Promise((begun) => {
          const opening = indexedDB.open('visits.outbox');
          opening.onsuccess = () => {
            const rows = opening.result.transaction(['rows', 'facts'], 'readwrite').objectStore('rows');
            const go = () => {
              if (!window.isFree) rows.count().onsuccess = go;
            };
            go();
            begun();
          };
        })"""
    )
    phone.today.open("John Smith")
    phone.visit.activate()
    phone.today.indicates("Syncing...")
    phone.today.toasts_nothing()
    phone.visit.is_there("John Smith")
    phone.page.evaluate("() => { window.isFree = true; }")
    phone.visit.is_gone()
    phone.today.marks("John Smith", "completed")
    phone.today.toasts("Visit completed")


@pytest.mark.parametrize("script", [THROWS, ABORTS], ids=["the call fails", "the transaction fails"])
def test_a_tap_on_a_full_phone_is_shown_as_not_saved_and_still_sent(phones, agency, script):
    phone = phones().with_clock().pair()
    phone.context.add_init_script(script)
    phone.restart()
    phone.today.is_there()
    phone.page.evaluate("() => { window.isFull = true; }")
    completions = Answers(phone, "visit.complete", passed_on)
    phone.today.open("John Smith")
    phone.stop_clock()
    phone.visit.activate()
    phone.today.indicates("Not saved")
    phone.pass_time_until_sheet_is_gone()
    phone.today.notes("John Smith", "Not saved")
    phone.today.says(FULL)
    phone.today.marks("John Smith", "completed")
    assert Outbox(phone.page).rows() == [] and completions.keys == []
    phone.put_away()
    completions.were_asked(1)
    phone.start_clock()
    phone.take_out()
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "completed")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_the_browser_asks_before_it_closes_a_page_with_a_change_that_is_not_saved(phone):
    phone.context.add_init_script(THROWS)
    phone.context.route("**/v1/visit.complete", no_network)
    phone.restart()
    phone.today.is_there()
    phone.page.evaluate("() => { window.isFull = true; }")
    asked = []
    phone.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    phone.complete("John Smith")
    phone.today.indicates("Not saved")
    phone.page.close(run_before_unload=True)
    phone.today.indicates("Not saved")
    assert asked == ["beforeunload"]


def test_a_storage_that_hangs_is_opened_once_more_and_then_says_that_a_reload_may_help(phones):
    phone = phones().with_clock().pair()
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.context.add_init_script(HANGS)
    phone.page.evaluate("() => sessionStorage.setItem('hangs', 'yes')")
    phone.restart()
    for times in (1, 2):
        until(phone.page, lambda: phone.page.evaluate("() => window.openings") == times, lambda: f"not {times} times")
        phone.skip_time(3_000)
    phone.today.says(HANGING)
    phone.page.evaluate("() => sessionStorage.clear()")
    phone.today.button("Reload").click()
    phone.today.marks("John Smith", "completed")
    phone.today.has_no_notice()
    assert [row["method"] for row in Outbox(phone.page).rows()] == ["visit.complete"]


NEWER = {"format": 2, "mood": "good", "parts": [{"task": "lunch", "photo": "…"}]}


def newer(row):
    """What a newer app has written of a row."""
    return {name: row[name] for name in NEWER}


def test_an_older_app_sends_the_changes_of_a_newer_one_and_keeps_what_it_does_not_know(phone, cards, agency):
    outbox = Outbox(phone.page)
    john, agnes = cards["John Smith"], cards["Agnes Kowalchuk"]
    sent = outbox.record("visit.complete", {"visit": john["visit"]}, john, **NEWER)
    stopped = outbox.record("visit.start", {"visit": agnes["visit"]}, agnes, **NEWER)
    outbox.note(theme="dark")
    Answers(phone, "visit.start", refused(409, "overlap"))
    phone.restart()
    assert newer(outbox.becomes(sent, state="done")) == NEWER
    assert newer(outbox.becomes(stopped, state="stopped")) == NEWER
    phone.today.marks("John Smith", "completed")
    assert outbox.facts()["theme"] == "dark" and outbox.facts()["acknowledgements"] == 1
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_an_older_app_keeps_a_change_in_a_state_that_it_does_not_know_and_comes_to_rest(phone, cards):
    outbox = Outbox(phone.page)
    john, agnes = cards["John Smith"], cards["Agnes Kowalchuk"]
    parked = outbox.record("visit.start", {"visit": agnes["visit"]}, agnes, state="parked", **NEWER)
    sent = outbox.record("visit.complete", {"visit": john["visit"]}, john)
    before = outbox.row(parked)
    phone.context.add_init_script(NOTES)
    starts = Answers(phone, "visit.start", passed_on)
    phone.restart()
    outbox.becomes(sent, state="done")
    phone.today.marks("John Smith", "completed")
    outbox.rests()
    made = phone.page.evaluate("() => window.transactions.length")
    outbox.rests()
    # These two are of the test.
    assert phone.page.evaluate("() => window.transactions.length") == made + 2
    assert outbox.row(parked) == before and starts.keys == []
