"""Tomorrow below the list, and visits that the office has added, moved or removed since Sarah looked."""

import datetime

import pytest
from kept import days
from office import employ_nina, visit_of
from outboxes import until
from test_accessibility import Checker


def tomorrow(agency):
    """Sarah's tomorrow as the daemon composes it."""
    with agency.client() as caller:
        date = datetime.date.fromisoformat(caller.call("today", worker="sarah")["date"]) + datetime.timedelta(days=1)
        return caller.call("today", worker="sarah", date=date.isoformat())


def move(agency, visit, minutes):
    """The office moves a visit by so many minutes; returns its former time, as a card has it."""
    with agency.client() as caller:
        card = next(card for card in caller.call("today", worker="sarah")["cards"] if card["visit"] == visit)
        start, end = (
            datetime.datetime.fromisoformat(card[each]) + datetime.timedelta(minutes=minutes)
            for each in ("start", "end")
        )
        caller.change("visit.change", visit=visit, start=start.isoformat(), end=end.isoformat())
    return card["time"]


def test_tomorrow_stands_below_the_list_with_its_date(phone, agency):
    view = tomorrow(agency)
    phone.today.lists_tomorrow(*[card["title"] for card in view["cards"]])
    assert phone.page.locator(".tomorrow-head p").inner_text() == view["heading"]
    first = view["cards"][0]
    phone.today.later_card(first["title"]).first.click()
    phone.visit.says("This visit is tomorrow.")
    phone.visit.says(first["time"])
    # A slip of the finger must not complete it.
    phone.visit.offers_no_ring()


def test_a_tomorrow_without_visits_says_so(phones, agency):
    employ_nina(agency)
    phone = phones()
    phone.become("nina")
    phone.today.is_empty("No visits today", "Enjoy your day off!")
    assert phone.page.locator(".tomorrow-empty").inner_text() == "No visits"


def test_a_moved_visit_says_so_until_it_is_opened(phone, agency):
    before = move(agency, visit_of(agency, "Doreen MacLeod"), 15)
    phone.today.looked_at_again()
    phone.today.notes("Doreen MacLeod", f"Moved from {before}")
    phone.restart()
    phone.today.notes("Doreen MacLeod", f"Moved from {before}")
    phone.today.open("Doreen MacLeod")
    phone.visit.close()
    phone.today.notes_nothing("Doreen MacLeod", "Moved from")
    phone.restart()
    phone.today.is_there()
    phone.today.notes_nothing("Doreen MacLeod", "Moved from")


def test_a_removed_visit_stays_until_it_is_opened_and_offers_nothing_to_record(phone, agency):
    employ_nina(agency)
    agency.visits("assign", visit_of(agency, "Doreen MacLeod"), "--worker", "nina")
    phone.today.looked_at_again()
    phone.today.notes("Doreen MacLeod", "Removed")
    phone.today.shows("1/6")
    phone.today.open("Doreen MacLeod")
    phone.visit.says("The office has taken this visit off your list.")
    phone.visit.offers_no_ring()
    phone.visit.close()
    phone.today.card("Doreen MacLeod").wait_for(state="detached")


def test_a_visit_that_was_moved_to_tomorrow_opens_there(phone, agency):
    visit = visit_of(agency, "Doreen MacLeod")
    phone.today.lists_tomorrow(*[card["title"] for card in tomorrow(agency)["cards"]])
    move(agency, visit, 24 * 60 + 155)
    phone.today.pulls()
    phone.today.notes("Doreen MacLeod", "Removed")
    phone.page.locator(".tomorrow .card", has_text="New").click()
    phone.visit.says("This visit is tomorrow.")
    assert "The office has taken this visit off your list." not in phone.page.content()
    phone.visit.close()


def test_a_visit_of_another_day_that_is_begun_and_ended_is_neither_new_nor_removed(phones, agency):
    visit = visit_of(agency, "Doreen MacLeod")
    move(agency, visit, -2 * 24 * 60)
    phone = phones().pair()
    until(phone.page, lambda: len(days(phone.page)) == 7, lambda: f"kept: {days(phone.page)}")
    with agency.client() as caller:
        caller.change("visit.start", visit=visit)
    phone.today.looked_at_again()
    phone.today.marks("Doreen MacLeod", "inProgress")
    phone.today.notes_nothing("Doreen MacLeod", "New")
    phone.complete("Doreen MacLeod")
    phone.sends()
    phone.today.indicates("Synced")
    phone.today.card("Doreen MacLeod").wait_for(state="detached")


def test_an_added_visit_says_so_until_it_is_opened(phones, agency):
    employ_nina(agency)
    visit = visit_of(agency, "Doreen MacLeod")
    agency.visits("assign", visit, "--worker", "nina")
    phone = phones().pair()
    # The phone keeps what Sarah has seen.
    until(phone.page, lambda: len(days(phone.page)) == 7, lambda: f"kept: {days(phone.page)}")
    agency.visits("assign", visit, "--worker", "sarah")
    phone.restart()
    phone.today.notes("Doreen MacLeod", "New")
    phone.today.open("Doreen MacLeod")
    phone.visit.close()
    phone.today.notes_nothing("Doreen MacLeod", "New")


def test_a_first_look_calls_nothing_new(phone):
    phone.today.is_there()
    for text in ("New", "Moved", "Removed"):
        assert phone.page.locator(".chip", has_text=text).count() == 0


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_on_changes_of_the_office(phones, agency, look):
    phone = phones(color_scheme=look).pair()
    phone.today.lists_tomorrow(*[card["title"] for card in tomorrow(agency)["cards"]])
    move(agency, visit_of(agency, "Doreen MacLeod"), 15)
    phone.today.looked_at_again()
    phone.today.notes("Doreen MacLeod", "Moved from")
    Checker(phone).check("a moved visit, and tomorrow")
