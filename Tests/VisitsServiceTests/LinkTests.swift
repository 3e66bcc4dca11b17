import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A person here who is a record of the agency's system")
struct LinkTests {
  /// Sarah Miller and Margaret Chen as an export has them, with a visit at 9:00 in Edmonton.
  static func export(_ server: String = "https://ehr.example/fhir", start: String = "16") -> JSONValue {
    .string(
      """
      {"resourceType":"Bundle","type":"collection","entry":[
      {"fullUrl":"\(server)/Practitioner/P.1","resource":{"resourceType":"Practitioner","id":"P.1",
       "name":[{"text":"Sarah Miller"}],"telecom":[{"system":"phone","value":"780 555 0101"}]}},
      {"fullUrl":"\(server)/Patient/C.1","resource":{"resourceType":"Patient","id":"C.1",
       "name":[{"text":"Margaret Chen"}],"birthDate":"1941-03-05","address":[{"text":"9 Elm St"}]}},
      {"fullUrl":"\(server)/Appointment/a1","resource":{"resourceType":"Appointment","id":"a1","status":"booked",
       "comment":"Bring gloves","start":"2026-11-20T\(start):00:00Z","end":"2026-11-20T17:00:00Z","participant":[
       {"actor":{"reference":"Patient/C.1"},"status":"accepted"},
       {"actor":{"reference":"Practitioner/P.1"},"status":"accepted"}]}}]}
      """)
  }

  private func open(_ client: CheckedClient, start: String = "16") async throws -> Office {
    let office = try await Office.open(client)
    _ = try await client.call(
      "import", ["format": "fhir", "content": Self.export(start: start), "requestId": "import"])
    return office
  }

