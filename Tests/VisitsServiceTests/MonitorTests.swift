import JSON
import Testing
import VisitsAPI
import VisitsTestSupport

@Suite("A monitor sees how things are, and nobody's name")
struct MonitorTests {
  /// Words of people that stand nowhere in the program itself.
  private static let personal = [
    "zebulon", "quillfeather", "hortensia", "brambleworth", "gooseberry", "7805550173", "flowerpot", "wolfhound",
    "marmalade", "thunderstorm", "nephew", "1931-04-17", "53.54612", "portrait",
  ]

  /// An agency in which every field that holds words of people has some.
  private func fill(_ client: CheckedClient) async throws {
    _ = try await client.call(
      "worker.put",
      [
        "id": "zebulon", "name": "Zebulon Quillfeather", "phone": "7805550173", "requestId": "w1",
      ])
    _ = try await client.call(
      "client.put",
      [
        "id": "hortensia-b", "name": "Hortensia Brambleworth", "address": "9 Gooseberry Lane", "phone": "7805550173",
        "accessNote": "under the flowerpot", "emergencyContact": "her nephew", "birthDate": "1931-04-17",
        "location": ["latitude": 53.54612, "longitude": -113.5], "photo": "portrait.jpg", "requestId": "c1",
      ])
    let added = try await client.call(
      "visit.add",
      [
        "client": "hortensia-b", "worker": "zebulon", "start": "2026-11-20T15:00:00Z", "minutes": 60,
        "address": "1 Gooseberry Mews", "service": "marmalade", "note": "wolfhound", "requestId": "v1",
      ])
    let visit = try #require(added["visits"]?.array?.first?["id"])
    _ = try await client.call(
      "visit.complete",
      [
        "visit": visit, "note": "wolfhound again", "requestId": "v2",
        "location": ["latitude": 53.54612, "longitude": -113.5],
      ])
    _ = try await client.call("visit.reopen", ["visit": visit, "reason": "thunderstorm", "requestId": "v3"])
    _ = try await client.call(
      "visit.miss", ["visit": visit, "by": "client", "reason": "thunderstorm", "requestId": "v4"])
  }

  private func expectNobody(in text: String, _ place: String) {
    let lower = text.lowercased()
    for word in Self.personal { #expect(!lower.contains(word), "\(place) says \(word): \(text.prefix(400))") }
  }

  @Test("no answer holds a name, a slug, an address or a note")
  func answers() async throws {
    let calls: [String: [JSONValue]] = [
      "system.status": [[:], ["locale": "fr-CA"]],
      "sync.status": [[:]],
      "system.metrics": [[:], ["format": "prometheus"]],
      "system.health": [[:]],
      "rpc.discover": [[:]],
      "event.wait": [
        ["timeout": 0, "since": "0"], ["timeout": 0, "since": "0", "topics": ["worker"]],
        ["timeout": 0, "since": "987654321:1"],
      ],
      "event.subscribe": [["since": "987654321:1"]],
    ]
    #expect(Set(MethodTable.rows.filter { $0.roles.contains(.monitor) }.map(\.name)) == Set(calls.keys))
    try await TestDaemon.run { daemon, client in
      try await fill(client)
      let monitor = Peer(service: daemon.service, role: .monitor)
      for (method, each) in calls {
        for params in each {
          let reply = await monitor.reply(method, params)
          expectNobody(in: reply.text, method)
        }
      }
      // What is not for a monitor says nothing either.
      for row in MethodTable.rows where !row.roles.contains(.monitor) {
        let reply = await monitor.reply(row.name, ["worker": "zebulon", "client": "hortensia-b"])
        expectNobody(in: reply.text, row.name)
      }
    }
  }

  @Test("events tell of people by keys that are no names")
  func events() async throws {
    try await TestDaemon.run { daemon, client in
      try await fill(client)
      let monitor = Peer(service: daemon.service, role: .monitor)
      #expect(
        await monitor.reply("event.subscribe", ["since": "0", "topics": ["visit", "worker", "client"]]).error == nil)
      let lines = await monitor.listener.lines()
      expectNobody(in: lines, "event.subscribe")
      let events = try lines.split(separator: "\n").map { try JSONScanner.parse($0.utf8)["params"] }
      #expect(
        events.map { $0?["method"] } == [
          "worker.put", "client.put", "visit.add", "visit.complete", "visit.reopen", "visit.miss",
        ])
      let worker = try await client.call("worker.show", ["worker": "zebulon"])["worker"]
      #expect(events[0]?["thing"] == worker?["key"])
      #expect(events.allSatisfy { $0?["thing"]?.string?.utf8.count == 36 })
    }
  }
}
