"""Pairing: a phone becomes Sarah's by a link or a code, and stops being hers."""

from office import devices, employ_nina
from playwright.sync_api import expect


def test_a_link_pairs_a_phone_after_a_tap_and_says_whose_it_is(phones):
    phone = phones()
    code = phone.gateway.code()
    phone.open(f"{phone.gateway.url}/#code={code}")
    phone.pairing.has_code(code)
    assert phone.page.url == f"{phone.gateway.url}/", "the code stays in no history"
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    phone.owner.proceed()
    phone.today.shows("1/7")
    expect(phone.page.get_by_role("heading", name="Today")).to_be_focused()
    for _ in range(2):
        phone.open()
        phone.today.shows("1/7")


def test_a_code_can_be_typed_by_hand(phones):
    phone = phones().open()
    phone.pairing.says("Enter the code that your office gave you.")
    phone.pairing.type(phone.gateway.code().lower().replace("-", " "))
    phone.context.route("**/v1/device.enrol", lambda route: route.abort(), times=1)
    phone.pairing.pair()
    phone.pairing.says("The office cannot be reached. Check your connection, then try again.")
    phone.pairing.says("Enter the code that your office gave you.")
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")


def test_a_dead_code_asks_for_a_new_one(phones):
    phone = phones().open()
    phone.pairing.type("AAAA-BBBB-CCCC")
    phone.pairing.pair()
    phone.pairing.says("This code does not work. Ask the office for a new code.")


def test_not_me_ends_the_access_of_this_phone(phones, agency):
    phone = phones()
    phone.open(phone.link())
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    assert len(devices(agency)) == 1
    phone.context.route("**/v1/device.leave", forbid, times=1)
    phone.owner.not_me()
    phone.owner.says("The office does not allow this.")
    phone.owner.names("Sarah Miller")
    phone.owner.not_me()
    phone.pairing.says("This phone is not paired now. Ask the office for a code of your own.")
    assert devices(agency) == []
    phone.open()
    phone.pairing.is_there()


def forbid(route):
    """A refusal of the daemon, as the gateway passes it on."""
    route.fulfill(
        status=403, content_type="application/problem+json",
        headers={"Idempotency-Key": route.request.headers["idempotency-key"]},
        json={"title": "Forbidden", "status": 403, "detail": "The office does not allow this.", "code": 1403,
              "kind": "forbidden"},
    )  # fmt: skip


def test_a_reload_before_the_tap_keeps_the_code_of_a_link(phone, agency):
    employ_nina(agency)
    code = phone.gateway.code("nina")
    phone.open(f"{phone.gateway.url}/#code={code}")
    phone.pairing.has_code(code)
    phone.open()
    phone.pairing.has_code(code)
    phone.pairing.says("Your office's link brought this code. Tap Pair to use it.")
    phone.pairing.pair()
    phone.owner.names("Nina Park")


def test_a_browser_that_keeps_no_cookies_says_so_and_pairs_once(phones):
    phone = phones()
    sent = []

    def forget(route):
        sent.append(route.request.url)
        answer = route.fetch()
        phone.context.clear_cookies()
        route.fulfill(
            response=answer, headers={name: value for name, value in answer.headers.items() if name != "set-cookie"}
        )

    phone.context.route("**/v1/device.enrol", forget)
    phone.open(phone.link())
    phone.pairing.pair()
    phone.pairing.says("This phone is not paired: the browser does not keep cookies")
    assert len(sent) == 1
    phone.context.unroute("**/v1/device.enrol")
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")


def test_a_phone_that_lost_the_answer_to_its_code_pairs_with_the_same_request(phones, agency):
    phone = phones()
    keys = []

    def lose(route):
        keys.append(route.request.headers["idempotency-key"])
        route.fetch()
        route.abort()

    phone.context.route("**/v1/device.enrol", lose, times=1)
    phone.open(phone.link())
    phone.pairing.pair()
    phone.pairing.says("The office cannot be reached. Check your connection, then try again.")
    with phone.page.expect_request("**/v1/device.enrol") as sent:
        phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    assert keys == [sent.value.headers["idempotency-key"]]
    assert len(devices(agency)) == 1


def test_the_owner_is_asked_again_after_a_reload_before_the_answer(phones):
    phone = phones()
    phone.open(phone.link())
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    phone.open()
    phone.owner.names("Sarah Miller")


def test_a_phone_that_the_office_revokes_says_so_and_shows_no_names(phone, agency):
    agency.visits("devices", "revoke", "sarah", "--reason", "lost")
    phone.today.looked_at_again()
    phone.pairing.says("This phone is no longer paired. Ask the office for a new code.")
    expect(phone.page.get_by_role("heading", name="Pair this phone")).to_be_focused()
    assert "Margaret Chen" not in phone.page.content()


def test_no_script_can_read_the_token(phone):
    cookies = [cookie for cookie in phone.context.cookies() if cookie["name"].endswith("visits")]
    assert [cookie["httpOnly"] for cookie in cookies] == [True]
    assert phone.page.evaluate("document.cookie") == ""
