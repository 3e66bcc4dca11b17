"""The screens of the app, with the actions and expectations of a caregiver. Selectors stand here only."""

import re

from playwright.sync_api import expect

# The ring fills in 2 s; a finger stays a little longer.
HOLD = 2_200


class Screen:
    """A part of a page."""

    def __init__(self, page):
        self.page = page

    def button(self, name):
        """The button of that name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def style(self, selector, name):
        """A computed style of the first element that fits."""
        return self.page.locator(selector).first.evaluate(
            "(element, name) => getComputedStyle(element)[name]", name
        )

    def box(self, selector):
        """Where the first element that fits stands."""
        return self.page.locator(selector).first.bounding_box()


class Pairing(Screen):
    """The screen that wants a code."""

    def pair(self):
        """Uses the code that is there."""
        self.button("Pair").click()

    def type(self, code):
        """Types a code."""
        self.page.get_by_label("Code").fill(code)

    def has_code(self, code):
        """The code of a link stands there."""
        expect(self.page.get_by_label("Code")).to_have_value(code)

    def says(self, text):
        """A notice, or the text below the title."""
        expect(self.page.get_by_text(text)).to_be_visible()

    def is_there(self):
        """The screen is shown."""
        expect(self.page.get_by_role("heading", name="Pair this phone")).to_be_visible()


class Owner(Screen):
    """The screen that says whose phone this is."""

    def names(self, name):
        """It names a worker."""
        expect(self.page.get_by_role("heading", name=f"This phone is {name}'s")).to_be_visible()

    def proceed(self):
        """The owner is right."""
        self.button("Continue").click()

    def says(self, text):
        """A notice."""
        expect(self.page.get_by_text(text)).to_be_visible()

    def not_me(self):
        """The owner is wrong."""
        self.button("Not me").click()


class Today(Screen):
    """The visits of the day."""

    def is_there(self):
        """The cards are shown."""
        expect(self.page.locator(".today-cards .card").first).to_be_visible()

    def card(self, name):
        """The card of a client."""
        return self.page.locator(".today-cards .card", has_text=name)

    def later_card(self, name):
        """The card of a client, tomorrow."""
        return self.page.locator(".tomorrow .card", has_text=name)

    def lists_tomorrow(self, *names):
        """The clients of tomorrow, in the order of their visits."""
        expect(self.page.get_by_role("heading", name="Tomorrow")).to_be_visible()
        expect(self.page.locator(".tomorrow .card-title")).to_have_text(list(names))

    def open(self, name):
        """Opens the sheet of a visit and waits until it stands still."""
        self.card(name).click()
        expect(self.page.get_by_role("dialog", name=name)).to_be_visible()
        Visit(self.page).settled()

    def shows(self, progress):
        """How many visits are completed: "1/7"."""
        expect(self.page.locator(".today-progress").get_by_text(progress, exact=True)).to_be_visible()

    def indicates(self, label):
        """The words of the sync indicator."""
        expect(self.page.locator(".indicator")).to_have_text(label)

    def marks(self, name, status):
        """The state of a card's mark."""
        expect(self.card(name).locator(".mark")).to_have_class(re.compile(rf"\bmark-{status}\b"))

    def notes(self, name, text):
        """A chip on a card."""
        expect(self.card(name).locator(".chip", has_text=text)).to_be_visible()

    def notes_nothing(self, name, text):
        """A card without that chip."""
        expect(self.card(name).locator(".chip", has_text=text)).to_have_count(0)

    def lists(self, *names):
        """The clients in the order of their visits."""
        expect(self.page.locator(".today-cards .card-title")).to_have_text(list(names))

    def has_name(self, name):
        """Whose visits these are."""
        expect(self.page.locator(".today-name")).to_have_text(name)

    def has_age(self, text):
        """How old the list is."""
        expect(self.page.locator(".today-age")).to_have_text(text)

    def is_fresh(self):
        """Nothing says that the list is old."""
        expect(self.page.locator(".today-age")).to_have_count(0)

    def has_heading(self, text):
        """The heading of the page."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def waits(self, text):
        """The spinner with its words."""
        expect(self.page.locator(".loading:has(.spinner) p")).to_have_text(text)

    def is_empty(self, title, message):
        """The calendar with its words, and no card."""
        expect(self.page.locator(".empty-drawing")).to_be_visible()
        expect(self.page.locator(".empty")).to_have_text(title + message)
        expect(self.page.locator(".today-cards .card")).to_have_count(0)

    def announces(self, text):
        """What a screen reader reads by itself."""
        expect(self.page.locator("[role=status]", has_text=text).first).to_be_attached()

    def looked_at_again(self):
        """The person comes back to the page."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def toasts(self, text):
        """A toast is shown."""
        expect(self.page.locator(".toast p")).to_have_text(text)

    def toasts_nothing(self):
        """No toast is shown."""
        expect(self.page.locator(".toast")).to_have_count(0)

    def says(self, text):
        """A notice above the heading."""
        expect(self.page.locator(".banner-text", has_text=text).first).to_be_visible()

    def has_no_notice(self):
        """Nothing stands above the heading."""
        expect(self.page.locator(".banner")).to_have_count(0)

    def dismisses(self):
        """Takes a notice away."""
        self.button("Dismiss").click()

    def retries(self):
        """Taps the notice that sync fails."""
        self.page.locator(".banner-tap").click()

    def pulls(self, distance=160, releases=True):
        """Pulls the page down with a finger."""
        session = self.page.context.new_cdp_session(self.page)
        for part in range(5):
            point = {"x": 195, "y": 150 + distance * part / 4}
            kind = "touchMove" if part else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        if releases:
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def turns(self):
        """The spinner of a pull turns."""
        expect(self.page.locator(".pull .spinner")).to_be_visible()

    def rests(self):
        """The spinner of a pull is gone."""
        expect(self.page.locator(".pull .spinner")).to_be_hidden()

    def undoes(self):
        """Takes the last change back."""
        self.button("Undo").click()

    def offers_no_undo(self):
        """The last change cannot be taken back."""
        expect(self.button("Undo")).to_have_count(0)


