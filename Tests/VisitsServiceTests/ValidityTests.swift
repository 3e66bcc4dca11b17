import JSON
import JSONRPC
import Testing
import VisitsModel
import VisitsService
import VisitsTestSupport

@Suite("Facts that hold for a time")
struct ValidityTests {
  private static func bundle(_ facts: String) -> String {
    """
    {"resourceType":"Bundle","type":"collection","entry":[
     {"fullUrl":"https://ehr.example/fhir/Practitioner/sarah","resource":{"resourceType":"Practitioner","id":"sarah",
      "name":[{"text":"Sarah Miller"},{"use":"usual","text":"Sarah Jones","period":{"start":"2026-12-10"}}],
      "telecom":[{"system":"phone","value":"780-555-0001","period":{"end":"2026-12-09"}},
       {"system":"phone","value":"780-555-0002","period":{"start":"2026-12-10"}}]}},
     {"fullUrl":"https://ehr.example/fhir/Patient/margaret-chen","resource":{"resourceType":"Patient",
      "id":"margaret-chen","name":[{"text":"Margaret Chen"}],\(facts)}}]}
    """
  }

  private static let visitDays = ["2026-12-04", "2026-12-05", "2026-12-20", "2026-12-21"]

  /// Imports the people, plans a visit at 10:00 in Edmonton on each of some days, and returns its address on Sarah's Today.
  private func addresses(
    _ daemon: TestDaemon, _ client: CheckedClient, _ days: [String]
  ) async throws -> [String?] {
    var found: [String?] = []
    for day in days {
      let today = try await client.call("today", ["worker": "sarah", "date": .string(day)])
      found.append(today["cards"]?.array?.first?["address"]?.string)
    }
    return found
  }

