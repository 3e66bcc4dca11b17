"""A phone: a browser with a small touch screen, and the screens of the app on it."""

import contextlib
import copy

from screens import Changes, Emergency, Owner, Pairing, Today, Visit


class Phone:
    """A phone before a gateway. It is Sarah's, once it is paired. `is_kept`: the app starts without a network, too."""

    def __init__(self, browser, gateway, width=390, height=844, is_kept=False, **more):
        self.gateway = gateway
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en-CA",
            # Most tests need no service worker, whose installation fetches each file once more.
            service_workers="allow" if is_kept else "block", **more
        )  # fmt: skip
        self.errors = []
        self._show(self.context.new_page())

    def _show(self, page):
        self.page = page
        self.page.set_default_timeout(20_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)
        self.pairing, self.owner = Pairing(self.page), Owner(self.page)
        self.today, self.visit, self.emergency = Today(self.page), Visit(self.page), Emergency(self.page)
        self.changes = Changes(self.page)

    def _hear(self, message):
        # Failed requests are part of many tests; a violation of the content security policy is of none.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self, address=None):
        """Opens the app, or a link."""
        self.page.goto(address or self.gateway.url)
        return self

    def restart(self):
        """The app begins once more on the page where it is."""
        self.page.reload()

    def other_tab(self):
        """Another tab of the same browser."""
        tab = copy.copy(self)
        tab._show(self.context.new_page())
        return tab

    def link(self, worker="sarah"):
        """A link from the office that pairs a phone of a worker's."""
        return f"{self.gateway.url}/#code={self.gateway.code(worker)}"

    def become(self, worker):
        """Opens a new link of a worker's, pairs and goes on to Today."""
        self.open(self.link(worker))
        self.pairing.pair()
        self.owner.proceed()

    def pair(self):
        """Becomes Sarah's."""
        self.become("sarah")
        self.today.is_there()
        return self

    def keeps_app(self):
        """The service worker has kept the app, and serves it."""
        self.page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
        self.restart()
        self.today.is_there()
        return self

    def complete(self, name):
        """Opens a visit and holds its ring."""
        self.today.open(name)
        self.visit.hold()

    def put_away(self):
        """The page is hidden, as when the phone is locked: what waits for an Undo goes at once."""
        self.page.evaluate(
            """() => {
              Object.defineProperty(document, 'hidden', { value: true, configurable: true });
              document.dispatchEvent(new Event('visibilitychange'));
            }"""
        )

    def take_out(self):
        """The page is seen again."""
        self.page.evaluate(
            """() => {
              delete document.hidden;
              document.dispatchEvent(new Event('visibilitychange'));
            }"""
        )

    def sends(self):
        """Sarah looks away for a moment, and what she recorded is sent."""
        self.put_away()
        self.page.wait_for_function(
            """() => new Promise((resolve, reject) => {
              const opening = indexedDB.open('visits.outbox');
              opening.onerror = () => reject(opening.error);
              opening.onsuccess = () => {
                const all = opening.result.transaction('rows').objectStore('rows').getAll();
                all.onsuccess = () => {
                  opening.result.close();
                  resolve(all.result.every(({ state }) => state !== 'waiting'));
                };
              };
            })"""
        )
        self.take_out()

    def with_clock(self):
        """Puts the clock of the page into the hands of the test. It runs until stop_clock."""
        self.page.clock.install()
        return self

    def stop_clock(self):
        """The timers of the page wait for pass_time."""
        self.page.clock.pause_at(self.page.evaluate("() => Date.now()") / 1000 + 1)

    def start_clock(self):
        """Time passes by itself again."""
        self.page.clock.resume()

    def pass_time(self, milliseconds):
        """So much time passes at once."""
        self.page.clock.run_for(milliseconds)

    def pass_time_until_sheet_is_gone(self):
        """Lets time pass in small steps until the sheet has left."""
        while self.page.locator(".sheet").count() > 0:
            self.pass_time(20)

    def skip_time(self, milliseconds):
        """So much time has passed, as after a sleep: timers that are due run once, at its end."""
        self.page.clock.fast_forward(milliseconds)

    def movements(self):
        """Notes the movements of the app from now on; returns the function that lists their durations and curves."""
        self.page.evaluate(
            """() => {
              window.movements = [];
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...words) {
                const animation = animate.apply(this, words);
                const { duration, easing } = animation.effect.getTiming();
                window.movements.push([duration, easing]);
                return animation;
              };
            }"""
        )
        return lambda: self.page.evaluate("() => window.movements")

    def hears(self):
        """The texts in the live regions that a screen reader reaches, by the accessibility tree."""
        session = self.page.context.new_cdp_session(self.page)
        nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
        session.detach()

        def is_live(node):
            while node:
                if node["ignored"] is False and node["role"]["value"] == "status":
                    return True
                node = nodes.get(node.get("parentId"))
            return False

        texts = [node for node in nodes.values() if not node["ignored"] and node["role"]["value"] == "StaticText"]
        return [node["name"]["value"] for node in texts if is_live(node)]

    @contextlib.contextmanager
    def slow(self, method, act):
        """Does something that calls a method, whose answer comes only at the end."""
        address = f"**/v1/{method}"
        self.page.route(address, lambda route: None)
        with self.page.expect_request(address):
            act()
        yield
        # What is held goes on.
        self.page.unroute(address)

    def sends_again(self):
        """What waits for its next attempt goes at once, as when a network is there again."""
        self.page.evaluate("() => { dispatchEvent(new Event('online')); }")

    def network(self, is_there):
        """Turns the network on or off."""
        self.context.set_offline(not is_there)
