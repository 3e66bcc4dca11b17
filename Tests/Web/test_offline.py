"""In a cellar: the app starts without a network, shows Sarah's days, and says how old they are."""

import datetime
import re

import pytest
from kept import days, files, text
from kills import MortalPhone
from office import changes, employ_nina
from outboxes import Outbox, no_network, until

DAY = 24 * 60 * 60_000
# The outbox does not open at first.
HANGS_TWICE = """(() => {
  window.openings = 0;
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...words) {
    if (name === 'visits.outbox') window.openings += 1;
    return name !== 'visits.outbox' || window.openings > 2 ? open.call(this, name, ...words) : {};
  };
})()"""
AS_OF = re.compile(r"^As of \d+:\d\d AM$")


@pytest.fixture
def phone(phones):
    """Sarah's phone, which keeps the app."""
    return phones(is_kept=True).pair().keeps_app()


@pytest.fixture
def timed(phones):
    """Sarah's phone, whose time the test can pass."""
    return phones().with_clock().pair()


def day_of_sarah(agency, ahead=0):
    """A day of Sarah's as the daemon composes it, so many days after today."""
    with agency.client() as caller:
        today = caller.call("today", worker="sarah")["date"]
        date = datetime.date.fromisoformat(today) + datetime.timedelta(days=ahead)
        return caller.call("today", worker="sarah", date=date.isoformat())


def names_of(view):
    """The clients of a day."""
    return [card["title"] for card in view["cards"]]


def week_of_sarah(agency):
    """The dates of today and the six days after it."""
    return [day_of_sarah(agency, ahead)["date"] for ahead in range(7)]


def keeps(phone, *dates):
    """The phone keeps these days on its disk."""
    until(phone.page, lambda: days(phone.page) == list(dates), lambda: f"kept: {days(phone.page)}")


def test_without_a_network_the_app_starts_with_the_day_and_says_how_old_it_is(phone, agency):
    phone.gateway.stop()
    phone.restart()
    phone.today.shows("1/7")
    phone.today.lists(*names_of(day_of_sarah(agency)))
    phone.today.has_heading("Today")
    phone.today.has_name("Sarah Miller")
    phone.today.has_age(AS_OF)
    phone.today.indicates("Saved locally")
    phone.today.open("John Smith")
    phone.visit.says("456 Maple Ave, Edmonton")
    phone.visit.close()
    phone.emergency.open()
    assert phone.emergency.link("Call 911") == "tel:911"
    phone.emergency.close()
    phone.gateway.start()
    phone.today.indicates("Synced")
    phone.today.is_fresh()


def test_a_visit_that_is_completed_after_a_restart_in_a_cellar_is_sent_once(chromium, gateway, agency, tmp_path):
    phone = MortalPhone(chromium, gateway, tmp_path / "disk")
    phone.pair().keeps_app()
    gateway.stop()
    phone.remove()
    phone.switch_on()
    phone.open()
    phone.today.shows("1/7")
    phone.today.has_age(AS_OF)
    phone.complete("John Smith")
    phone.today.marks("John Smith", "completed")
    phone.today.indicates("Saved locally")
    gateway.start()
    phone.sends()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]
    assert phone.errors == []
    phone.remove()


def test_a_storage_that_hangs_at_a_start_in_a_cellar_shows_the_day_once_it_answers(phones):
    phone = phones().with_clock().pair()
    phone.context.add_init_script(HANGS_TWICE)
    phone.context.route("**/v1/**", no_network)
    phone.restart()
    for times in (1, 2):
        until(phone.page, lambda: phone.page.evaluate("() => window.openings") == times, lambda: f"not {times} times")
        phone.skip_time(3_000)
    phone.today.says("This phone's storage does not answer. Reload the app; what was saved stays.")
    phone.skip_time(5_000)
    phone.today.shows("1/7")
    phone.today.has_age(AS_OF)


def test_the_phone_keeps_the_files_of_the_app_and_no_call(phone):
    phone.complete("John Smith")
    phone.sends()
    phone.today.indicates("Synced")
    kept = files(phone.page)
    assert "/" in kept and all(path == "/" or path.startswith("/app/") for path in kept)
    named = phone.page.evaluate(
        "() => [...document.querySelectorAll('link[href], script[src]')].map((each) => each.href || each.src)"
    )
    paths = {address.removeprefix(phone.gateway.url) for address in named} - {"/manifest.webmanifest"}
    assert paths <= set(kept)


def test_a_start_shows_the_stored_day_before_the_office_answers(timed):
    with timed.slow("today", lambda: (timed.skip_time(2 * 60_000), timed.restart())):
        timed.today.shows("1/7")
        timed.today.indicates(AS_OF)
    timed.today.indicates("Synced")


