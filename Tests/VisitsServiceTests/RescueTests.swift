import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsService
import VisitsTestSupport

@Suite("An emergency that the database does not take")
struct RescueTests {
  private func raise(_ daemon: TestDaemon, _ request: String, worker: String = "sarah") async throws -> RPCReply {
    await Peer(service: daemon.service, role: .coordinator)
      .reply("emergency.raise", ["worker": .string(worker), "note": "I fell", "requestId": .string(request)])
  }

  @Test("in time is answered, shown and paged without it, and is in it once when it is free again")
  func slow() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      let office = try await Office.open(client)
      _ = try await office.today()
      var id: JSONValue?
      try await daemon.holdingTheWriter {
        async let raised = raise(daemon, "e")
        await clock.untilSomebodySleeps(for: .seconds(1))
        clock.advance(by: .seconds(1))
        let reply = try await raised
        let answer = try #require(reply.result)
        #expect(answer["emergency"]?["stored"] == true)
        #expect(answer["emergency"]?["version"] == 1)
        #expect(answer["message"]?.string?.contains("Nobody is paged: no working pager is set up.") == true)
        id = answer["emergency"]?["id"]
        let today = try await office.today()
        #expect(today["banner"]?["message"] == "Emergency: Sarah Miller, since 9:30 AM")
      }
      // A change behind it is made after it.
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      let repeated = try await raise(daemon, "e")
      let again = try #require(repeated.result)
      #expect(again["emergency"]?["id"] == id)
      #expect(again["emergency"]?["version"] == 1)
      #expect(again["emergency"]?["raises"] == 1)
      let list = try await client.call("emergency.list", ["open": true])
      #expect(list["emergencies"]?.array?.map { $0["id"] } == [id])
    }
  }

  @Test("and is sent many times at once, is one and the same")
  func atOnce() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      _ = try await Office.open(client)
      try await daemon.holdingTheWriter {
        let sent = (1...20).map { _ in
          Peer(service: daemon.service, role: .coordinator).send(
            "emergency.raise", ["worker": "sarah", "note": "I fell", "requestId": "e"])
        }
        await clock.untilSomebodySleeps(for: .seconds(1), together: sent.count)
        clock.advance(by: .seconds(1))
        var ids: Set<String> = []
        for call in sent {
          let emergency = await call.reply.result?["emergency"]
          ids.insert(try #require(emergency?["id"]?.string))
          #expect(emergency?["raises"] == 1)
        }
        #expect(ids.count == 1)
        let list = try await client.call("emergency.list", ["open": true])
        #expect(list["emergencies"]?.array?.map { $0["id"]?.string } == Array(ids))
      }
    }
  }

  @Test("and is raised twice at once, is the same one under the same id before and after it is in the database")
  func twice() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      let workers = (0..<20).map { "worker-\($0)" }
      for worker in workers {
        _ = try await client.call(
          "worker.put", ["id": .string(worker), "name": .string(worker), "requestId": .string(worker)])
      }
      var answered: [String: Set<JSONValue>] = [:]
      try await daemon.holdingTheWriter {
        let phone = Peer(service: daemon.service, role: .coordinator)
        let sent = workers.flatMap { worker in
          ["first", "second"].map { note in
            let call = phone.send(
              "emergency.raise",
              ["worker": .string(worker), "note": .string(note), "requestId": .string("\(worker) \(note)")])
            return (worker, call)
          }
        }
        await clock.untilSomebodySleeps(for: .seconds(1), together: sent.count)
        clock.advance(by: .seconds(1))
        for (worker, call) in sent {
          answered[worker, default: []].insert(await call.reply.result?["emergency"]?["id"] ?? .null)
        }
      }
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      let open = try await client.call("emergency.list", ["open": true])["emergencies"]?.array ?? []
      #expect(open.count == 20)
      for emergency in open {
        #expect(answered[emergency["worker"]?.string ?? ""] == [emergency["id"] ?? .null])
        #expect(emergency["note"] == "first\nsecond")
        #expect(emergency["raises"] == 2)
      }
    }
  }

  @Test(
    "leaves room in the spool for others, however often one worker raises theirs, and loses none of them",
    .timeLimit(.minutes(1)))
  func flood() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      _ = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "lena"])
      // All of one length: it is not known which of them come first.
      let words = (100...299).map { "\($0) " + String(repeating: "x", count: 1990) }
      try await daemon.holdingTheWriter {
        let sent = words.enumerated().map { number, note in
          Peer(service: daemon.service, role: .coordinator).send(
            "emergency.raise", ["worker": "sarah", "note": .string(note), "requestId": .string("e\(number + 100)")])
        }
        await clock.untilSomebodySleeps(for: .seconds(1), together: sent.count)
        clock.advance(by: .seconds(1))
        var stored = 0
        for call in sent {
          let answer = await call.reply
          #expect(answer.result?["emergency"]?["worker"] == "sarah")
          if answer.result?["emergency"]?["stored"] == true { stored += 1 }
        }
        #expect(stored == 7)
        async let raised = raise(daemon, "other", worker: "lena")
        await clock.untilSomebodySleeps(for: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(try await raised.result?["emergency"]?["stored"] == true)
        let list = try await client.call("emergency.list", ["open": true])["emergencies"]?.array
        #expect(Set(list?.compactMap { $0["worker"]?.string } ?? []) == ["sarah", "lena"])
      }
      // What is held is told until the database has taken it, which is soon.
      var raises: [JSONValue?] = []
      repeat {
        let list = try await client.call("emergency.list", ["worker": "sarah"])["emergencies"]?.array ?? []
        raises = list.map { $0["raises"] }
      } while raises != [200]
    }
  }

  @Test("is refused all the same when nobody is called so, and keeps nothing else from coming in")
  func unknown() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      _ = try await Office.open(client)
      try await daemon.holdingTheWriter {
        async let raised = raise(daemon, "e", worker: "sara")
        await clock.untilSomebodySleeps(for: .seconds(1))
        clock.advance(by: .seconds(1))
        let refusal = try await raised.error
        #expect(refusal?.code == 1404)
      }
      let list = try await client.call("emergency.list", [:])
      #expect(list["emergencies"] == [])
    }
  }
}
