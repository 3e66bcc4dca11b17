import JSON
import Testing
import VisitsTestSupport

@Suite("Double bookings that were allowed")
struct DoubleBookingTests {
  private func texts(_ view: JSONValue) -> [String] {
    (view["overlaps"]?.array ?? []).compactMap { $0["text"]?.string }
  }

  @Test("are marked on both cards and in the worker's row of the board, until one of the two is over")
  func marked() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await client.call(
        "client.put", ["id": "agnes-kowalchuk", "name": "Agnes Kowalchuk", "requestId": "c-agnes"])
      let first = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      let added = try await client.call(
        "visit.add",
        [
          "client": "agnes-kowalchuk", "worker": "sarah", "start": "2026-11-20T18:30:00Z", "minutes": 60,
          "allowOverlap": true, "requestId": "v2",
        ])
      let second = try #require(added["visits"]?.array?.first?["id"])
      // The third begins when the second ends.
      _ = try await office.visit("2026-11-20T19:30:00Z", "2026-11-20T20:30:00Z", request: "v3")

      let cards = try await office.today()["cards"]?.array ?? []
      #expect(cards.map(texts) == [["Overlaps Agnes Kowalchuk 11:30 AM"], ["Overlaps Margaret Chen 11:00 AM"], []])
      #expect(
        cards[0]["overlaps"] == [
          [
            "visit": second, "title": "Agnes Kowalchuk", "time": "11:30 AM",
            "text": "Overlaps Agnes Kowalchuk 11:30 AM",
          ]
        ])
      #expect(cards[0]["accessibilityLabel"]?.string?.contains("Overlaps Agnes Kowalchuk 11:30 AM") == true)
      #expect(cards[2]["overlaps"] == nil)

      func row() async throws -> JSONValue {
        let rows = try await client.call("today", ["all": true])["rows"]?.array
        return try #require(rows?.first { $0["worker"] == "sarah" })
      }
      let marked = try await row()
      #expect(marked["overlaps"]?.array?.map { $0["visit"] } == [.string(first), second])
      #expect(marked["overlaps"]?.array?.map { $0["title"] } == ["Margaret Chen", "Agnes Kowalchuk"])
      #expect(marked["overlaps"]?.array?.map { $0["time"] } == ["11:00 AM - 12:00 PM", "11:30 AM - 12:30 PM"])
      #expect(texts(marked) == ["Overlaps Agnes Kowalchuk 11:30 AM", "Overlaps Margaret Chen 11:00 AM"])
      #expect(marked["spoken"]?.string?.contains("Overlaps Agnes Kowalchuk 11:30 AM") == true)

      let week = try await client.call("week", ["worker": "sarah"])
      let friday = week["days"]?.array?.first { $0["date"] == "2026-11-20" }
      #expect(friday?["cards"]?.array?.map(texts) == cards.map(texts))

      _ = try await client.call("visit.cancel", ["visit": second, "reason": "Hospital", "requestId": "x"])
      #expect(try await office.today()["cards"]?.array?.map(texts) == [[], [], []])
      #expect(try await row()["overlaps"] == nil)
    }
  }
}
