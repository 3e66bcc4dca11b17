"""A caregiver's Today in a browser (seed 002): what it shows, and when it asks again."""

import re

from office import employ_nina, visit_of
from playwright.sync_api import expect


def test_today_shows_sarahs_visits_as_the_office_planned_them(phone):
    today = phone.today
    today.has_heading("Today")
    today.shows("1/7")
    today.indicates("Synced")
    today.lists(
        "Margaret Chen", "John Smith", "Agnes Kowalchuk", "George Papadakis", "Doreen MacLeod", "Tomasz Żółkiewski",
        "Elsie Beaudry",
    )  # fmt: skip
    assert today.card("Margaret Chen").inner_text().split("\n") == [
        "MC", "Margaret Chen", "8:00 AM - 9:00 AM", "123 Oak St, Edmonton",
    ]  # fmt: skip
    today.marks("Margaret Chen", "completed")
    today.marks("John Smith", "inProgress")
    today.notes("John Smith", "In progress")
    today.marks("Agnes Kowalchuk", "scheduled")


def test_a_missed_visit_says_so_on_its_card_and_in_its_sheet(phones, agency):
    agency.visits("add", "--client", "elsie", "--worker", "sarah", "--start", "7:00", "--minutes", "20")
    phone = phones().pair()
    phone.page.locator(".card", has_text="7:00 AM - 7:20 AM").click()
    phone.visit.says("Probably missed, no check-in by 7:20 AM")
    phone.visit.close()
    phone.today.notes("Elsie Beaudry", "Probably missed, no check-in by 7:20 AM")


def test_a_card_reads_as_the_sentence_of_the_seed(phone):
    card = phone.page.get_by_role(
        "button", name="Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak Street Edmonton, Completed", exact=True
    )
    card.wait_for()


def test_a_day_without_visits_shows_a_calendar(phones, agency):
    employ_nina(agency)
    phone = phones()
    phone.become("nina")
    phone.today.is_empty("No visits today", "Enjoy your day off!")


def test_a_spinner_turns_until_the_first_schedule_is_there(phones):
    phone = phones()
    phone.open(phone.link())
    phone.pairing.pair()
    with phone.slow("today", phone.owner.proceed):
        phone.today.waits("Loading schedule...")
        phone.today.indicates("Syncing...")
    phone.today.shows("1/7")


def test_a_change_of_the_office_appears_within_a_minute(phones, agency):
    phone = phones().with_clock().pair()
    phone.today.marks("George Papadakis", "scheduled")
    agency.visits("cancel", visit_of(agency, "George Papadakis"), "--reason", "hospital")
    phone.page.clock.fast_forward(60_000)
    phone.today.marks("George Papadakis", "cancelled")
    phone.today.notes("George Papadakis", "Cancelled")


def test_a_change_of_the_office_appears_when_sarah_comes_back_to_the_page(phone, agency):
    agency.visits("cancel", visit_of(agency, "George Papadakis"), "--reason", "hospital")
    phone.today.looked_at_again()
    phone.today.marks("George Papadakis", "cancelled")


def test_an_old_view_says_when_it_was_read_and_not_that_it_is_synced(phones):
    phone = phones().with_clock().pair()
    phone.today.indicates("Synced")
    # The phone sleeps: the timers of a hidden page stand still, and its clock goes on.
    phone.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    phone.today.looked_at_again()
    phone.page.clock.fast_forward(91_000)
    phone.today.indicates(re.compile(r"^As of \d+:\d\d AM$"))
    phone.page.clock.fast_forward("24:00:00")
    phone.today.looked_at_again()
    phone.today.indicates(re.compile(r"^As of \w{3}, \w{3} \d+, \d+:\d\d AM$"))


def test_an_app_without_its_words_offers_to_reload(phones):
    phone = phones()
    phone.context.route("**/words/en.json", lambda route: route.abort())
    phone.open()
    expect(phone.page.get_by_text("The app could not be loaded. Check your connection, then reload.")).to_be_visible()
    phone.context.unroute("**/words/en.json")
    phone.page.get_by_role("button", name="Reload").click()
    phone.pairing.is_there()


def test_the_warning_sign_opens_the_numbers_to_call(phone):
    phone.emergency.open()
    assert phone.emergency.link("Call 911") == "tel:911"
    assert phone.emergency.link("Call the office") == "tel:7805550100"
    phone.emergency.has_only_a_close_button()
    phone.emergency.close()
    phone.today.has_heading("Today")
