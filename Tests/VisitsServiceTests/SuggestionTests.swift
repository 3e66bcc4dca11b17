import JSON
import Testing
import VisitsService
import VisitsTestSupport

@Suite("Who could make an open visit")
struct SuggestionTests {
  @Test("who knows the client goes first, then who is near in time; nobody who is busy or has left")
  func ranks() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      for (id, name, active) in [
        ("tom", "Tom Reed", true), ("una", "Una Byrne", true), ("vic", "Vic Moss", true), ("left", "Al Gone", false),
      ] {
        _ = try await client.call(
          "worker.put",
          ["id": .string(id), "name": .string(name), "active": .bool(active), "requestId": .string("w-\(id)")])
      }
      _ = try await client.call("client.put", ["id": "john", "name": "John Smith", "requestId": "c-john"])
      // Tom has been with Margaret Chen.
      let past = try await office.visit(
        "2026-11-18T15:00:00Z", "2026-11-18T16:00:00Z", worker: "tom", request: "v-past")
      _ = try await client.call(
        "visit.complete",
        ["visit": .string(past), "at": "2026-11-18T16:00:00Z", "requestId": "done"])
      func busy(_ worker: String, _ start: String, _ end: String) async throws {
        _ = try await client.call(
          "visit.add",
          [
            "client": "john", "worker": .string(worker), "start": .string("2026-11-23T\(start):00Z"),
            "end": .string("2026-11-23T\(end):00Z"), "requestId": .string("b-\(worker)-\(start)"),
          ])
      }
      try await busy("sarah", "15:30", "16:30")
      try await busy("vic", "14:00", "14:40")
      try await busy("vic", "17:30", "18:00")
      let open = try await office.visit(
        "2026-11-23T15:00:00Z", "2026-11-23T16:00:00Z", worker: nil, request: "v-open")
      let answer = try await client.call("visit.suggest", ["visit": .string(open)])
      #expect(answer["visit"]?["id"]?.string == open)
      let suggestions = answer["suggestions"]?.array ?? []
      #expect(suggestions.map { $0["worker"] } == ["tom", "vic", "una"])
      #expect(suggestions[0]["visits"] == 1)
      #expect(suggestions.map { $0["minutesBefore"] } == [.null, 20, .null])
      #expect(suggestions.map { $0["minutesAfter"] } == [.null, 90, .null])
      #expect(
        suggestions.map { $0["reasons"] } == [
          ["was here once in the last year, on November 18, 2026", "no other visit is near"],
          [
            "has not been here in the last year", "20 min after the visit before", "1 h 30 min until the next visit",
          ],
          ["has not been here in the last year", "no other visit is near"],
        ])
      #expect(
        try await client.call("visit.suggest", ["visit": .string(open), "limit": 1])["suggestions"]?.array?.count == 1)
    }
  }

  @Test("who has no time to get there goes last and says so; no way is counted to the same client or address")
  func way() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      for (id, name) in [("tom", "Tom Reed"), ("una", "Una Byrne"), ("vic", "Vic Moss")] {
        _ = try await client.call(
          "worker.put", ["id": .string(id), "name": .string(name), "requestId": .string("w-\(id)")])
      }
      for (id, address) in [("john", "456 Maple Ave, Edmonton"), ("rosa", "123 Oak St, Edmonton")] {
        _ = try await client.call(
          "client.put",
          ["id": .string(id), "name": .string(id), "address": .string(address), "requestId": .string("c-\(id)")])
      }
      // Tom knows Margaret Chen best.
      let past = try await office.visit(
        "2026-11-18T15:00:00Z", "2026-11-18T16:00:00Z", worker: "tom", request: "v-past")
      _ = try await client.call(
        "visit.complete", ["visit": .string(past), "at": "2026-11-18T16:00:00Z", "requestId": "done"])
      for (worker, home, start, end) in [
        ("tom", "john", "16:14", "17:00"), ("una", "rosa", "14:00", "15:00"),
        ("vic", "margaret-chen", "14:00", "15:00"), ("sarah", "john", "16:15", "17:00"),
      ] {
        _ = try await client.call(
          "visit.add",
          [
            "client": .string(home), "worker": .string(worker), "start": .string("2026-11-23T\(start):00Z"),
            "end": .string("2026-11-23T\(end):00Z"), "requestId": .string("b-\(worker)"),
          ])
      }
      let open = try await office.visit(
        "2026-11-23T15:00:00Z", "2026-11-23T16:00:00Z", worker: nil, request: "v-open")
      func suggested() async throws -> [JSONValue] {
        try await client.call("visit.suggest", ["visit": .string(open)])["suggestions"]?.array ?? []
      }
      let found = try await suggested()
      #expect(found.map { $0["worker"] } == ["una", "vic", "sarah", "tom"])
      #expect(
        found.last?["reasons"] == [
          "no time to get there", "was here once in the last year, on November 18, 2026",
          "14 min until the next visit",
        ])
      #expect(
        found.dropLast().allSatisfy { $0["reasons"]?.array?.contains("no time to get there") == false })
      // As after a reload.
      var settings = daemon.service.settings
      settings.travelMinutes = 14
      daemon.service.take(settings)
      let near = try await suggested()
      #expect(near.first?["worker"] == "tom")
      #expect(near.allSatisfy { $0["reasons"]?.array?.contains("no time to get there") == false })
    }
  }
}
