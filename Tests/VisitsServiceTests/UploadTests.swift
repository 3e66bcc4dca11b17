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
      #expect(done == ["added": 1, "changed": 0, "unchanged": 0, "refused": []])
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
          Nothing is kept of this upload: the server was restarted, or an hour has passed since. Send it again from \
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
    let uploads = Uploads(limit: 10)
    let now = Instant(milliseconds: 0)
    let (mine, yours) = (Uploads.Key(scope: "uid:1", id: "u"), Uploads.Key(scope: "uid:2", id: "u"))
    #expect(try uploads.keep("123456", as: 1, of: mine, .csv, now: now) == 6)
    #expect(throws: Refusal.upload(.full(limit: 10))) {
      try uploads.keep("12345", as: 1, of: yours, .csv, now: now)
    }
    #expect(throws: Refusal.upload(.tooLarge(limit: 10))) {
      try uploads.keep("12345", as: 2, of: mine, .csv, now: now)
    }
    #expect(try uploads.keep("12345", as: 1, of: yours, .csv, now: now) == 5)
  }
}
