import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsTestSupport

@Suite("Under whom a phone has recorded a change")
struct OtherWorkerTests {
  private static let refused =
    "This call was made for another worker than the one whose device this is now, and changed nothing. Enrol the device for that worker, then send it again."

  /// Sarah Miller, who may stand here twice, her phone, and her visit.
  private struct Scene {
    let client: CheckedClient
    let phone: Peer
    let visit: String

    /// - Parameter worker: Whose phone it is: `sarah`, or `sarah-miller` of the agency's system.
    init(_ daemon: TestDaemon, _ client: CheckedClient, phoneOf worker: String = "sarah") async throws {
      self.client = client
      let office = try await Office.open(client)
      _ = try await client.call(
        "import", ["format": "fhir", "content": LinkTests.export(), "requestId": "import"])
      visit = try await office.visit(
        "2026-11-20T15:00:00Z", "2026-11-20T15:30:00Z", worker: worker, request: "v1")
      phone = try await office.device(worker, at: daemon)
    }

    func key(of worker: String) async throws -> JSONValue {
      try #require(try await client.call("worker.show", ["worker": .string(worker)])["worker"]?["key"])
    }

    func link() async throws {
      _ = try await client.call("worker.link", ["worker": "sarah", "record": "Practitioner/P.1", "requestId": "link"])
    }

    func completion(by worker: JSONValue?) -> JSONValue {
      ["visit": .string(visit), "requestId": "c1", "authWorker": worker ?? .null]
    }

    var status: JSONValue? {
      get async throws { try await client.call("visit.show", ["visit": .string(visit)])["visit"]?["status"] }
    }
  }

  @Test("a change recorded under another worker is refused and not recorded, and so is a read")
  func refused() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:10:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      let other = try await scene.key(of: "sarah-miller")
      for key in [other, "0199e0c2-5d80-7000-8000-000000000001", "sarah", ""] {
        for (method, params) in [
          ("visit.complete", scene.completion(by: key)), ("today", ["authWorker": key]),
          ("emergency.raise", ["requestId": "e", "authWorker": key]),
        ] {
          let error = await scene.phone.reply(method, params).error
          #expect(error?.code == 1425, "\(method)")
          #expect(error?.kind == "otherWorker", "\(method)")
          #expect(error?.message == Self.refused, "\(method)")
        }
      }
      #expect(try await scene.status == "scheduled")
      #expect(try await client.call("emergency.list")["emergencies"] == [])
      let own = try await scene.phone.call("device.me", [:])["worker"]
      #expect(await scene.phone.reply("today", ["authWorker": try #require(own)]).error == nil)
      #expect(await scene.phone.reply("visit.complete", scene.completion(by: own)).error == nil)
      #expect(try await scene.status == "completed")
    }
  }

  @Test(
    "the same after a merge of the two worker records is taken, whichever of them stays",
    arguments: ["sarah", "sarah-miller"])
  func merged(phoneOf worker: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:10:00Z") { daemon, client in
      let scene = try await Scene(daemon, client, phoneOf: worker)
      // The other record's phone: it has been a worker's too.
      let other = worker == "sarah" ? "sarah-miller" : "sarah"
      _ = try await Office(client: client).device(other, at: daemon)
      let key = try await scene.key(of: other)
      #expect(await scene.phone.reply("visit.complete", scene.completion(by: key)).error?.kind == "otherWorker")
      try await scene.link()
      #expect(await scene.phone.reply("visit.complete", scene.completion(by: key)).error == nil)
      #expect(try await scene.status == "completed")
    }
  }

  @Test("a repeated change with a different authWorker is the same change")
  func repeated() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:10:00Z") { daemon, client in
      let scene = try await Scene(daemon, client, phoneOf: "sarah-miller")
      let (old, new) = (try await scene.key(of: "sarah-miller"), try await scene.key(of: "sarah"))
      let first = await scene.phone.reply("visit.complete", scene.completion(by: old)).text
      #expect(await scene.phone.reply("visit.complete", scene.completion(by: nil)).text == first)
      try await scene.link()
      for key in [old, new, nil] {
        #expect(await scene.phone.reply("visit.complete", scene.completion(by: key)).error == nil)
      }
      let entries = try await client.call("audit.list", ["visit": .string(scene.visit)])["entries"]?.array ?? []
      #expect(entries.filter { $0["method"] == "visit.complete" }.count == 1)
    }
  }

  @Test("the key without a token is refused, with what to leave out")
  func alone() async throws {
    try await TestDaemon.run { daemon, client in
      let key = try await Scene(daemon, client).key(of: "sarah")
      let desk = Peer(service: daemon.service, role: .coordinator)
      let error = await desk.reply("today", ["worker": "sarah", "authWorker": key]).error
      #expect(error?.code == -32602 && error?.data["field"] == "authWorker")
    }
  }

  @Test("a code of another worker leaves the phone as it is, and can still be used")
  func code() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:10:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      let gateway = Peer(service: daemon.service, role: .gateway)
      let sarah = try await scene.key(of: "sarah")
      let code = try await Office(client: client).invite("sarah-miller", request: "i1").code
      func enrol(_ code: String, only key: JSONValue?, _ request: String) async -> RPCReply {
        await gateway.reply(
          "device.enrol",
          [
            "code": .string(code), "source": "203.0.113.7", "onlyWorker": key ?? .null, "requestId": .string(request),
          ])
      }
      // No guesses: more than five of them are no wrong codes.
      for round in 1...7 {
        let refusal = await enrol(code, only: sarah, "e\(round)").error
        #expect(refusal?.code == 1425)
        #expect(
          refusal?.message
            == "This code is another worker's: it stays unused, and this device stays as it is. Ask your office for a code of your own."
        )
      }
      #expect(await enrol(code, only: "0199e0c2-5d80-7000-8000-000000000001", "e8").error?.code == 1425)
      #expect(await enrol("1111-1111-1111", only: sarah, "e9").error?.code == 1401)
      #expect(await scene.phone.reply("today", [:]).error == nil)
      #expect(await enrol(code, only: try await scene.key(of: "sarah-miller"), "e10").error == nil)
      let own = try await Office(client: client).invite("sarah", request: "i2").code
      try await scene.link()
      #expect(await enrol(own, only: sarah, "e11").error == nil)
    }
  }
}
