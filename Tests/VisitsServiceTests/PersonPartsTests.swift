import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The parts of a name and of an address")
struct PersonPartsTests {
  @Test("stand beside the whole, and what is left out stays")
  func kept() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      _ = try await Office.open(client)
      _ = try await client.call(
        "client.put",
        [
          "id": "margaret-chen", "givenNames": ["Margaret", "Li"], "familyName": "Chen", "street": ["123 Oak St"],
          "city": "Edmonton", "region": "AB", "country": "CA", "requestId": "p1",
        ])
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "postalCode": "T5J 0A1", "phone": "780", "requestId": "p2"])
      let shown = try await client.call("client.show", ["client": "margaret-chen"])["client"]
      #expect(shown?["address"] == "123 Oak St, Edmonton")
      #expect(shown?["givenNames"] == ["Margaret", "Li"])
      #expect(shown?["familyName"] == "Chen")
      #expect(shown?["namePrefix"] == .null)
      #expect(shown?["street"] == ["123 Oak St"])
      #expect(shown?["region"] == "AB")
      #expect(shown?["postalCode"] == "T5J 0A1")
      #expect(shown?["country"] == "CA")
      #expect(shown?["deceased"] == false)
      let listed = try await client.call("client.list", ["match": "chen"])["clients"]?.array?.first
      #expect(listed?["postalCode"] == "T5J 0A1")
      _ = try await client.call(
        "worker.put", ["id": "sarah", "namePrefix": "Dr.", "nameSuffix": "RN", "requestId": "w1"])
      let sarah = try await client.call("worker.list", [:])["workers"]?.array?.first
      #expect(sarah?["namePrefix"] == "Dr.")
      #expect(sarah?["nameSuffix"] == "RN")
    }
  }

  @Test("of an address that is replaced are forgotten: a postal code of the old one would be wrong")
  func replaced() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      _ = try await Office.open(client)
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "postalCode": "T5J 0A1", "familyName": "Chen", "requestId": "p1"])
      let moved = try await client.call(
        "client.put",
        ["id": "margaret-chen", "address": "9 Elm St, Calgary", "region": "AB", "name": "Meg Wong", "requestId": "p2"])
      #expect(moved["client"]?["postalCode"] == .null)
      #expect(moved["client"]?["region"] == "AB")
      #expect(moved["client"]?["familyName"] == .null)
    }
  }

  @Test("make the line where it says no more than they do")
  func line() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      _ = try await client.call(
        "client.put",
        ["id": "rosa", "name": "Rosa", "street": ["4 Main St"], "city": "Leduc", "requestId": "p1"])
      let moved = try await client.call(
        "client.put", ["id": "rosa", "street": ["6 Main St"], "requestId": "p2"])
      #expect(moved["client"]?["address"] == "6 Main St, Leduc")
      _ = try await client.call("client.put", ["id": "rosa", "address": "At the mill", "requestId": "p3"])
      let kept = try await client.call(
        "client.put", ["id": "rosa", "street": ["7 Main St"], "requestId": "p4"])
      #expect(kept["client"]?["address"] == "At the mill")
      #expect(kept["client"]?["street"] == ["7 Main St"])
    }
  }
}