def test_at_midnight_without_a_network_the_next_day_is_today(timed, agency):
    tomorrow, last = day_of_sarah(agency, 1), day_of_sarah(agency, 6)
    keeps(timed, *week_of_sarah(agency))
    timed.gateway.stop()
    timed.skip_time(DAY - 10 * 60 * 60_000)
    timed.today.has_heading("Today")
    # John Smith's visit is under way since the day before.
    timed.today.lists("John Smith", *names_of(tomorrow))
    timed.today.has_age(re.compile(r"^As of \w{3}, \w{3} \d+, \d+:\d\d AM$"))
    timed.skip_time(6 * DAY)
    # The week is over: the last day that is there says which one it is.
    timed.today.has_heading(last["heading"])
    timed.today.lists(*names_of(last))


def test_a_visit_that_goes_on_past_midnight_without_a_network_can_be_completed(timed, agency):
    keeps(timed, *week_of_sarah(agency))
    timed.gateway.stop()
    timed.skip_time(DAY - 10 * 60 * 60_000)
    timed.today.has_heading("Today")
    timed.today.lists("John Smith", *names_of(day_of_sarah(agency, 1)))
    timed.page.locator(".today-cards .card").first.click()
    timed.visit.activate()
    timed.visit.is_gone()
    timed.gateway.start()
    timed.sends()
    timed.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_start_after_midnight_without_a_network_shows_the_right_day(phone, agency):
    tomorrow = day_of_sarah(agency, 1)
    keeps(phone, *week_of_sarah(agency))
    phone.gateway.stop()
    phone.page.clock.install()
    phone.page.clock.fast_forward(DAY - 10 * 60 * 60_000)
    phone.restart()
    phone.today.has_heading("Today")
    phone.today.lists("John Smith", *names_of(tomorrow))


def test_days_before_yesterday_are_kept_no_longer(timed, agency):
    week = week_of_sarah(agency)
    keeps(timed, *week)
    timed.page.evaluate(
        """() => new Promise((resolve) => {
          const opening = indexedDB.open('visits.views');
          opening.onsuccess = () => {
            const days = opening.result.transaction('days', 'readwrite').objectStore('days');
            days.put({ date: '2020-01-01', name: 'Old Client' });
            days.transaction.oncomplete = () => { opening.result.close(); resolve(); };
          };
        })"""
    )
    timed.today.looked_at_again()
    keeps(timed, *week)


def test_after_14_days_without_the_office_nothing_of_the_clients_stays(timed):
    timed.gateway.stop()
    timed.skip_time(14 * DAY - 60_000)
    timed.today.is_there()
    timed.skip_time(61 * 60_000)
    timed.today.waits("Loading schedule...")
    keeps(timed)
    assert "Margaret Chen" not in text(timed.page)


def test_a_start_after_14_days_without_the_office_shows_nothing_of_the_clients(phone):
    phone.gateway.stop()
    phone.page.clock.install()
    phone.page.clock.fast_forward(14 * DAY + 60_000)
    phone.restart()
    phone.today.waits("The office cannot be reached. Trying again...")
    keeps(phone)


def test_views_behind_an_unused_code_are_wiped_after_14_days_too(timed):
    timed.open(timed.link())
    timed.pairing.is_there()
    timed.skip_time(14 * DAY)
    timed.restart()
    timed.pairing.is_there()
    keeps(timed)


def test_a_phone_that_the_office_revokes_keeps_no_view(timed, agency):
    agency.visits("devices", "revoke", "sarah", "--reason", "lost")
    timed.today.looked_at_again()
    timed.pairing.says("This phone is no longer paired. Ask the office for a new code.")
    keeps(timed)
    assert "Margaret Chen" not in text(timed.page)


def test_a_phone_whose_token_is_unknown_at_a_start_wipes_its_views_a_minute_later(timed):
    timed.restart()
    until(timed.page, lambda: Outbox(timed.page).facts()["pairing"] is None, lambda: "the code is still sent at a start")
    timed.context.clear_cookies()
    timed.restart()
    timed.pairing.is_there()
    assert "Margaret Chen" not in timed.page.content()
    assert days(timed.page) != []
    timed.skip_time(61_000)
    keeps(timed)


def test_leaving_wipes_the_views(timed):
    timed.open(timed.link())
    timed.pairing.pair()
    timed.owner.names("Sarah Miller")
    timed.owner.not_me()
    timed.pairing.says("This phone is not paired now. Ask the office for a code of your own.")
    keeps(timed)


def test_another_workers_pairing_wipes_the_views(timed, agency):
    employ_nina(agency)
    timed.become("nina")
    timed.today.is_empty("No visits today", "Enjoy your day off!")
    until(timed.page, lambda: "Margaret Chen" not in text(timed.page), lambda: text(timed.page))