class Sheet(Screen):
    """A sheet over Today."""

    def settled(self):
        """Waits until it has stopped moving."""
        self.page.locator(".sheet").evaluate(
            "(sheet) => Promise.allSettled(sheet.getAnimations().map((each) => each.finished)).then(() => {})"
        )

    def close(self):
        """Closes it."""
        self.button("Close").click()
        self.is_gone()

    def pull(self):
        """Pulls it down by its head."""
        box = self.page.locator(".sheet-head").bounding_box()
        self.page.mouse.move(box["x"] + 60, box["y"] + 12)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 60, box["y"] + 160, steps=4)
        self.page.mouse.up()

    def is_gone(self):
        """No sheet is open."""
        expect(self.page.locator(".sheet")).to_have_count(0)

    def link(self, name):
        """The address of a link."""
        return self.page.get_by_role("dialog").get_by_role("link", name=name).get_attribute("href")


class Visit(Sheet):
    """The sheet of a visit."""

    def is_there(self, name):
        """The sheet of that client's visit is open."""
        expect(self.page.get_by_role("dialog", name=name)).to_be_visible()

    def touch(self):
        """Puts a finger on the ring; returns the function that takes it away."""
        box = self.page.locator(".hold-button").bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session = self.page.context.new_cdp_session(self.page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        return lambda: session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def press(self, milliseconds):
        """Presses the ring with a finger for some time."""
        release = self.touch()
        self.page.wait_for_timeout(milliseconds)
        release()

    def missing(self):
        """How much of the ring is not filled, in percent."""
        return float(self.style(".hold-fill", "strokeDashoffset").removesuffix("px"))

    def has_filled(self, percent):
        """Waits until so much of the ring is filled, or exactly none."""
        self.page.wait_for_function(
            """(percent) => {
              const filled = 100 - parseFloat(getComputedStyle(document.querySelector('.hold-fill')).strokeDashoffset);
              return percent === 0 ? filled === 0 : filled > percent;
            }""",
            arg=percent,
        )

    def hold(self):
        """Holds the ring until the visit is completed."""
        self.press(HOLD)

    def start(self):
        """Starts the visit."""
        self.button("Start visit").click()

    def activate(self):
        """Activates the ring once, as a screen reader does: no finger, no mouse, no key."""
        self.page.locator(".hold-button").evaluate("(button) => button.click()")

    def says(self, text):
        """A text of the sheet."""
        expect(self.page.get_by_role("dialog").get_by_text(text).first).to_be_visible()

    def offers_no_ring(self):
        """There is nothing to hold."""
        expect(self.page.locator(".hold-button")).to_have_count(0)


class Changes(Sheet):
    """The sheet under the sync indicator: the changes that wait or were stopped."""

    def open(self):
        """Opens it by the indicator."""
        self.button("Show changes").click()
        self.is_there()

    def show(self):
        """Opens it by a notice."""
        self.button("Show").click()
        self.is_there()

    def is_there(self):
        """It is shown."""
        expect(self.page.get_by_role("dialog", name="Changes")).to_be_visible()
        self.settled()

    def lists(self, *titles):
        """The changes, in their order."""
        expect(self.page.locator(".change-title")).to_have_text(list(titles))

    def says(self, text):
        """A text of the sheet."""
        expect(self.page.get_by_role("dialog").get_by_text(text).first).to_be_visible()

    def offers(self, *names):
        """The buttons of the first one."""
        expect(self.page.locator(".change").first.get_by_role("button")).to_have_text(list(names))

    def sends_again(self):
        """Sends the first one that was stopped once more."""
        self.button("Send again").first.click()

    def discards(self):
        """Deletes the first one that was stopped."""
        self.button("Discard").first.click()
        self.button("Discard for good").click()


class Emergency(Sheet):
    """The sheet behind the warning sign."""

    def open(self):
        """Opens it."""
        self.page.locator(".bar-emergency").click()
        expect(self.page.get_by_role("dialog", name="Emergency")).to_be_visible()
        self.settled()

    def has_only_a_close_button(self):
        """Nothing on it pretends to alert the office."""
        buttons = self.page.get_by_role("dialog").get_by_role("button")
        expect(buttons).to_have_count(1)
        expect(buttons).to_have_accessible_name("Close")
