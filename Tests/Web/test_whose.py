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
    phone.visit.says("Not sent yet.")
    phone.visit.close()
    return phone


def is_sarahs_no_more(phone):
    """Today is Nina's, and says that a change of Sarah's waits."""
    phone.today.says(
        "A change of Sarah Miller is not sent yet. Keep this page open, and pair this phone as Sarah Miller again."
    )
    phone.today.indicates("Not sent yet")
    phone.today.is_empty("No visits today", "Enjoy your day off!")


def test_another_tab_that_pairs_the_browser_sends_no_change_as_its_worker(unsent, agency):
    phone, tab = unsent, unsent.other_tab()
    tab.become("nina")
    phone.context.unroute("**/v1/visit.start")
    is_sarahs_no_more(phone)
    assert changes(agency, "george-papadakis") == []
    tab.page.goto("about:blank")
    tab.become("sarah")
    phone.today.marks("George Papadakis", "inProgress")
    phone.today.indicates("Synced")
    assert changes(agency, "george-papadakis") == ["visit.start"]


def test_a_cookie_of_another_worker_is_noticed_before_a_change_goes_again(unsent, phones, agency):
    phone, other = unsent, phones()
    other.become("nina")
    phone.context.add_cookies(other.context.cookies())
    sent = []
    phone.page.on("request", lambda request: sent.append(request.url))
    phone.context.unroute("**/v1/visit.start")
    is_sarahs_no_more(phone)
    assert not any("visit.start" in address for address in sent)


def test_a_view_of_another_worker_is_noticed(phone, phones, agency):
    employ_nina(agency)
    other = phones()
    other.become("nina")
    phone.today.open("John Smith")
    phone.context.add_cookies(other.context.cookies())
    phone.today.looked_at_again()
    phone.visit.is_gone()
    phone.today.is_empty("No visits today", "Enjoy your day off!")
    phone.today.has_name("Nina Park")
    assert "John Smith" not in phone.page.content()


def test_a_revoked_phone_keeps_an_unsent_change_and_says_whose_it_is(unsent, agency):
    phone = unsent
    agency.visits("devices", "revoke", "sarah", "--reason", "lost")
    phone.today.looked_at_again()
    phone.pairing.says("This phone is no longer paired. Ask the office for a new code.")
    phone.pairing.says("A change is not sent yet. Keep this page open and pair again as the same worker.")
    phone.pairing.type(phone.gateway.code("nina"))
    phone.pairing.pair()
    phone.owner.proceed()
    is_sarahs_no_more(phone)


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
