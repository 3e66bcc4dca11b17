"""Another version of the app: it takes over without losing a change, forward and back."""

import pytest
from kept import files
from office import changes
from outboxes import Outbox, until
from playwright.sync_api import expect
from versions import Versions


@pytest.fixture
def versions(gateway):
    """A gateway whose app the test changes."""
    versions = Versions(gateway)
    yield versions
    versions.remove()


@pytest.fixture
def phone(phones, versions):
    """Sarah's phone, which keeps the version "one"."""
    phone = phones(is_kept=True)
    phone.gateway = versions
    phone.pair()
    phone.keeps_app()
    return phone


def is_version(phone, name):
    """The page is of a version."""
    expect(phone.page).to_have_title(f"Visits {name}")


def installs(phone):
    """The phone finds another version at its next look, and installs it."""
    phone.page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          await registration.update().catch(() => {});
          const { installing } = registration;
          if (!installing) return;
          await new Promise((resolve) => installing.addEventListener('statechange', resolve));
        }"""
    )


def kept(phone):
    """The names of the versions' files that the phone keeps."""
    return phone.page.evaluate("() => caches.keys()")


def shell(versions, name):
    """The name of a version's files."""
    return f"visits.shell.{versions.digest(name)}"


def test_a_new_version_takes_over_when_nothing_waits_and_shows_once_sarah_looks_away(phone, versions):
    versions.change("two")
    installs(phone)
    until(phone.page, lambda: kept(phone) == [shell(versions, "two")], lambda: f"kept: {kept(phone)}")
    is_version(phone, "one")
    phone.today.open("John Smith")
    phone.visit.close()
    with phone.page.expect_navigation():
        phone.put_away()
    is_version(phone, "two")
    phone.today.shows("1/7")


def test_a_new_version_waits_while_a_change_does_and_takes_over_at_the_next_start(phone, versions, agency):
    versions.unanswered = "/v1/visit."
    phone.complete("John Smith")
    phone.sends()
    versions.change("two")
    installs(phone)
    # A version that takes over does so long before a sheet has come and gone.
    phone.today.open("Agnes Kowalchuk")
    phone.visit.close()
    assert sorted(kept(phone)) == sorted([shell(versions, "one"), shell(versions, "two")])
    phone.restart()
    is_version(phone, "two")
    phone.today.marks("John Smith", "completed")
    assert Outbox(phone.page).states() == ["sending"]
    versions.unanswered = None
    phone.sends_again()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_an_office_that_goes_back_to_the_older_version_loses_no_change(phone, versions, agency):
    versions.change("two")
    installs(phone)
    phone.restart()
    is_version(phone, "two")
    versions.unanswered = "/v1/visit."
    phone.complete("John Smith")
    phone.today.open("Agnes Kowalchuk")
    phone.visit.start()
    phone.visit.close()
    phone.sends()
    versions.change("one")
    installs(phone)
    phone.restart()
    is_version(phone, "one")
    phone.today.marks("John Smith", "completed")
    phone.today.marks("Agnes Kowalchuk", "inProgress")
    versions.unanswered = None
    phone.sends_again()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]
    assert changes(agency, "agnes-kowalchuk") == ["visit.start"]


def test_a_version_with_a_missing_file_is_not_kept_and_the_older_one_goes_on(phone, versions):
    versions.change("two", missing=("parts/card.js",))
    installs(phone)
    until(phone.page, lambda: kept(phone) == [shell(versions, "one")], lambda: f"kept: {kept(phone)}")
    phone.restart()
    is_version(phone, "one")
    phone.today.shows("1/7")


def test_a_version_that_fails_to_be_installed_again_keeps_its_files(phone, versions):
    versions.unanswered = "/v1/visit."
    phone.complete("John Smith")
    phone.sends()
    versions.change("two")
    installs(phone)
    # The browser would find the missing file in its own cache.
    phone.context.new_cdp_session(phone.page).send("Network.clearBrowserCache")
    versions.change("one", missing=("parts/card.js",))
    installs(phone)
    assert shell(versions, "one") in kept(phone)


def test_a_file_that_the_browser_has_dropped_is_kept_again(phone):
    phone.page.evaluate(
        """async () => {
          const [name] = await caches.keys();
          const shell = await caches.open(name);
          for (const request of await shell.keys()) if (request.url.endsWith('.js')) await shell.delete(request);
        }"""
    )
    assert not any(path.endswith(".js") for path in files(phone.page))
    # Else the page takes the modules from the memory of the one before.
    phone.context.new_cdp_session(phone.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    phone.restart()
    phone.today.shows("1/7")
    assert any(path.endswith("/screens/today.js") for path in files(phone.page))


def test_a_page_whose_modules_are_gone_is_loaded_once_more(phones, versions):
    phone = phones()
    phone.gateway = versions
    # The office has installed another version between the page and its modules.
    phone.context.route(
        "**/start.js",
        lambda route: route.fulfill(status=404) if versions.asked.count("/") == 1 else route.continue_(),
    )
    phone.open()
    phone.pairing.is_there()
    assert versions.asked.count("/") == 2


def test_an_app_that_stays_incomplete_says_so_and_does_not_load_for_ever(phones, versions):
    phone = phones()
    phone.gateway = versions
    versions.change("two", missing=("start.js",))
    phone.open()
    expect(phone.page.get_by_text("The app could not be loaded. Check your connection, then reload.")).to_be_visible()
    assert versions.asked.count("/") == 2
