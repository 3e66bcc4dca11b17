import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsModel
import VisitsTestSupport

@testable import VisitsService

@Suite("A worker's device")
struct DeviceTests {
  private static let wrong =
    "This code is not valid: it is mistyped, was used already, or has expired. Type it again, or ask your office for a new one."

  private func enrol(
    _ gateway: Peer, _ code: String, _ request: String, from source: String? = nil
  ) async -> RPCReply {
    await gateway.reply(
      "device.enrol",
      [
        "code": .string(code), "name": "Sarah's phone", "source": source.map { .string($0) } ?? .null,
        "requestId": .string(request),
      ])
  }

  private func heard(_ worker: String, _ daemon: TestDaemon) throws -> Instant? {
    daemon.service.lastHeard(from: try #require(WorkerID(rawValue: worker)))
  }

  @Test("is invited with a code, enrolled with that, and heard of in the list")
  func enrolment() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let (id, code) = try await office.invite("sarah", request: "i1")
      #expect(code.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}/) != nil)
      let invited = try await client.call("device.list")["devices"]?.array?.first
      #expect(invited?["state"] == "invited")
      #expect(invited?["expiresAt"] == "2026-11-21T15:00:00Z")
      #expect(invited?["display"]?["expires"] == "Sat 8:00 AM")
      let gateway = Peer(service: daemon.service, role: .gateway)
      let typed = " " + code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
      let answer = try JSONScanner.parse((await enrol(gateway, typed, "e1")).text.utf8)
      let token = try #require(answer["token"]?.string)
      #expect(token.wholeMatch(of: /visits_[0-9A-Za-z_-]{43}/) != nil)
      #expect(answer["device"]?["id"]?.string == id)
      daemon.time.set("2026-11-20T15:02:00Z")
      let today = try await Peer(service: daemon.service, token: token).call("today", ["worker": "sarah"])
      #expect(today["cards"] != nil)
      let device = try await client.call("device.list", ["worker": "sarah"])["devices"]?.array?.first
      #expect(device?["state"] == "enrolled")
      #expect(device?["name"] == "Sarah's phone")
      #expect(device?["enrolledAt"] == "2026-11-20T15:00:00Z")
      #expect(device?["lastHeardAt"] == "2026-11-20T15:02:00Z")
      #expect(device?["display"]?["lastHeard"] == "8:02 AM")
    }
  }

  @Test("that was lost is refused from then on, even in the middle of a wait")
  func revoked() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon)
      let id = try #require(try await client.call("device.list")["devices"]?.array?.first?["id"])
      let cursor = try await client.call("system.status")["cursor"]
      let waiting = device.send("event.wait", ["since": try #require(cursor), "timeout": 60])
      let revoked = try await client.call(
        "device.revoke", ["device": id, "reason": "lost", "lost": true, "requestId": "r1"])
      #expect(revoked["device"]?["state"] == "revoked")
      #expect(revoked["device"]?["reason"] == "lost")
      #expect(await waiting.reply.error?.code == 1401)
      for (method, params) in [("today", ["worker": "sarah"]), ("rpc.discover", [:])] as [(String, JSONValue)] {
        #expect(await device.reply(method, params).error?.code == 1401)
      }
      let raised = await device.reply("emergency.raise", ["worker": "sarah", "requestId": "e"])
      #expect(raised.error?.code == 1401)
      #expect(try await client.call("device.list")["devices"] == [])
      #expect(try await client.call("device.list", ["all": true])["devices"]?.array?.count == 1)
      #expect(try heard("sarah", daemon) == nil)
    }
  }

  @Test("is not let in with a code that was used, revoked, has expired, or is none: all are refused alike")
  func wrongCodes() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let gateway = Peer(service: daemon.service, role: .gateway)
      let used = try await office.invite("sarah", request: "i1").code
      #expect(await enrol(gateway, used, "e1").error == nil)
      let taken = try await office.invite("sarah", request: "i2")
      _ = try await client.call(
        "device.revoke", ["device": .string(taken.device), "reason": "mistake", "requestId": "r1"])
      let late = try await office.invite("sarah", request: "i3").code
      daemon.time.set("2026-11-21T15:00:00Z")
      for (number, code) in [used, taken.code, late, "7777-7777-7777", "short"].enumerated() {
        let error = await enrol(gateway, code, "w\(number)").error
        #expect(error?.code == 1401)
        #expect(error?.message == Self.wrong)
      }
    }
  }

  @Test("of a worker who has left still reports visits and calls for help, and reads nothing until they are back")
  func formerWorker() async throws {
    let folder = try TestDaemon.makeFolder()
    let (token, visit) = try await TestDaemon.run(in: folder, at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let token = try await office.enrol("sarah", at: daemon)
      let device = Peer(service: daemon.service, token: token)
      let cursor = try await client.call("system.status")["cursor"]
      let waiting = device.send("event.wait", ["since": try #require(cursor), "topics": ["worker"], "timeout": 60])
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "gone"])
      #expect(await waiting.reply.error?.code == 1403)
      return (token, visit)
    }
    try await TestDaemon.run(in: folder, at: "2026-11-20T15:30:00Z") { daemon, client in
      let device = Peer(service: daemon.service, token: token)
      let reads: [(String, JSONValue)] = [
        ("today", ["worker": "sarah"]), ("week", ["worker": "sarah"]), ("visit.list", [:]),
        ("visit.show", ["visit": .string(visit)]), ("worker.show", ["worker": "sarah"]),
        ("client.show", ["client": "margaret-chen"]), ("export", ["format": "csv"]), ("event.wait", ["timeout": 0]),
        ("rpc.discover", [:]),
      ]
      for (method, params) in reads {
        let refusal = await device.reply(method, params).error
        #expect(refusal?.code == 1403, "\(method)")
        #expect(refusal?.data["reason"] == "formerWorker", "\(method)")
        #expect(
          refusal?.message
            == "Your office has ended your work here: this device still records your check-ins and check-outs, and calls for help, but shows nothing else. If that is a mistake, call your office."
        )
      }
      let visited = await device.reply("visit.start", ["visit": .string(visit), "requestId": "s1"])
      #expect(visited.result?["visit"]?["status"] == "inProgress")
      #expect(visited.text.contains("Margaret Chen") && !visited.text.contains("Oak St"))
      let done = try await device.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(done["visit"]?["status"] == "completed")
      let raised = try await device.call("emergency.raise", ["worker": "sarah", "requestId": "e1"])
      #expect(raised["emergency"]?["worker"] == "sarah")
      let list = try await device.call("emergency.list", [:])
      #expect(list["emergencies"]?.array?.count == 1)
      _ = try await client.call("worker.put", ["id": "sarah", "active": true, "requestId": "back"])
      for (method, params) in reads { #expect(await device.reply(method, params).error == nil, "\(method)") }
    }
  }

  @Test("of a worker who has left learns neither where a client lives now nor what others record of their care")
  func formerWorkerLearnsNothing() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "zed", "name": "Zed Berg", "requestId": "w"])
      let mine = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let task = try await client.call(
        "task.put", ["client": "margaret-chen", "title": "Medication", "requestId": "t"])["task"]?["id"]
      let goal = try await client.call(
        "goal.put", ["client": "margaret-chen", "title": "Walk", "requestId": "g"])["goal"]?["id"]
      let (sarah, zed) = (try await office.device("sarah", at: daemon), try await office.device("zed", at: daemon))
      _ = try await client.call("visit.change", ["visit": .string(mine), "worker": "zed", "requestId": "m"])
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "gone"])
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "name": "Margaret Newname", "address": "99 Refuge Rd", "requestId": "c"])
      let told: JSONValue = [
        "client": "margaret-chen", "task": try #require(task), "outcome": "refused", "reason": "was crying",
        "note": "told me in confidence", "requestId": "r",
      ]
      _ = try await zed.call("task.record", told)
      let calls: [(String, JSONValue)] = [
        ("visit.complete", ["visit": .string(mine), "requestId": "1"]),
        ("emergency.raise", ["worker": "sarah", "visit": .string(mine), "requestId": "2"]),
        ("emergency.list", [:]),
        ("task.record", ["client": "margaret-chen", "task": try #require(task), "requestId": "3"]),
        ("task.record", ["client": "margaret-chen", "task": try #require(task), "note": "hello", "requestId": "4"]),
        (
          "session.start",
          ["worker": "sarah", "client": "margaret-chen", "goal": try #require(goal), "requestId": "5"]
        ),
      ]
      for (method, params) in calls {
        let reply = await sarah.reply(method, params)
        #expect(reply.error == nil, "\(method)")
        for secret in ["Refuge", "crying", "confidence", "Medication", "Walk"] {
          #expect(!reply.text.contains(secret), "\(method) tells \(secret)")
        }
      }
      let kept = await sarah.reply("task.record", calls[4].1)
      #expect(kept.result?["row"]?["note"] == "hello", "its own record it is told")
    }
  }

  @Test("is not enrolled for a worker who has left since they were invited")
  func invitedFormerWorker() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let gateway = Peer(service: daemon.service, role: .gateway)
      let code = try await office.invite("sarah", request: "i1").code
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "gone"])
      #expect(await enrol(gateway, code, "e1").error?.message == Self.wrong)
      _ = try await client.call("worker.put", ["id": "sarah", "active": true, "requestId": "back"])
      #expect(await enrol(gateway, code, "e2").error == nil)
    }
  }

  @Test("cannot be guessed: after five wrong codes from one address, none from there is looked at for a minute")
  func guessing() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let gateway = Peer(service: daemon.service, role: .gateway)
      let code = try await office.invite("sarah", request: "i1").code
      let guesses = (1...8).map { number in
        gateway.send(
          "device.enrol",
          ["code": .string("1111-1111-111\(number)"), "source": "203.0.113.7", "requestId": .string("g\(number)")])
      }
      var codes: [Int?] = []
      for guess in guesses { codes.append(await guess.reply.error?.code) }
      #expect(codes == [1401, 1401, 1401, 1401, 1401, 1429, 1429, 1429])
      daemon.time.set("2026-11-20T15:00:20Z")
      let refused = await enrol(gateway, code, "e1", from: "203.0.113.7").error
      #expect(refused?.code == 1429)
      #expect(refused?.data["retryAfter"] == 40)
      daemon.time.set("2026-11-20T15:01:00Z")
      #expect(await enrol(gateway, code, "e1", from: "203.0.113.7").error == nil)
    }
  }

  @Test("is let in with a right code, however many wrong ones others try")
  func othersGuess() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let gateway = Peer(service: daemon.service, role: .gateway)
      let code = try await office.invite("sarah", request: "i1").code
      for number in 1...120 {
        let address = number > 60 ? "203.0.113.\(number)" : nil
        #expect(await enrol(gateway, "1111-1111-\(1000 + number)", "g\(number)", from: address).error?.code == 1401)
      }
      #expect(await enrol(gateway, code, "e1", from: "198.51.100.1").error == nil)
    }
  }

  @Test("gets the same secret when its answer was lost, and not from somebody else's request")
  func repeated() async throws {
    let folder = try TestDaemon.makeFolder()
    let (code, first) = try await TestDaemon.run(in: folder) { daemon, client in
      let office = try await Office.open(client)
      let gateway = Peer(service: daemon.service, role: .gateway)
      let code = try await office.invite("sarah", request: "i1").code
      #expect(try await office.invite("sarah", request: "i1").code == code)
      let first = await enrol(gateway, code, "e1").text
      #expect(await enrol(gateway, code.lowercased(), "e1").text == first)
      #expect(await enrol(gateway, code, "e2").error?.message == Self.wrong)
      // The code is used: nobody is shown it again.
      let again = try await client.call("device.invite", ["worker": "sarah", "requestId": "i1"])
      #expect(again["code"] == .null)
      return (code, first)
    }
    try await TestDaemon.run(in: folder, seed: 1 << 32) { daemon, client in
      // Nothing on disk gives the token away: whoever has lost it is invited again.
      #expect(await enrol(Peer(service: daemon.service, role: .gateway), code, "e1").error?.message == Self.wrong)
      let token = try #require(try JSONScanner.parse(first.utf8)["token"]?.string)
      let today = try await Peer(service: daemon.service, token: token).call("today", ["worker": "sarah"])
      #expect(today["cards"] != nil)
    }
  }

  @Test("is remembered with when it was heard from last, over a restart")
  func heard() async throws {
    let folder = try TestDaemon.makeFolder()
    try await TestDaemon.run(in: folder, at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon)
      for minute in 10...20 {
        daemon.time.set("2026-11-20T15:\(minute):00Z")
        // What is refused is heard all the same.
        _ = await device.reply("no.method.of.ours", [:])
        _ = await device.reply("worker.list", [:])
      }
      #expect(try heard("sarah", daemon) == daemon.time.now)
      #expect(try heard("james", daemon) == nil)
    }
    try await TestDaemon.run(in: folder, at: "2026-11-20T16:00:00Z") { daemon, client in
      let device = try await client.call("device.list")["devices"]?.array?.first
      #expect(device?["lastHeardAt"] == "2026-11-20T15:20:00Z")
    }
  }

  @Test("stands in the audit of its worker without a secret, and is changed only as it was seen")
  func audited() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      _ = try await office.enrol("sarah", at: daemon)
      let id = try #require(try await client.call("device.list")["devices"]?.array?.first?["id"])
      let stale = try await office.refusal(
        "device.revoke", ["device": id, "reason": "lost", "expectedVersion": 1, "requestId": "r0"])
      #expect(stale.code == 1409)
      #expect(stale.data["current"]?["state"] == "enrolled")
      _ = try await client.call("device.revoke", ["device": id, "reason": "lost", "requestId": "r1"])
      let entries = try #require(try await client.call("audit.list", ["worker": "sarah"])["entries"]?.array)
      #expect(
        entries.map { $0["method"]?.string } == ["worker.put", "device.invite", "device.enrol", "device.revoke"])
      #expect(entries.map { $0["from"]?.string } == ["socket", "socket", "gateway", "socket"])
      #expect(entries.last?["reason"] == "lost")
      let events = try await client.call("event.wait", ["topics": ["device"], "timeout": 0])
      #expect(events["events"]?.array?.map { $0["thing"] } == [id, id, id])
    }
  }
}
