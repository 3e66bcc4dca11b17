"""HTTP to the schedule: what a phone, a browser and an integrator meet at the real visits-gateway."""

import hashlib
import http.client
import json
import re
import subprocess

import pytest
from gateways import GATEWAY
from programs import environment

# What a device may call, beside what the office calls: the rows of the method table with the role caregiver, event.* apart.
READS = {
    "today", "week", "home", "visit.list", "visit.show", "task.day", "task.list", "task.stats", "task.presets",
    "goal.list", "session.list", "session.show", "worker.show", "client.list", "client.show", "emergency.list",
    "export", "sync.now", "sync.status", "rpc.discover", "device.me", "system.health",
}  # fmt: skip
CHANGES = {
    "visit.start", "visit.complete", "task.record", "session.start", "session.trial", "session.end",
    "emergency.raise", "device.leave", "device.enrol",
}  # fmt: skip


def card(today, status="scheduled"):
    return next(card for card in today["cards"] if card["status"] == status)


def changes(daemon, visit, method="visit.complete"):
    """How often a visit was changed so, by the audit."""
    entries = json.loads(daemon.visits("audit", visit, "--json").stdout)["entries"]
    return [entry["method"] for entry in entries].count(method)


def test_a_phone_pairs_with_a_code_reads_today_and_completes_a_visit_once(gateway):
    token = gateway.token()
    today = gateway.get("/v1/today", token)
    assert (today.status, today.json["heading"], today.json["worker"]) == (200, "Today", "sarah")
    visit = card(today.json)["visit"]
    answers = [gateway.post("visit.complete", {"visit": visit}, token, key="c-1") for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]
    assert answers[0].body == answers[1].body
    assert (answers[0].json["toast"], answers[0].json["card"]["status"]) == ("Visit completed", "completed")
    assert [answer.headers["Idempotency-Key"] for answer in answers] == ["c-1", "c-1"]
    assert changes(gateway.daemon, visit) == 1


def test_a_note_that_is_too_long_completes_the_visit_and_is_cut(gateway):
    token = gateway.token()
    visit = card(gateway.get("/v1/today", token).json)["visit"]
    done = gateway.post("visit.complete", {"visit": visit, "note": "ы" * 20_000}, token, key="c-1")
    assert (done.status, done.json["card"]["status"]) == (200, "completed")
    assert done.json["visit"]["note"].endswith("ы" * 3999 + "…")


def test_an_unchanged_today_is_answered_without_a_body(gateway):
    token = gateway.token()
    first = gateway.get("/v1/today?worker=sarah", token)
    etag = first.headers["ETag"]
    assert etag == f'W/"{first.json["etag"]}"'
    for sent in (etag, etag.removeprefix("W/")):
        again = gateway.get("/v1/today?worker=sarah", token, If_None_Match=sent)
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", etag)
    visit = card(first.json)["visit"]
    gateway.post("visit.start", {"visit": visit}, token, key="s-1")
    changed = gateway.get("/v1/today?worker=sarah", token, If_None_Match=etag)
    assert (changed.status, card(changed.json, "inProgress")["visit"]) == (200, card(first.json, "inProgress")["visit"])


def test_the_routes_are_the_rows_for_devices_and_no_others(gateway, every_case):
    token = gateway.token()
    with gateway.daemon.client() as office:
        known = set(office.methods)
    assert READS | CHANGES <= known
    served = set()
    for method in sorted(known):
        kind = gateway.post(method, {"no such": 1}, token)
        assert kind.status in (404, 422), (method, kind)
        if kind.status == 422:
            served.add(method)
    assert served == READS | CHANGES