  private func visits(_ client: CheckedClient, of worker: String) async throws -> [JSONValue] {
    let page: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "worker": .string(worker)]
    return try await client.call("visit.list", page)["visits"]?.array ?? []
  }

  @Test("is proposed with what both have in common, and nobody is merged by that")
  func proposals() async throws {
    try await TestDaemon.run { _, client in
      _ = try await open(client)
      let workers = try await client.call("worker.duplicates", [:])["pairs"]?.array ?? []
      #expect(workers.count == 1)
      #expect(workers.first?["worker"]?["id"] == "sarah")
      #expect(workers.first?["upstream"]?["id"] == "sarah-miller")
      #expect(workers.first?["record"] == "https://ehr.example/fhir/Practitioner/P.1")
      #expect(workers.first?["reasons"] == ["name"])
      let clients = try await client.call("client.duplicates", ["limit": 1])["pairs"]?.array ?? []
      #expect(clients.map { $0["upstream"]?["id"] } == ["margaret-chen-2"])
      #expect(try await visits(client, of: "sarah-miller").count == 1)
    }
  }

  @Test("has everything that was recorded of the other too, and the other's id means the person")
  func merges() async throws {
    try await TestDaemon.run { _, client in
      let office = try await open(client, start: "15")
      let mine = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      let theirs = try #require(try await visits(client, of: "sarah-miller").first?["id"]?.string)
      let task =
        try await client.call(
          "task.put", ["client": "margaret-chen-2", "preset": "walk", "requestId": "t"])["task"]?["id"] ?? .null
      let goal =
        try await client.call(
          "goal.put", ["client": "margaret-chen-2", "title": "Stand up", "requestId": "g"])["goal"]?["id"] ?? .null
      _ = try await client.call(
        "task.record",
        ["client": "margaret-chen-2", "date": "2026-11-20", "task": task, "done": true, "requestId": "r"])
      _ = try await client.call(
        "session.start",
        ["worker": "sarah-miller", "client": "margaret-chen-2", "goal": goal, "requestId": "s"])
      _ = try await client.call("emergency.raise", ["worker": "sarah-miller", "note": "Fell", "requestId": "e"])
      _ = try await client.call("device.invite", ["worker": "sarah-miller", "requestId": "d"])
      let version = try await client.call("worker.show", ["worker": "sarah"])["worker"]?["version"] ?? .null
      let linked = try await client.call(
        "worker.link",
        ["worker": "sarah", "record": "Practitioner/P.1", "expectedVersion": version, "requestId": "l1"])
      #expect(linked["link"]?["merged"] == "sarah-miller")
      #expect(linked["worker"]?["phone"] == "780 555 0101")
      _ = try await client.call("client.link", ["client": "margaret-chen", "record": "Patient/C.1", "requestId": "l2"])
      for worker in ["sarah", "sarah-miller"] {
        #expect(try await visits(client, of: worker).map { $0["id"]?.string } == [theirs, mine])
        let emergencies = try await client.call("emergency.list", ["worker": .string(worker)])["emergencies"]
        #expect(emergencies?.array?.map { $0["worker"] } == ["sarah"])
        let devices = try await client.call("device.list", ["worker": .string(worker)])["devices"]
        #expect(devices?.array?.map { $0["worker"] } == ["sarah"])
      }
      for person in ["margaret-chen", "margaret-chen-2"] {
        let day = try await client.call("task.day", ["client": .string(person), "date": "2026-11-20"])
        #expect(day["counter"] == "1/1")
        let sessions = try await client.call("session.list", ["client": .string(person)])["sessions"]
        #expect(sessions?.array?.map { $0["worker"] } == ["sarah"])
      }
      let cards = try await client.call("today", ["worker": "sarah", "date": "2026-11-20"])["cards"]
      #expect(try await client.call("today", ["worker": "sarah-miller", "date": "2026-11-20"])["cards"] == cards)
      let shown = try await client.call("client.show", ["client": "margaret-chen"])["client"]
      #expect(shown?["birthDate"] == "1941-03-05" && shown?["address"] == "9 Elm St")
      #expect(try await client.call("worker.show", ["worker": "sarah-miller"])["worker"]?["active"] == false)
      #expect(try await client.call("worker.list", [:])["workers"]?.array?.map { $0["id"] } == ["sarah"])
      // What is given to the former id is the person's, and a repeat answers the same.
      let given = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen-2", "worker": "sarah-miller", "start": "2026-11-20T21:00:00Z", "minutes": 60,
          "requestId": "v2",
        ])["visits"]?.array?.first
      #expect(given?["worker"] == "sarah" && given?["client"] == "margaret-chen")
      let put = try await client.call(
        "client.put", ["id": "margaret-chen-2", "address": "99 New Ave", "requestId": "p"])["client"]
      #expect(put?["id"] == "margaret-chen" && put?["address"] == "99 New Ave")
      let again = try await client.call(
        "worker.link",
        ["worker": "sarah", "record": "Practitioner/P.1", "expectedVersion": version, "requestId": "l1"])
      #expect(again == linked)
      let entries = try await client.call("audit.list", ["worker": "sarah", "limit": 100])["entries"]?.array ?? []
      let named = entries.filter { $0["method"] == "worker.link" && $0["topic"] == "worker" }
      #expect(named.map { $0["reason"] } == ["Practitioner/P.1"])
    }
  }

  @Test("has a visit once that stood twice, with what happened here and what the agency's system plans")
  func twins() async throws {
    try await TestDaemon.run { _, client in
      let office = try await open(client)
      let mine = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v1")
      _ = try await client.call(
        "visit.complete", ["visit": .string(mine), "at": "2026-11-20T16:25:00Z", "requestId": "c"])
      _ = try await client.call("worker.link", ["worker": "sarah", "record": "Practitioner/P.1", "requestId": "l1"])
      let linked = try await client.call(
        "client.link", ["client": "margaret-chen", "record": "Patient/C.1", "requestId": "l2"])
      #expect(linked["link"]?["united"] == 1 && linked["link"]?["twice"] == [])
      let kept = try await visits(client, of: "sarah")
      #expect(kept.map { $0["id"]?.string } == [mine])
      #expect(kept.first?["status"] == "completed" && kept.first?["note"] == "Bring gloves")
      let again = try await client.call(
        "import", ["format": "fhir", "content": Self.export(), "requestId": "again"])
      #expect(again["added"] == 0 && again["changed"] == 0)
    }
  }

  @Test("is told of visits that stand twice when something was recorded in both: none of them goes")
  func bothRecorded() async throws {
    try await TestDaemon.run { _, client in
      let office = try await open(client)
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v1")
      let theirs = try #require(try await visits(client, of: "sarah-miller").first?["id"]?.string)
      _ = try await client.call(
        "visit.complete", ["visit": .string(theirs), "at": "2026-11-20T16:25:00Z", "requestId": "c"])
      _ = try await client.call("worker.link", ["worker": "sarah", "record": "Practitioner/P.1", "requestId": "l1"])
      let linked = try await client.call(
        "client.link", ["client": "margaret-chen", "record": "Patient/C.1", "requestId": "l2"])
      #expect(linked["link"]?["united"] == 0 && linked["link"]?["twice"] == [.string(theirs)])
      #expect(try await visits(client, of: "sarah").count == 2)
    }
  }

  @Test("is met by an import that brings the record later, and the link can be taken back until then")
  func awaited() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let mine = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v1")
      let wrong = try await client.call(
        "worker.link",
        ["worker": "sarah", "record": "https://ehr.example/fhir/Practitioner/P.9", "requestId": "l0"])
      #expect(wrong["link"]?["awaited"] == true && wrong["worker"]?["version"] == 2)
      _ = try await client.call("worker.unlink", ["worker": "sarah", "requestId": "u0"])
      for (method, noun, id, record) in [
        ("worker.link", "worker", "sarah", "Practitioner/P.1"),
        ("client.link", "client", "margaret-chen", "Patient/C.1"),
      ] {
        var params = JSONObject()
        params[noun] = .string(id)
        params["record"] = .string("https://ehr.example/fhir/\(record)")
        params["requestId"] = .string(method)
        _ = try await client.call(method, .object(params))
      }
      let imported = try await client.call(
        "import", ["format": "fhir", "content": Self.export(), "requestId": "import"])
      #expect(imported["added"] == 0 && imported["duplicates"] == nil)
      #expect(try await visits(client, of: "sarah").map { $0["id"]?.string } == [mine])
      #expect(try await client.call("worker.list", [:])["workers"]?.array?.map { $0["id"] } == ["sarah"])
      let refused = try await office.refusal("worker.unlink", ["worker": "sarah", "requestId": "u1"])
      #expect(refused.message.contains("can no longer be told apart"))
    }
  }

  @Test("is refused another record, one of another kind, one of somebody else, and a merge of two emergencies")
  func refusals() async throws {
    try await TestDaemon.run { _, client in
      let office = try await open(client)
      func refused(_ worker: String, _ record: String, _ request: String) async throws -> String {
        try await office.refusal(
          "worker.link", ["worker": .string(worker), "record": .string(record), "requestId": .string(request)]
        ).message
      }
      #expect(try await refused("sarah", "Patient/C.1", "1").contains("of another kind: name a Practitioner"))
      #expect(try await refused("sarah", "P.1", "2").contains("\"P.1\" is no record"))
      #expect(try await refused("sarah", "Practitioner/P.7", "3").contains("whole address"))
      #expect(
        try await refused("sarah-miller", "https://ehr.example/fhir/Practitioner/P.2", "4")
          .contains("Sarah Miller is linked to Practitioner/P.1 already"))
      #expect(
        try await refused("sarah-miller", "https://other.example/Practitioner/P.2", "5")
          .contains("is linked to https://ehr.example/fhir/Practitioner/P.1 already"))
      for worker in ["sarah", "sarah-miller"] {
        _ = try await client.call("emergency.raise", ["worker": .string(worker), "requestId": .string("e-\(worker)")])
      }
      #expect(try await refused("sarah", "Practitioner/P.1", "6").contains("both are in an emergency"))
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Novak", "requestId": "w-lena"])
      _ = try await client.call(
        "worker.link", ["worker": "lena", "record": "https://ehr.example/fhir/Practitioner/P.3", "requestId": "7"])
      #expect(
        try await refused("sarah", "https://ehr.example/fhir/Practitioner/P.3", "8").contains("was linked to lena"))
      #expect(
        try await office.refusal("worker.unlink", ["worker": "sarah", "requestId": "9"]).message
          .contains("nothing to undo"))
      #expect(
        try await office.refusal(
          "worker.link", ["worker": "nobody", "record": "Practitioner/P.1", "requestId": "10"]
        ).code == 1404)
    }
  }
}
