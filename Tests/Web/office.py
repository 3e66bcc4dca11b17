"""What the office sees: the facts that a phone has recorded."""

import datetime


def states(daemon):
    """The state of each visit of Sarah's day, by the client's name."""
    with daemon.client() as caller:
        return {card["title"]: card["status"] for card in caller.call("today", worker="sarah")["cards"]}


def changes(daemon, client):
    """The starts and completions of a client's visits that devices reported, oldest first."""
    with daemon.client() as caller:
        entries = caller.call("audit.list", client=client)["entries"]
    own = [entry for entry in entries if entry["method"] in ("visit.start", "visit.complete")]
    return [entry["method"] for entry in sorted(own, key=lambda entry: entry["at"])]


def visit_of(daemon, name):
    """The id of Sarah's visit at a client today."""
    with daemon.client() as caller:
        return next(card["visit"] for card in caller.call("today", worker="sarah")["cards"] if card["title"] == name)


def employ_nina(daemon):
    """A second worker, Nina Park, who has no visits."""
    with daemon.client() as caller:
        caller.change("worker.put", id="nina", name="Nina Park")


def devices(daemon):
    """The devices that have access, or wait for it."""
    with daemon.client() as caller:
        return caller.call("device.list")["devices"]


def refuse(route):
    """Answers a change with the daemon's refusal, as the gateway passes it on."""
    route.fulfill(
        status=403, content_type="application/problem+json",
        headers={"Idempotency-Key": route.request.headers["idempotency-key"]},
        json={"title": "Forbidden", "status": 403, "detail": "The visit was given to another worker.", "code": 1403,
              "kind": "forbidden"},
    )  # fmt: skip


def sync_failed(route):
    """Answers `today` as the daemon does while sync with the agency's server fails."""
    answer = route.fetch(post_data="{}")
    retry_at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=30)
    words = "Sync failed. Will retry in {seconds} second"
    banner = {
        "kind": "error", "message": "Sync failed. Will retry in 30 seconds. Tap to retry now.", "action": "retry",
        "dismissible": True, "template": f"{words}s. Tap to retry now.", "retryAt": retry_at.isoformat(),
        "statement": "Sync failed. Will retry in 30 seconds.",
        "countdown": {"language": "en", "forms": {"one": f"{words}.", "other": f"{words}s."}, "over": "Sync failed."},
    }  # fmt: skip
    sync = {"state": "failed", "label": "Sync failed", "symbol": "exclamationmark.triangle", "pendingChanges": 0}
    route.fulfill(response=answer, json={**answer.json(), "state": "error", "sync": sync, "banner": banner})