def test_each_read_of_a_device_answers(gateway):
    token = gateway.token()
    visit = card(gateway.get("/v1/today", token).json)
    session = {"client": "margaret-chen", "goal": "none"}
    for path, status in {
        "/v1/week": 200, "/v1/home": 200, "/v1/visit.list?limit=3&status=completed&status=scheduled": 200,
        f"/v1/visit.show?visit={visit['visit']}": 200, f"/v1/task.day?client={visit['client']}": 200,
        f"/v1/task.list?client={visit['client']}": 200, f"/v1/task.stats?client={visit['client']}": 200,
        "/v1/task.presets": 200, f"/v1/goal.list?client={visit['client']}": 200, "/v1/session.list": 200,
        "/v1/session.show?session=none": 404, "/v1/worker.show?worker=sarah": 200, "/v1/client.list": 200,
        f"/v1/client.show?client={visit['client']}": 200, "/v1/emergency.list?open=true": 200,
        "/v1/export?format=ics": 200, "/v1/sync.now": 200, "/v1/sync.status": 200, "/v1/rpc.discover": 200,
        "/v1/device.me": 200, "/v1/system.health": 200,
    }.items():  # fmt: skip
        answer = gateway.get(path, token)
        assert answer.status == status, (path, answer)
    raised = gateway.post("emergency.raise", {"note": "Fell on the stairs"}, token, key="e-1")
    assert (raised.status, raised.json["emergency"]["worker"]) == (200, "sarah")
    refused = gateway.post("session.start", session, token, key="s-1")
    assert (refused.status, refused.problem) == (404, "notFound")
    record = gateway.post("task.record", {"task": "none", "client": "margaret-chen"}, token, key="r-1")
    assert record.status in (404, 422), record


def test_a_device_knows_its_worker_the_agency_and_whom_to_call(gateway):
    me = gateway.get("/v1/device.me", gateway.token()).json
    assert (me["name"], me["locale"], me["emergencyNumber"], me["agency"], me["officePhone"]) == (
        "Sarah Miller", "en", "911", None, None,
    )  # fmt: skip
    with gateway.daemon.client() as office:
        assert office.call("worker.show", worker="sarah")["worker"]["key"] == me["worker"]


def test_wrong_calls_say_what_is_right(gateway):
    token = gateway.token()
    wrong = gateway.get("/v1/todai", token)
    assert (wrong.status, wrong.problem, wrong.json["nearest"]) == (404, "methodNotFound", "today")
    wrong = gateway.get("/v1/visit.complete", token)
    assert (wrong.status, wrong.problem, wrong.headers["Allow"]) == (405, "gatewayRefused", "POST")
    wrong = gateway.send("DELETE", "/v1/today", token=token)
    assert (wrong.status, wrong.headers["Allow"]) == (405, "GET, POST")
    wrong = gateway.get("/v1/today?wroker=sarah", token)
    assert (wrong.status, wrong.problem, wrong.json["nearest"]) == (422, "invalidParams", "worker")
    wrong = gateway.get("/v1/visit.list?limit=many", token)
    assert (wrong.status, wrong.json["field"], wrong.json["found"]) == (422, "limit", "many")
    wrong = gateway.get("/v1/visit.show?visit=nowhere", token)
    assert (wrong.status, wrong.problem) == (404, "notFound")
    wrong = gateway.send("POST", "/v1/today", "{", token, Content_Type="application/json")
    assert (wrong.status, wrong.problem) == (400, "parseError")
    wrong = gateway.send("POST", "/v1/today", "[]", token, Content_Type="application/json")
    assert (wrong.status, wrong.problem) == (400, "invalidRequest")
    wrong = gateway.get("/v1/today?date=%ZZ", token)
    assert (wrong.status, wrong.problem) == (400, "invalidRequest")
    for path in (f"/v1/today?auth={token}", "/v1/today?worker=sarah&worker=linh-tran"):
        assert gateway.get(path, token).problem == "invalidParams"
    assert gateway.post("device.enrol", {"code": "K7QM", "source": "203.0.113.7"}).json["field"] == "source"
    assert gateway.get("/nowhere").status == 404