  private func plan(_ client: CheckedClient, _ facts: String, _ days: [String]) async throws -> JSONValue {
    let answer = try await client.call(
      "import", ["format": "fhir", "content": .string(Self.bundle(facts)), "requestId": "i"])
    for day in days {
      _ = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "start": .string("\(day)T17:00:00Z"), "minutes": 60,
          "requestId": .string(day),
        ])
    }
    return answer
  }

  private static let stay = """
    "address":[{"use":"home","line":["123 Oak St"],"city":"Edmonton"},
     {"use":"temp","line":["9 Daughter Ave"],"city":"Edmonton","period":{"start":"2026-12-05","end":"2026-12-20"}}]
    """

  @Test("a temporary address holds on the visits of its days, on Today and in the list, before they come and after")
  func temporary() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      _ = try await plan(client, Self.stay, Self.visitDays)
      let expected = [
        "123 Oak St, Edmonton", "9 Daughter Ave, Edmonton", "9 Daughter Ave, Edmonton", "123 Oak St, Edmonton",
      ]
      #expect(try await addresses(daemon, client, Self.visitDays) == expected)
      let list = try await client.call("visit.list", ["from": "2026-12-01", "to": "2026-12-31"])
      #expect(list["visits"]?.array?.map { $0["address"]?.string } == expected)
      // In the evening before, its day has not come.
      daemon.time.set("2026-12-05T06:59:00Z")
      #expect(try await daemon.service.takeEffect() == 0)
      daemon.time.set("2026-12-05T07:00:00Z")
      #expect(try await daemon.service.takeEffect() == 1)
      #expect(
        try await client.call("client.show", ["client": "margaret-chen"])["client"]?["address"]
          == "9 Daughter Ave, Edmonton")
      #expect(try await addresses(daemon, client, Self.visitDays) == expected)
      daemon.time.set("2026-12-21T07:00:00Z")
      #expect(try await daemon.service.takeEffect() == 2)
      #expect(
        try await client.call("client.show", ["client": "margaret-chen"])["client"]?["address"]
          == "123 Oak St, Edmonton")
    }
  }

  @Test("a new home holds from its day on, without another import, and a second import of the file changes nothing")
  func moving() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      let move = """
        "address":[{"use":"home","line":["123 Oak St"],"city":"Edmonton","period":{"end":"2026-12-01"}},
         {"use":"home","line":["77 New Rd"],"city":"Leduc","period":{"start":"2026-12-02"}}]
        """
      _ = try await plan(client, move, ["2026-12-01", "2026-12-02"])
      #expect(
        try await addresses(daemon, client, ["2026-12-01", "2026-12-02"]) == [
          "123 Oak St, Edmonton", "77 New Rd, Leduc",
        ])
      daemon.time.set("2026-12-02T07:00:00Z")
      #expect(try await daemon.service.takeEffect() == 1)
      let shown = try await client.call("client.show", ["client": "margaret-chen"])["client"]
      #expect(shown?["address"] == "77 New Rd, Leduc")
      #expect(shown?["city"] == "Leduc")
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "phone": "780-555-0199", "requestId": "office"])
      let again = try await client.call(
        "import", ["format": "fhir", "content": .string(Self.bundle(move)), "requestId": "again"])
      #expect(again["changed"] == 0)
      #expect(try await client.call("client.show", ["client": "margaret-chen"])["client"]?["phone"] == "780-555-0199")
    }
  }

  @Test("a name and a telephone number change on their day")
  func nameAndPhone() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      _ = try await plan(client, Self.stay, [])
      func sarah() async throws -> [JSONValue?] {
        let worker = try await client.call("worker.show", ["worker": "sarah"])["worker"]
        return [worker?["name"], worker?["phone"]]
      }
      #expect(try await sarah() == ["Sarah Miller", "780-555-0001"])
      daemon.time.set("2026-12-10T07:00:00Z")
      try await daemon.service.takeEffect()
      #expect(try await sarah() == ["Sarah Jones", "780-555-0002"])
    }
  }

  @Test("a check-in at a temporary address keeps it after the stay")
  func keptPlace() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      _ = try await plan(client, Self.stay, ["2026-12-05"])
      daemon.time.set("2026-12-05T17:00:00Z")
      try await daemon.service.takeEffect()
      let visits = try await client.call("visit.list", ["from": "2026-12-05", "to": "2026-12-06"])
      let visit = try #require(visits["visits"]?.array?.first?["id"]?.string)
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      daemon.time.set("2026-12-22T17:00:00Z")
      try await daemon.service.takeEffect()
      let shown = try await client.call("visit.show", ["visit": .string(visit)])
      #expect(shown["visit"]?["address"] == "9 Daughter Ave, Edmonton")
    }
  }

  @Test(
    "an address of which nothing tells when it holds is named at import",
    arguments: [
      """
      "address":[{"use":"home","text":"123 Oak St"},{"use":"temp","text":"9 Daughter Ave"}]
      """,
      """
      "address":[{"use":"home","text":"123 Oak St"},{"use":"home","text":"77 New Rd"}]
      """,
      """
      "address":[{"use":"temp","text":"123 Oak St","period":{"start":"2026-11-01"}},
       {"use":"temp","text":"9 Daughter Ave","period":{"start":"2026-11-20"}}]
      """,
    ])
  func doubtful(addresses: String) async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { _, client in
      let answer = try await plan(client, addresses, [])
      #expect(
        answer["notes"]?.array?.compactMap { $0["reason"]?.string ?? $0["message"]?.string } == [
          "several addresses could hold now; 123 Oak St counts. Give each temporary address its period"
        ], "\(String(decoding: answer.bytes, as: UTF8.self))")
    }
  }

  @Test("the office's correction of a home holds again after a stay elsewhere")
  func correctedHome() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      _ = try await plan(client, Self.stay, ["2026-12-21"])
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "address": "123 Oak St, Unit 4", "requestId": "unit"])
      #expect(try await addresses(daemon, client, ["2026-12-21"]) == ["123 Oak St, Unit 4"])
      for now in ["2026-12-05T07:00:00Z", "2026-12-21T07:00:00Z"] {
        daemon.time.set(now)
        #expect(try await daemon.service.takeEffect() > 0)
      }
      #expect(try await addresses(daemon, client, ["2026-12-21"]) == ["123 Oak St, Unit 4"])
    }
  }

  @Test("a check-in that a phone reports after the stay keeps the address of its day")
  func lateReport() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      _ = try await plan(client, Self.stay, ["2026-12-20"])
      for now in ["2026-12-05T07:00:00Z", "2026-12-21T17:00:00Z"] {
        daemon.time.set(now)
        try await daemon.service.takeEffect()
      }
      let sarah = try await Office(client: client).device("sarah", at: daemon)
      let visits = try await client.call("visit.list", ["from": "2026-12-20", "to": "2026-12-21"])
      let visit = try #require(visits["visits"]?.array?.first?["id"]?.string)
      _ = try await sarah.call(
        "visit.start", ["visit": .string(visit), "at": "2026-12-20T17:00:00Z", "requestId": "late"])
      let shown = try await client.call("visit.show", ["visit": .string(visit)])
      #expect(shown["visit"]?["address"] == "9 Daughter Ave, Edmonton")
    }
  }

  @Test("a visit whose record names the temporary address is at home, and the file changes nothing when it comes again")
  func namedPlace() async throws {
    try await TestDaemon.run(at: "2026-12-01T17:00:00Z") { daemon, client in
      func appointment(_ day: String, _ place: String) -> String {
        """
        {"fullUrl":"https://ehr.example/fhir/Appointment/\(day)","resource":{"resourceType":"Appointment","id":"\(day)",
         "status":"booked","start":"2026-12-\(day)T17:00:00Z","end":"2026-12-\(day)T18:00:00Z",
         "contained":[{"resourceType":"Location","id":"l","address":{"line":["\(place)"],"city":"Edmonton"}}],
         "participant":[{"actor":{"reference":"Patient/margaret-chen"},"status":"accepted"},
          {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"},
          {"actor":{"reference":"#l"},"status":"accepted"}]}}
        """
      }
      let visits = [("08", "9 Daughter Ave"), ("10", "123 Oak St"), ("22", "123 Oak St")].map(appointment)
      let bundle = Self.bundle(Self.stay).replacing("\n]}", with: "")
      let text = String(bundle.dropLast(2)) + "," + visits.joined(separator: ",") + "]}"
      func take(_ request: String) async throws -> JSONValue {
        try await client.call("import", ["format": "fhir", "content": .string(text), "requestId": .string(request)])
      }
      #expect(try await take("first")["added"] == 5)
      func shown() async throws -> [String?] {
        let list = try await client.call("visit.list", ["from": "2026-12-01", "to": "2026-12-31"])
        return list["visits"]?.array?.map { $0["address"]?.string } ?? []
      }
      let expected = ["9 Daughter Ave, Edmonton", "123 Oak St, Edmonton", "123 Oak St, Edmonton"]
      #expect(try await shown() == expected)
      daemon.time.set("2026-12-06T17:00:00Z")
      try await daemon.service.takeEffect()
      #expect(try await take("second")["changed"] == 0)
      #expect(try await shown() == expected)
    }
  }
}
