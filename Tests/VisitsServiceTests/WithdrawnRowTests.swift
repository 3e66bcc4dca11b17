import JSON
import JSONRPC
import Testing
import VisitsModel
import VisitsService
import VisitsStore
import VisitsTestSupport

@Suite("A row or an event whose visit was taken back upstream, through the socket")
struct WithdrawnRowTests {
  private static let told =
    "The visit was withdrawn in the agency's system, and this row says nothing new. "
    + "Plan the visit by hand, or change the row."

  private func table(_ start: String, status: String = "") -> String {
    "id,client,worker,start,end,status\n7,Margaret Chen,sarah,2026-11-21 \(start):00,2026-11-21 \(start):45,\(status)"
  }

  private func calendar(_ hour: Int) -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:x\r
    BEGIN:VEVENT\r
    UID:u1\r
    DTSTAMP:20261120T000000Z\r
    DTSTART:20261121T\(hour)0000Z\r
    DTEND:20261121T\(hour)4500Z\r
    SUMMARY:Margaret Chen\r
    END:VEVENT\r
    END:VCALENDAR\r

    """
  }

  private func importing(
    _ format: String, _ content: String, _ request: String, _ client: CheckedClient
  ) async throws -> (counts: [Int64?], kept: [JSONValue?]) {
    var params = JSONObject()
    params["format"] = .string(format)
    params["content"] = .string(content)
    params["requestId"] = .string(request)
    if format == "ics" { params["worker"] = "sarah" }
    let answer = try await client.call("import", .object(params))
    let counts = ["added", "changed", "unchanged"].map { answer[$0]?.integer }
    return (counts + [Int64(answer["refused"]?.array?.count ?? 0)], answer["kept"]?.array?.map { $0["reason"] } ?? [])
  }

  /// Upstream takes all visits back.
  private func withdraw(_ daemon: TestDaemon, _ client: CheckedClient) async throws {
    let visits = try await client.call("visit.list")["visits"]?.array ?? []
    let ids = visits.compactMap { $0["id"]?.string.map(VisitID.init(rawValue:)) }
    let request = ChangeRequest(
      caller: Caller(by: "upstream", origin: .upstream, scope: "upstream"), method: "sync.pull",
      requestId: "withdrawal", fingerprint: [], receivedAt: daemon.time.now)
    _ = try daemon.service.store.changeNow(request) { transaction in
      for id in ids {
        var visit = try transaction.visit(id, expectedVersion: nil)
        visit.isWithdrawn = true
        _ = try transaction.put(visit)
      }
      return .imported(ImportSummary())
    }
  }

  private func starts(_ client: CheckedClient) async throws -> [JSONValue?] {
    try await client.call("visit.list")["visits"]?.array?.map { $0["start"] } ?? []
  }

  @Test("is named where it says nothing new, and plans the visit again where it does")
  func row() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      #expect(try await importing("csv", table("08"), "i1", client).counts == [1, 0, 0, 0])
      try await withdraw(daemon, client)
      let same = try await importing("csv", table("08"), "i2", client)
      #expect(same.counts == [0, 0, 0, 0])
      #expect(same.kept == [.string(Self.told)])
      #expect(try await starts(client) == [])
      #expect(try await importing("csv", table("08", status: "cancelled"), "i3", client).counts == [0, 0, 1, 0])
      let moved = try await importing("csv", table("11"), "i4", client)
      #expect(moved.counts == [1, 0, 0, 0])
      #expect(moved.kept == [])
      #expect(try await starts(client) == ["2026-11-21T18:00:00Z"])
      #expect(try await importing("csv", table("11"), "i5", client).counts == [0, 0, 1, 0])
    }
  }

  @Test("of a calendar likewise")
  func event() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      #expect(try await importing("ics", calendar(15), "i1", client).counts == [1, 0, 0, 0])
      try await withdraw(daemon, client)
      let same = try await importing("ics", calendar(15), "i2", client)
      #expect(same.counts == [0, 0, 0, 0])
      #expect(same.kept == [.string(Self.told)])
      #expect(try await importing("ics", calendar(18), "i3", client).counts == [1, 0, 0, 0])
      #expect(try await starts(client) == ["2026-11-21T18:00:00Z"])
    }
  }
}
