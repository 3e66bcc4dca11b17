import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsModel
import VisitsTestSupport

@testable import VisitsService

@Suite("A file that is sent in parts")
struct UploadTests {
  private let table = "client,worker,start,end\nmargaret-chen,sarah,2026-11-21 08:00,2026-11-21 09:00\n"

  private func part(
    _ number: Int, _ content: String, last: Bool = false, upload: String = "u1", request: String? = nil
  ) -> JSONValue {
    [
      "format": "csv", "content": .string(content), "upload": .string(upload), "part": .integer(Int64(number)),
      "last": .bool(last), "requestId": .string(request ?? "p\(number)"),
    ]
  }

  @Test("is taken in with its last part, once")
  func parts() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let first = String(table.prefix(30))
      let rest = String(table.dropFirst(30))
      #expect(try await client.call("import", part(1, first)) == ["part": 1, "received": 30])
      #expect(try await client.call("import", part(1, first, request: "again")) == ["part": 1, "received": 30])
      let done = try await client.call("import", part(2, rest, last: true))
      #expect([done["added"], done["changed"], done["unchanged"], done["refused"]] == [1, 0, 0, []])
      #expect(try await client.call("import", part(2, rest, last: true)) == done)
    }
  }

  @Test("is refused where parts are missing, come in another order, or differ from what came")
  func order() async throws {
    try await TestDaemon.run { daemon, client in
      let office = Office(client: client)
      let lost = try await office.refusal("import", part(2, "x", last: true))
      #expect(lost.data["field"] == "upload")
      #expect(
        lost.message == """
          Nothing is kept of this upload: the server was restarted, or no part came for too long. Send it again from \
          part 1.
          """)
      _ = try await client.call("import", part(1, "x"))
      let early = try await office.refusal("import", part(3, "x"))
      #expect(early.message == "Part 3 came, and part 2 is next. Send the parts in their order.")
      #expect(try await office.refusal("import", part(1, "y")).data["field"] == "part")
      daemon.time.set("2026-11-20T17:30:01Z")
      #expect(try await office.refusal("import", part(2, "x")).data["field"] == "upload")
    }
  }

  @Test("is forgotten an hour after its last part, though nothing else comes")
  func givenUp() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z", clock: clock) { daemon, client in
      _ = try await client.call("import", part(1, "a name"))
      await clock.untilSomebodySleeps(for: .seconds(3600))
      daemon.time.set("2026-11-20T17:00:00Z")
      _ = try await client.call("import", part(2, "another name"))
      daemon.time.set("2026-11-20T17:30:00Z")
      clock.advance(by: .seconds(3600))
      await clock.untilSomebodySleeps(for: .seconds(1800))
      #expect(daemon.service.uploads.texts == 1)
      daemon.time.set("2026-11-20T17:40:00Z")
      _ = try await client.call("import", part(1, "b", upload: "u2", request: "q1"))
      #expect(daemon.service.uploads.texts == 2)
      daemon.time.set("2026-11-20T18:00:00Z")
      clock.advance(by: .seconds(1800))
      await clock.untilSomebodySleeps(for: .seconds(2400))
      #expect(daemon.service.uploads.texts == 1)
    }
  }

  @Test(
    "says which parameters do not go together",
    arguments: [
      (#"{"format":"csv","content":"x","part":1,"requestId":"r"}"#, "upload"),
      (#"{"format":"csv","content":"x","last":true,"requestId":"r"}"#, "upload"),
      (#"{"format":"csv","content":"x","upload":"u","requestId":"r"}"#, "part"),
      (#"{"format":"csv","content":"x","upload":"u","part":1,"dryRun":true,"requestId":"r"}"#, "dryRun"),
      (#"{"format":"fhir","content":"x","dateOrder":"dayFirst","requestId":"r"}"#, "dateOrder"),
    ])
  func mixed(params: String, field: String) async throws {
    try await TestDaemon.run { _, client in
      let error = try await Office(client: client).refusal("import", JSONScanner.parse(Array(params.utf8)))
      #expect(error.data["field"] == .string(field))
    }
  }

  @Test("has so much room and no more, and gives it back")
  func room() throws {
    let uploads = Uploads(limit: 1000)
    let now = Instant(milliseconds: 0)
    let (mine, yours) = (Uploads.Key(scope: "uid:1", id: "u"), Uploads.Key(scope: "uid:2", id: "u"))
    let half = String(repeating: "x", count: 400)
    #expect(try uploads.keep(half, as: 1, of: mine, .csv, now: now) == 400)
    #expect(throws: Refusal.upload(.full(limit: 1000))) {
      try uploads.keep(half, as: 1, of: yours, .csv, now: now)
    }
    #expect(throws: Refusal.upload(.tooLarge(limit: 1000))) {
      try uploads.keep(half, as: 2, of: mine, .csv, now: now)
    }
    #expect(try uploads.keep(half, as: 1, of: yours, .csv, now: now) == 400)
  }

  @Test("makes room for others when no part has come for two minutes, the longest idle first")
  func idle() throws {
    let uploads = Uploads(limit: 2100)
    let keys = (1...4).map { Uploads.Key(scope: "uid:\($0)", id: "u") }
    func keep(_ number: Int, part: Int = 1, at seconds: Int64) throws -> Int {
      let text = String(repeating: "x", count: 300)
      return try uploads.keep(text, as: part, of: keys[number], .csv, now: Instant(milliseconds: seconds * 1000))
    }
    _ = try keep(0, at: 0)
    _ = try keep(1, at: 1)
    _ = try keep(2, at: 2)
    #expect(throws: Refusal.upload(.full(limit: 2100))) { try keep(3, at: 119) }
    // Nobody is let go before there is need.
    #expect(try keep(0, part: 2, at: 121) == 600)
    #expect(try keep(3, at: 123) == 300)
    #expect(throws: Refusal.upload(.unknown)) { try keep(1, part: 2, at: 123) }
    #expect(try keep(0, part: 2, at: 124) == 600)
  }

  @Test("costs something for each part, and is one of at most eight of its caller")
  func many() throws {
    let now = Instant(milliseconds: 0)
    let small = Uploads(limit: 1000)
    let key = Uploads.Key(scope: "uid:1", id: "u")
    for part in 1...6 { #expect(try small.keep("x", as: part, of: key, .csv, now: now) == part) }
    #expect(throws: Refusal.upload(.tooLarge(limit: 1000))) { try small.keep("x", as: 7, of: key, .csv, now: now) }
    let uploads = Uploads(limit: 100_000)
    func begin(_ number: Int, at seconds: Int64) throws -> Int {
      let key = Uploads.Key(scope: "uid:1", id: "u\(number)")
      return try uploads.keep("x", as: 1, of: key, .csv, now: Instant(milliseconds: seconds * 1000))
    }
    for number in 1...8 { #expect(try begin(number, at: 0) == 1) }
    #expect(throws: Refusal.self) { try begin(9, at: 100) }
    #expect(try uploads.keep("x", as: 1, of: Uploads.Key(scope: "uid:2", id: "u"), .csv, now: now) == 1)
    #expect(try begin(9, at: 121) == 1)
  }

  @Test("is another text when only the parts before the last differ, and its request's id is refused then")
  func otherParts() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let (first, rest) = (String(table.prefix(30)), String(table.dropFirst(30)))
      _ = try await client.call("import", part(1, first))
      _ = try await client.call("import", part(2, rest, last: true))
      _ = try await client.call("import", part(1, first.uppercased(), request: "other"))
      #expect(try await office.refusal("import", part(2, rest, last: true)).kind == "requestIdReused")
    }
  }

  @Test("is kept after a call that was at fault itself, and goes with a text that is")
  func settled() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let (first, rest) = (String(table.prefix(30)), String(table.dropFirst(30)))
      _ = try await client.call("import", part(1, first))
      // An id that another change has had.
      let reused = try await office.refusal("import", part(2, rest, last: true, request: "c-chen"))
      #expect(reused.kind == "requestIdReused")
      #expect(try await client.call("import", part(2, rest, last: true))["added"] == 1)
      _ = try await client.call("import", part(1, "neither", upload: "u2", request: "q1"))
      _ = try await office.refusal("import", part(2, " nor", last: true, upload: "u2", request: "q2"))
      let gone = try await office.refusal("import", part(2, " nor", last: true, upload: "u2", request: "q3"))
      #expect(gone.data["field"] == "upload")
    }
  }
}
