"""axe finds nothing to say about any screen or state, light or dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from office import refuse


class Checker:
    """Runs axe on the states of a phone."""

    def __init__(self, phone):
        self.phone, self._axe = phone, Axe()

    def check(self, state):
        """Fails with what axe finds in the present state."""
        # Half faded in, a text has other colours.
        self.phone.page.evaluate(
            "() => Promise.allSettled(document.getAnimations().filter((each) => "
            "each.effect.getTiming().iterations === 1).map((each) => each.finished)).then(() => {})"
        )
        found = self._axe.run(self.phone.page).response["violations"]
        assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], state


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing(look, phones, agency):
    phone = phones(color_scheme=look)
    checker = Checker(phone)
    phone.page.route("**/v1/device.me", lambda route: route.abort(), times=1)
    phone.open()
    phone.today.waits("The office cannot be reached. Trying again...")
    checker.check("the start without a connection")
    phone.pairing.is_there()
    phone.pairing.type("AAAA-BBBB-CCCC")
    phone.pairing.pair()
    phone.pairing.says("This code does not work.")
    checker.check("a dead code")
    # The same address with another fragment would not load the page again.
    phone.page.goto("about:blank")
    phone.open(phone.link())
    phone.pairing.is_there()
    checker.check("pairing")
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    checker.check("the owner")
    phone.owner.proceed()
    phone.today.shows("1/7")
    checker.check("Today")
    for name in ("John Smith", "Margaret Chen", "George Papadakis"):
        phone.today.open(name)
        checker.check(name)
        phone.visit.close()
    phone.emergency.open()
    checker.check("emergency")
    phone.emergency.close()
    phone.today.open("John Smith")
    phone.visit.activate()
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    checker.check("a completed visit with its toast")
    phone.network(False)
    phone.today.indicates("Saved locally")
    checker.check("saved locally")
    phone.today.open("George Papadakis")
    phone.visit.start()
    phone.visit.says("Undo start")
    checker.check("a start without a connection")
    phone.visit.close()
    phone.changes.open()
    checker.check("the changes")


def test_axe_finds_nothing_on_an_unsent_change_and_the_question_of_the_keyboard(phone):
    checker = Checker(phone)
    phone.today.open("John Smith")
    phone.page.locator(".hold-button").focus()
    phone.page.keyboard.press("Enter")
    phone.visit.says("Complete this visit?")
    checker.check("the question")
    phone.context.route("**/v1/visit.complete", lambda route: route.abort())
    phone.page.keyboard.press("Enter")
    phone.visit.is_gone()
    phone.sends()
    phone.today.notes("John Smith", "Not sent yet")
    checker.check("an unsent change")
    phone.context.unroute("**/v1/visit.complete")
    phone.context.route("**/v1/visit.complete", refuse)
    phone.sends_again()
    phone.today.notes("John Smith", "Not accepted")
    checker.check("a refused change")
    phone.today.open("John Smith")
    phone.visit.says("The office's system did not accept this")
    checker.check("the sheet of a refused change")