def test_each_answer_repeats_the_key_that_took_effect(gateway):
    token = gateway.token()
    both = gateway.post("visit.start", {"visit": "none", "requestId": "body"}, token, key="header")
    assert (both.status, both.headers["Idempotency-Key"]) == (404, "body")
    unfit = gateway.post("visit.start", {"visit": "none", "requestId": "b d"}, token, key="header")
    assert (unfit.status, unfit.headers["Idempotency-Key"]) == (404, None)
    wrong = token[:-1] + ("A" if token[-1] != "A" else "B")
    for _ in range(2):
        refused = gateway.post("visit.start", {"visit": "none", "requestId": "body"}, wrong)
        assert (refused.status, refused.headers["Idempotency-Key"]) == (401, "body")


def test_problems_carry_the_status_of_their_kind(gateway):
    token = gateway.token()
    done = card(gateway.get("/v1/today", token).json, "completed")["visit"]
    wrong = gateway.post("device.enrol", {"code": "AAAA-AAAA-AAAA"}, key="k")
    assert (wrong.status, wrong.problem, wrong.headers["WWW-Authenticate"]) == (401, "unauthenticated", "Bearer")
    assert wrong.headers["Idempotency-Key"] == "k"
    wrong = gateway.get("/v1/today?all=true", token)
    assert (wrong.status, wrong.problem, wrong.json["needs"]) == (403, "forbidden", ["admin", "coordinator"])
    wrong = gateway.get("/v1/worker.show?worker=linh-tran", token)
    assert (wrong.status, wrong.problem) == (404, "notFound")
    first = gateway.post("visit.start", {"visit": done, "at": "2026-01-01T08:00:00Z"}, token, key="same")
    assert first.status == 200
    wrong = gateway.post("visit.start", {"visit": done, "at": "2026-01-01T09:00:00Z"}, token, key="same")
    assert (wrong.status, wrong.problem) == (422, "requestIdReused")
    gateway.daemon.stop()
    wrong = gateway.post("visit.start", {"visit": done}, token, key="later")
    assert (wrong.status, wrong.problem, wrong.headers["Retry-After"]) == (503, "unavailable", "1")
    assert wrong.headers["Idempotency-Key"] == "later"
    assert gateway.get("/healthz").status == 503


def test_a_token_of_no_device_shows_nothing(gateway):
    token = gateway.token()
    for wrong in (None, "visits_wrong", token[:-1] + ("A" if token[-1] != "A" else "B"), "x" * 9000):
        answer = gateway.get("/v1/today", wrong)
        assert (answer.status, answer.problem) == (401, "unauthenticated")
    gateway.daemon.visits("devices", "revoke", "sarah", "--reason", "lost", "--lost")
    assert gateway.get("/v1/today", token).status == 401
    lost = gateway.post("visit.complete", {"visit": "none"}, token, key="c")
    assert (lost.status, lost.problem) == (401, "unauthenticated")


def test_a_revoked_phone_delivers_a_completion_but_reads_nothing(gateway):
    token, other = gateway.token(), gateway.token("linh-tran")
    visit = card(gateway.get("/v1/today", token).json)["visit"]
    gateway.daemon.visits("devices", "revoke", "sarah", "--reason", "replaced")
    # More refusals than an address may have: the daemon's answers count as none.
    for _ in range(40):
        refused = gateway.get("/v1/today", token)
        assert (refused.status, refused.problem, refused.json["reason"]) == (403, "forbidden", "revoked")
    done = gateway.post("visit.complete", {"visit": visit}, token, key="c-1")
    assert (done.status, done.json["card"]["status"]) == (200, "completed")
    assert changes(gateway.daemon, visit) == 1
    raised = gateway.post("emergency.raise", {"note": "Fell"}, token, key="e-1")
    assert (raised.status, raised.json["emergency"]["worker"]) == (200, "sarah")
    gateway.daemon.visits("workers", "change", "linh-tran", "--inactive")
    left = gateway.get("/v1/today", other)
    assert (left.status, left.problem, left.json["reason"]) == (403, "forbidden", "formerWorker")


