import JSON
import JSONRPC
import Testing
import VisitsModel
import VisitsTestSupport

@Suite("Problems of sync")
struct SyncProblemTests {
  private func problems(_ client: CheckedClient) async throws -> [JSONValue] {
    try await client.call("sync.problems", [:])["problems"]?.array ?? []
  }

  @Test("are listed with the visit, upstream's words and both values")
  func listed() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      try daemon.note(SyncProblem(.parked, "visit/\(visit)", words: "Appointment.serviceType is not known"))
      let detail = #"{"ours":{"note":{"_0":"Ring twice"}},"theirs":{"note":{}}}"#
      try daemon.note(SyncProblem(.overruled, "visit/\(visit)", code: "note", detail: detail))
      try daemon.note(SyncProblem(.unread, "Appointment/a9", code: "gone"))
      try daemon.note(SyncProblem(.unread, "Appointment/b9", words: "gone"))
      let found = try await problems(client)
      #expect(found.map { $0["kind"]?.string } == ["parked", "overruled", "unread", "unread"])
      #expect(found[0]["visit"] == .string(visit))
      #expect(found[0]["words"] == "Appointment.serviceType is not known")
      #expect(found[0]["display"]?["title"] == "Margaret Chen")
      #expect(found[0]["display"]?["time"] == "8:00 AM - 9:00 AM")
      #expect(found[1]["words"] == "The note from the agency's system applies.")
      #expect((found[1]["ours"], found[1]["theirs"]) == ("Ring twice", "nothing"))
      #expect(found[2]["thing"] == "Appointment/a9")
      #expect(found[2]["words"] == "The agency's system does not have this record.")
      #expect(found[3]["words"] == "gone", "upstream said so itself")
      let counts = try await client.call("system.status", [:])["syncProblems"]
      #expect(counts == ["parked": 1, "overruled": 1, "unread": 2])
    }
  }

  @Test(
    "tell what is wrong with a record in the caller's language",
    arguments: [
      ("pl", "participant: nie uczestniczy żaden Patient; wizyta musi mieć klienta"),
      ("de", "participant: kein Patient nimmt teil; ein Einsatz braucht einen Klienten"),
      ("ru", "participant: не участвует ни один Patient; у визита должен быть клиент"),
    ])
  func languages(locale: String, words: String) async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let fault =
        #"{"hasMoreNames":false,"kind":"import.fhir.noPatient","names":[],"path":"participant","values":{}}"#
      for (kind, subject) in [(SyncProblem.Kind.unread, "Appointment/a9"), (.parked, "visit/none")] {
        try daemon.note(SyncProblem(kind, subject, code: SyncProblem.faultCode, detail: fault))
      }
      let found = try await client.call("sync.problems", ["locale": .string(locale)])["problems"]?.array ?? []
      #expect(found.map { $0["words"] } == [.string(words), .string(words)])
    }
  }

  @Test("name whose emergency is refused, and since when")
  func emergency() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let raised = try await client.call("emergency.raise", ["worker": "sarah", "requestId": "e1"])["emergency"]
      let id = try #require(raised?["id"]?.string)
      let since = try #require(raised?["display"]?["since"]?.string)
      try daemon.note(SyncProblem(.parked, "emergency/\(id)", words: "Flag is not supported"))
      let found = try await problems(client)
      #expect(found.map { $0["display"]?["title"] } == [.string("Emergency: Sarah Miller, since \(since)")])
      #expect(found.map { $0["thing"] } == [.string("emergency/\(id)")])
    }
  }

  @Test("are discarded with a reason, which the audit tells with who and when; nothing of the visit is lost")
  func discarded() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      try daemon.note(SyncProblem(.parked, "visit/\(visit)", words: "no"))
      let params: JSONValue = ["visit": .string(visit), "reason": "agreed by telephone", "requestId": "d1"]
      #expect(try await client.call("sync.discard", params) == ["discarded": 1])
      #expect(try await client.call("sync.discard", params) == ["discarded": 1])
      #expect(try await problems(client).isEmpty)
      let audit = try await client.call("audit.list", ["visit": .string(visit)])["entries"]?.array ?? []
      #expect(audit.map { $0["method"]?.string } == ["visit.add", "sync.discard"])
      #expect(audit.last?["reason"] == "agreed by telephone")
      let again = try await office.refusal(
        "sync.discard", ["visit": .string(visit), "reason": "again", "requestId": "d2"])
      #expect(again.code == 1404)
      #expect(again.data["thing"] == "problem")
    }
  }

  @Test("are tried again one by one, and a number that is none is refused")
  func retried() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      try daemon.note(SyncProblem(.parked, "visit/\(visit)", words: "no"))
      let number = try #require(try await problems(client).first?["problem"])
      #expect(try await client.call("sync.retry", ["problem": number, "requestId": "r1"]) == ["retried": 1])
      #expect(try await problems(client).isEmpty)
      #expect(try await office.refusal("sync.retry", ["problem": 77, "requestId": "r2"]).code == 1404)
      #expect(try await office.refusal("sync.retry", ["requestId": "r3"]).code == -32602)
    }
  }

  @Test("keep their numbers when they come back after another try, and can all be tried again at once")
  func number() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      try daemon.note(SyncProblem(.parked, "visit/\(visit)", words: "no"))
      try daemon.note(SyncProblem(.unread, "Appointment/a9", code: "gone"))
      let detail = #"{"ours":{"note":{"_0":"Ring twice"}},"theirs":{"note":{}}}"#
      try daemon.note(SyncProblem(.overruled, "visit/\(visit)", code: "note", detail: detail))
      let before = try await problems(client).compactMap { $0["problem"] }
      #expect(try await client.call("sync.retry", ["all": true, "requestId": "r1"]) == ["retried": 2])
      #expect(try await problems(client).map { $0["kind"]?.string } == ["unread", "overruled"])
      #expect(try await client.call("system.status", [:])["syncProblems"]?["parked"] == 0)
      try daemon.note(SyncProblem(.parked, "visit/\(visit)", words: "still no"))
      let found = try await problems(client)
      #expect(found.compactMap { $0["problem"] } == before)
      #expect((found[0]["attempts"], found[0]["words"]) == (2, "still no"))
      let one = try await client.call("sync.problems", ["problem": before[0]])["problems"]?.array
      #expect(one == [found[0]])
      #expect(try await office.refusal("sync.problems", ["problem": 77]).code == 1404)
      let both: JSONValue = ["all": true, "visit": .string(visit), "requestId": "r2"]
      #expect(try await office.refusal("sync.retry", both).data["field"] == "all")
    }
  }

  @Test("none are tried again where there are none")
  func noneRetried() async throws {
    try await TestDaemon.run { _, client in
      let answer = try await client.call("sync.retry", ["all": true, "requestId": "r1"])
      #expect(answer == ["retried": 0])
    }
  }

  @Test("without an upstream there is none to sync with, and that is said")
  func alone() async throws {
    try await TestDaemon.run { _, client in
      let status = try await client.call("sync.status", [:])
      #expect(status["configured"] == false)
      #expect(status["label"] == "Synced")
      #expect(status["outcome"] == "alone")
      #expect(status["text"] == "There is no system of record to sync with: visitsd works alone.")
      let now = try await client.call("sync.now", ["wait": 5])
      #expect((now["changed"], now["outcome"], now["text"]) == (0, "alone", status["text"]))
    }
  }
}
