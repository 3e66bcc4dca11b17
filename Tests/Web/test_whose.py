"""A change and a name belong to one worker, whichever tab or worker uses the browser next."""

import re

import pytest
from office import changes, employ_nina


@pytest.fixture
def unsent(phone, agency):
    """Sarah's phone with a start that is not sent yet, in an agency where Nina works too."""
    employ_nina(agency)
    phone.context.route("**/v1/visit.start", lambda route: route.abort())
    phone.today.open("George Papadakis")
    phone.visit.start()
    phone.visit.says("Started")
    phone.visit.close()
    phone.sends()
    return phone


def is_sarahs_no_more(phone):
    """Today is Nina's, and says that a change of Sarah's waits."""
    phone.today.says("A change of Sarah Miller is not sent yet. Pair this phone as Sarah Miller again to send it.")
    phone.today.indicates("Not sent yet")
    phone.today.is_empty("No visits today", "Enjoy your day off!")


def becomes_ninas(phone, phones):
    """The browser gets Nina's cookie, whatever its tabs show."""
    other = phones()
    other.become("nina")
    phone.context.add_cookies(other.context.cookies())


def test_a_change_is_not_sent_as_another_worker(unsent, phones, agency):
    phone = unsent
    becomes_ninas(phone, phones)
    phone.context.unroute("**/v1/visit.start")
    is_sarahs_no_more(phone)
    assert changes(agency, "george-papadakis") == []
    phone.become("sarah")
    phone.today.marks("George Papadakis", "inProgress")
    phone.today.indicates("Synced")
    assert changes(agency, "george-papadakis") == ["visit.start"]


def test_a_view_of_another_worker_is_noticed(phone, phones, agency):
    employ_nina(agency)
    phone.today.open("John Smith")
    becomes_ninas(phone, phones)
    phone.today.looked_at_again()
    phone.visit.is_gone()
    phone.today.is_empty("No visits today", "Enjoy your day off!")
    phone.today.has_name("Nina Park")
    assert "John Smith" not in phone.page.content()


def test_a_late_answer_shows_no_names_of_the_worker_who_asked(phone, agency):
    employ_nina(agency)
    held = []
    phone.page.route("**/v1/today", lambda route: held.append((route, route.fetch())))
    with phone.page.expect_request("**/v1/today"):
        phone.today.looked_at_again()
    phone.other_tab().become("nina")
    phone.today.has_name("Nina Park")
    with phone.page.expect_request("**/v1/today"):
        route, answer = held[0]
        route.fulfill(response=answer)
    phone.today.waits("Loading schedule...")
    assert not re.search("Margaret Chen|John Smith", phone.page.content())