def test_a_change_recorded_under_another_worker_is_refused_and_not_recorded(gateway):
    token, other = gateway.token(), gateway.token("linh-tran")
    sarah, linh = (gateway.get("/v1/device.me", each).json["worker"] for each in (token, other))
    visit = card(gateway.get("/v1/today", token, Visits_Worker=sarah).json)["visit"]
    for key in (linh, "sarah", "", "x" * 500):
        refused = gateway.post("visit.complete", {"visit": visit}, token, key="c-1", Visits_Worker=key)
        assert (refused.status, refused.problem, refused.json["code"]) == (409, "otherWorker", 1425), key
        assert refused.headers["Idempotency-Key"] == "c-1"
        assert gateway.get("/v1/today", token, Visits_Worker=key).problem == "otherWorker"
    assert changes(gateway.daemon, visit) == 0
    done = gateway.post("visit.complete", {"visit": visit}, token, key="c-1", Visits_Worker=sarah)
    again = gateway.post("visit.complete", {"visit": visit}, token, key="c-1")
    assert (done.status, again.status, again.body) == (200, 200, done.body)
    assert changes(gateway.daemon, visit) == 1
    told = gateway.post("today", {"authWorker": sarah}, token)
    assert (told.status, told.json["field"]) == (422, "authWorker")


def test_a_code_of_another_worker_leaves_the_phone_as_it_is_and_can_still_be_used(gateway):
    cookie, code = pair_browser(gateway), gateway.code("linh-tran")
    me = gateway.get("/v1/device.me", Cookie=cookie).json
    pairing = {"code": code, "cookie": True, "onlyWorker": me["worker"]}
    refused = gateway.post("device.enrol", pairing, key="other", Cookie=cookie)
    assert (refused.status, refused.problem, refused.headers["Set-Cookie"]) == (409, "otherWorker", None)
    assert gateway.get("/v1/device.me", Cookie=cookie).json == me
    paired = gateway.post("device.enrol", {"code": code}, key="linh")
    assert (paired.status, paired.json["device"]["worker"]) == (200, "linh-tran")


def pair_browser(gateway):
    """The cookie of a browser that was paired, as it sends it."""
    answer = gateway.post("device.enrol", {"code": gateway.code(), "cookie": True}, key="enrol")
    assert answer.status == 200 and "token" not in answer.json
    cookie = answer.headers["Set-Cookie"]
    assert "; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict" in cookie and "Secure" not in cookie
    return cookie.split(";")[0]


def test_a_browser_holds_its_token_in_a_cookie_that_scripts_cannot_read(gateway):
    cookie = pair_browser(gateway)
    assert cookie.startswith("visits=visits_")
    assert gateway.get("/v1/today", Cookie=cookie).status == 200
    renewed = gateway.post("device.me", {}, Cookie=cookie)
    assert renewed.headers["Set-Cookie"].startswith(f"{cookie}; Max-Age=34560000;")
    # A cookie of the same name from another host of the site makes the choice unclear.
    assert gateway.get("/v1/today", Cookie=f"{cookie}; {cookie}").status == 401
    left = gateway.post("device.leave", {}, key="leave", Cookie=cookie)
    assert (left.status, left.headers["Set-Cookie"]) == (200, "visits=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict")
    assert gateway.get("/v1/today", Cookie=cookie).status == 401
    assert gateway.daemon.visits("devices").stdout == "No devices\n"


