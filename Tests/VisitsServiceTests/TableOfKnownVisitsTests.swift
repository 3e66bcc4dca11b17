import JSON
import Testing
import VisitsTestSupport

@Suite("Rows without an id about visits that came from no table, through the socket")
struct TableOfKnownVisitsTests {
  private func importing(_ rows: [String], _ request: String, _ client: CheckedClient) async throws -> [Int64?] {
    let content = (["id,client,worker,start,end,note"] + rows).joined(separator: "\n")
    let answer = try await client.call(
      "import", ["format": "csv", "content": .string(content), "requestId": .string(request)])
    return ["added", "changed", "unchanged"].map { answer[$0]?.integer }
      + ["refused", "kept"].map { Int64(answer[$0]?.array?.count ?? 0) }
  }

  private func row(_ worker: String, note: String = "", id: String = "", end: String = "09:00") -> String {
    "\(id),Margaret Chen,\(worker),2026-11-21 08:00,2026-11-21 \(end),\(note)"
  }

  private func office(_ client: CheckedClient) async throws -> Office {
    let office = try await Office.open(client)
    for (id, name) in [("jose", "José Łukasz"), ("ann", "Ann Lee")] {
      _ = try await client.call("worker.put", ["id": .string(id), "name": .string(name), "requestId": .string(id)])
    }
    return office
  }

  /// Who makes the visits, with what is noted.
  private func visits(_ client: CheckedClient) async throws -> Set<String> {
    let visits = try await client.call("visit.list")["visits"]?.array ?? []
    return Set(
      visits.map { visit in
        [("worker", "open"), ("note", "-"), ("end", "")].map { visit[$0]?.string ?? $1 }.joined(separator: " ")
      })
  }

  private func byHand(_ office: Office, _ worker: String?, _ request: String) async throws -> String {
    try await office.visit(
      "2026-11-21T15:00:00Z", "2026-11-21T16:00:00Z", worker: worker, request: request, allowOverlap: true)
  }

  @Test("a row is the visit of its client and start, whether it names the worker or nobody", arguments: ["sarah", ""])
  func same(worker: String) async throws {
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      _ = try await byHand(office, "sarah", "v1")
      #expect(try await importing([row(worker)], "i1", client) == [0, 0, 1, 0, 0])
      #expect(try await visits(client) == ["sarah - 2026-11-21T16:00:00Z"])
      // From now on it is the row's, whatever the office decides.
      #expect(try await importing([row(worker, note: "ring")], "i2", client) == [0, 1, 0, 0, 0])
      #expect(try await importing([row(worker, note: "ring")], "i3", client) == [0, 0, 1, 0, 0])
    }
  }

  @Test("what a row says otherwise is a change of that visit")
  func changes() async throws {
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      _ = try await byHand(office, "sarah", "v1")
      #expect(try await importing([row("", note: "ring", end: "09:30")], "i1", client) == [0, 1, 0, 0, 0])
      #expect(try await visits(client) == ["sarah ring 2026-11-21T16:30:00Z"])
      #expect(try await importing([row("jose", note: "ring", end: "09:30")], "i2", client) == [0, 1, 0, 0, 0])
      #expect(try await visits(client) == ["jose ring 2026-11-21T16:30:00Z"])
    }
  }

  @Test("a row with another worker gives the visit to them")
  func anotherWorker() async throws {
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      _ = try await byHand(office, nil, "v1")
      #expect(try await importing([row("jose")], "i1", client) == [0, 1, 0, 0, 0])
      #expect(try await visits(client) == ["jose - 2026-11-21T16:00:00Z"])
    }
  }

  @Test("of several visits a row is that of its worker, and none is guessed")
  func several() async throws {
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      _ = try await byHand(office, "sarah", "v1")
      _ = try await byHand(office, "jose", "v2")
      #expect(try await importing([row("ann")], "i1", client) == [1, 0, 0, 0, 0])
      #expect(try await visits(client).count == 3)
      let rows = [row("ann"), row("jose", note: "ring")]
      #expect(try await importing(rows, "i2", client) == [0, 1, 1, 0, 0])
      #expect(
        try await visits(client) == [
          "sarah - 2026-11-21T16:00:00Z", "jose ring 2026-11-21T16:00:00Z", "ann - 2026-11-21T16:00:00Z",
        ])
    }
  }

  @Test("as many rows as visits are those visits, and care by two is two visits where one is known")
  func byTwo() async throws {
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      _ = try await byHand(office, "sarah", "v1")
      #expect(try await importing([row("jose"), row("sarah")], "i1", client) == [1, 0, 1, 0, 0])
      #expect(
        try await visits(client) == ["sarah - 2026-11-21T16:00:00Z", "jose - 2026-11-21T16:00:00Z"])
      #expect(try await importing([row("sarah"), row("jose")], "i2", client) == [0, 0, 2, 0, 0])
    }
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      _ = try await byHand(office, "sarah", "v1")
      _ = try await byHand(office, "jose", "v2")
      #expect(try await importing([row(""), row("")], "i1", client) == [0, 0, 2, 0, 0])
      #expect(try await visits(client).count == 2)
    }
  }

  @Test("a visit that has an id in a table, or is named by the same one, is no other row's")
  func ids() async throws {
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      let visit = try await byHand(office, "sarah", "v1")
      #expect(try await importing([row("jose"), row("sarah", id: visit)], "i1", client) == [1, 0, 1, 0, 0])
      #expect(try await visits(client).count == 2)
    }
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      #expect(try await importing([row("sarah", id: "7")], "i1", client) == [1, 0, 0, 0, 0])
      #expect(try await importing([row("jose")], "i2", client) == [1, 0, 0, 0, 0])
    }
  }

  @Test("a visit that has begun is left as it is, and one that the office has called off stays so")
  func begun() async throws {
    try await TestDaemon.run(at: "2026-11-21T15:00:00Z") { _, client in
      let office = try await office(client)
      let visit = try await byHand(office, "sarah", "v1")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      for (request, worker) in [("i1", "jose"), ("i2", "jose")] {
        #expect(try await importing([row(worker)], request, client) == [0, 0, 0, 0, 1])
      }
      #expect(try await importing([row("")], "i3", client) == [0, 0, 1, 0, 0])
      #expect(try await visits(client) == ["sarah - 2026-11-21T16:00:00Z"])
    }
    try await TestDaemon.run { _, client in
      let office = try await office(client)
      let visit = try await byHand(office, "sarah", "v1")
      _ = try await client.call("visit.cancel", ["visit": .string(visit), "reason": "moved", "requestId": "x1"])
      #expect(try await importing([row("sarah")], "i1", client) == [0, 0, 1, 0, 0])
      #expect(try await importing([row("jose")], "i2", client) == [0, 0, 0, 0, 1])
      #expect(try await client.call("visit.list")["visits"]?.array?.map { $0["status"] } == ["cancelled"])
      // Whoever plans it anew means it.
      _ = try await byHand(office, "sarah", "v2")
      #expect(try await visits(client).count == 1)
    }
  }
}