def test_a_page_of_another_site_changes_nothing_with_the_cookie(gateway):
    cookie = pair_browser(gateway)
    visit = card(gateway.get("/v1/today", Cookie=cookie).json)["visit"]
    own = {"Origin": gateway.url, "Sec_Fetch_Site": "same-origin"}
    for wrong in (
        {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"}, {"Sec_Fetch_Site": "none"}, {"Origin": gateway.url.replace("127.0.0.1", "localhost")},
    ):  # fmt: skip
        refused = gateway.post("visit.complete", {"visit": visit}, key="x", Cookie=cookie, **(own | wrong))
        assert (refused.status, refused.problem, refused.json["reason"]) == (403, "gatewayRefused", "crossSite")
        assert "Access-Control-Allow-Origin" not in refused.headers
        refused = gateway.post("device.enrol", {"code": gateway.code()}, key="y", **(own | wrong))
        assert refused.json["reason"] == "crossSite"
    form = gateway.send("POST", "/v1/visit.complete", f'{{"visit":"{visit}"}}', Cookie=cookie, Content_Type="text/plain")
    assert (form.status, form.json["reason"]) == (415, "wrongMediaType")
    assert changes(gateway.daemon, visit) == 0
    taken = gateway.post("visit.complete", {"visit": visit}, key="x", Cookie=cookie, **own)
    assert (taken.status, taken.json["visit"]["status"]) == (200, "completed")


def test_a_bearer_token_wins_over_the_cookie_and_needs_no_origin(gateway):
    cookie, token = pair_browser(gateway), gateway.token("linh-tran")
    answer = gateway.send("POST", "/v1/device.me", "{}", token, Cookie=cookie, Origin="https://integrator.example")
    assert (answer.status, answer.json["name"]) == (200, "Linh Tran")
    assert "Set-Cookie" not in answer.headers


def test_a_stranger_s_name_for_this_address_is_refused(gateway):
    token = gateway.token()
    for host in ("evil.example", f"localhost:{gateway.port}", f"127.0.0.1:{gateway.port + 1}"):
        refused = gateway.get("/v1/today", token, Host=host)
        assert (refused.status, refused.json["reason"]) == (421, "wrongHost")
        assert gateway.get("/healthz", Host=host).status == 200


def test_a_page_that_is_opened_by_another_name_goes_on_at_the_right_one(gateway):
    moved = gateway.get("/", Host=f"localhost:{gateway.port}")
    assert (moved.status, moved.headers["Location"]) == (307, f"{gateway.url}/")


def test_an_answer_to_head_has_no_body(gateway):
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    for path, status in {"/v1/today": 405, "/": 200, "/healthz": 200, "/nowhere": 404}.items():
        connection.request("HEAD", path)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (status, b"")
        # Bytes behind it would be taken for this answer.
        connection.request("GET", "/healthz")
        assert (answer := connection.getresponse()).status == 200
        answer.read()
    connection.close()


def test_the_app_is_one_page_whose_files_never_change(gateway):
    page = gateway.get("/")
    assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert page.headers["Cache-Control"] == "no-cache"
    assert "default-src 'none'; script-src 'self'" in page.headers["Content-Security-Policy"]
    etag = page.headers["ETag"]
    for sent in (etag, f"W/{etag}"):
        again = gateway.get("/", If_None_Match=sent)
        assert (again.status, again.body) == (304, b"")
    digest = etag.strip('"')
    file = gateway.get(f"/app/{digest}/main.js")
    assert (file.status, file.headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gateway.get("/app/0000000000000000/main.js").status == 404
    assert gateway.post("device.me", {}, gateway.token()).headers["X-Content-Type-Options"] == "nosniff"


def test_the_service_worker_names_each_file_of_its_version_with_its_digest(gateway):
    worker = gateway.get("/sw.js")
    assert (worker.status, worker.headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert worker.headers["Cache-Control"] == "no-cache"
    root = f"/app/{worker.headers['ETag'].strip(chr(34))}/"
    files = dict(re.findall(r"(?m)(?:^|`)(/\S*) ([0-9a-f]{16})(?=`|$)", worker.body.decode()))
    assert {"/", root + "main.js", root + "preact.js", root + "words/en.json"} <= files.keys()
    assert "/sw.js" not in files and root + "sw.js" not in files
    for path, digest in files.items():
        assert hashlib.sha256(gateway.get(path).body).hexdigest()[:16] == digest, path


def test_over_https_the_cookie_is_bound_to_this_host(gateway):
    gateway.stop()
    gateway.start("--public-url", "https://visits.example")
    answer = gateway.post(
        "device.enrol", {"code": gateway.code(), "cookie": True}, key="e", Host="visits.example",
        Origin="https://visits.example",
    )  # fmt: skip
    assert answer.status == 200, answer
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-visits=visits_")
    assert cookie.endswith("; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict; Secure")


def test_a_body_that_is_too_long_or_compressed_is_refused(gateway):
    token = gateway.token()
    long = gateway.post("today", {"worker": "x" * (1 << 20)}, token)
    assert (long.status, long.json["reason"]) == (413, "tooLarge")
    # Written again for the daemon, the second is longer than it came. No other device notices.
    stranger = f"visits_{'A' * 43}"
    for text in ("x" * ((1 << 20) - 20), "\\b" * 500_000):
        near = gateway.send(
            "POST", "/v1/today", f'{{"match":"{text}"}}', stranger, Content_Type="application/json"
        )
        assert (near.status, near.json["reason"]) == (413, "tooLarge")
    assert gateway.post("visit.start", {"visit": "none"}, token, key="k").status == 404
    deep = gateway.send("POST", "/v1/today", "[" * 60 + "]" * 60, token, Content_Type="application/json")
    assert (deep.status, deep.problem) == (413, "tooLarge")
    packed = gateway.post("today", {}, token, Content_Encoding="gzip")
    assert (packed.status, packed.json["reason"]) == (415, "wrongMediaType")
    assert gateway.get("/v1/today?" + "date=2026-11-20&" * 2000, token).json["reason"] == "tooLarge"


def test_answers_speak_the_language_that_the_phone_asks_for(gateway):
    token = gateway.token()
    for header, heading in {
        "de-AT,de;q=0.9,en;q=0.8": "Heute", "sv,fr;q=0.5": "Aujourd’hui", "sv": "Today", "*;;=": "Today",
    }.items():  # fmt: skip
        assert gateway.get("/v1/today", token, Accept_Language=header).json["heading"] == heading, header
    both = gateway.get("/v1/today?locale=pl", token, Accept_Language="de")
    assert both.json["heading"] == "Dzisiaj"


def test_a_wrong_token_that_comes_again_and_again_reaches_the_schedule_once(gateway):
    token = gateway.token()
    wrong = token[:-1] + ("A" if token[-1] != "A" else "B")

    def answered():
        metrics = gateway.daemon.visits("metrics").stdout
        return sum(
            float(line.rsplit(" ", 1)[1]) for line in metrics.splitlines() if line.startswith("visitsd_calls_total{")
        )

    before = answered()
    assert {gateway.get("/v1/today", wrong).status for _ in range(20)} == {401}
    # The first wrong call, and the call for the metrics.
    assert answered() - before <= 2


def test_nothing_personal_stands_in_the_gateway_s_log(gateway):
    token = gateway.token()
    gateway.get("/v1/today?worker=sarah", token)
    gateway.post("emergency.raise", {"note": "Fell on the stairs"}, token, key="e")
    gateway.get("/v1/client.show?client=margaret-chen", "wrong")
    gateway.stop()
    assert "Listening on" in gateway.log and "Stopped." in gateway.log
    for word in ("sarah", "Sarah", "margaret", "stairs", token, "/v1/"):
        assert word not in gateway.log


def test_the_gateway_speaks_to_this_machine_alone(gateway):
    for address in ("0.0.0.0:8087", "192.168.1.5:8087", "[::]:8087", "8087", "127.0.0.1:70000"):
        done = subprocess.run(
            [GATEWAY, "--listen", address], capture_output=True, text=True, env=environment(), timeout=30
        )
        assert done.returncode == 64 and address in done.stderr, done


@pytest.mark.parametrize("request_line", [b"GARBAGE\r\n\r\n", b"GET /x HTTP/1.1\r\nHost: a b\r\n\r\n", b"\x00" * 64])
def test_garbage_is_answered_or_cut_off_and_the_next_call_works(gateway, request_line):
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    connection.connect()
    connection.sock.sendall(request_line)
    connection.sock.shutdown(1)
    answer = b""
    while part := connection.sock.recv(4096):
        answer += part
    connection.close()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert gateway.get("/healthz").status == 200
