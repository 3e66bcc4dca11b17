import Dispatch
import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsModel
import VisitsService
import VisitsStore
import VisitsTestSupport

@Suite("What a device sends while the office merges its worker into another")
struct MergedDeviceTests {
  private static let session = "01a20f95-0000-7000-8000-000000000001"

  /// James's device, at Margaret Chen's where he has a visit.
  private struct Scene {
    let daemon: TestDaemon
    let client: CheckedClient
    let device: Peer
    let visit: String
    let task: String
    let goal: String

    init(_ daemon: TestDaemon, _ client: CheckedClient) async throws {
      self.daemon = daemon
      self.client = client
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      let added = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "james", "start": "2026-11-20T17:00:00Z", "end": "2026-11-20T18:00:00Z",
          "requestId": "v",
        ])
      visit = try #require(added["visits"]?.array?.first?["id"]?.string)
      let put = try await client.call(
        "task.put", ["client": "margaret-chen", "preset": "walk", "requestId": "t"])
      task = try #require(put["task"]?["id"]?.string)
      goal = try await Practice.goal("Stand up unaided", client)
      device = try await office.device("james", at: daemon)
    }

    /// Sends calls that reach the writer only when it has merged James into Sarah; returns their answers.
    func sent(_ calls: [(method: String, params: JSONValue)]) async throws -> [RPCReply] {
      let mayGoOn = DispatchSemaphore(value: 0)
      await withCheckedContinuation { isMerged in
        let request = ChangeRequest(
          caller: Caller(by: "root", origin: .socket, scope: "uid:0"), method: "worker.link", requestId: "merge",
          fingerprint: [], receivedAt: daemon.time.now)
        daemon.service.store.change(request) { transaction in
          let merged = Result {
            let (james, sarah) = (try #require(WorkerID(rawValue: "james")), try #require(WorkerID(rawValue: "sarah")))
            return try transaction.merge(
              transaction.worker(james, expectedVersion: nil), into: transaction.worker(sarah, expectedVersion: nil))
          }
          isMerged.resume()
          mayGoOn.wait()
          return .worker(try merged.get().worker)
        } completion: { _ in
        }
      }
      let waiting = calls.map { device.send($0.method, $0.params) }
      mayGoOn.signal()
      var replies: [RPCReply] = []
      for call in waiting { replies.append(await call.reply) }
      return replies
    }

    /// What the worker's device may send from the field.
    var calls: [(method: String, params: JSONValue)] {
      [
        (
          "session.start",
          [
            "worker": "james", "client": "margaret-chen", "goal": .string(goal),
            "session": .string(MergedDeviceTests.session), "requestId": "s",
          ]
        ),
        ("session.trial", ["session": .string(MergedDeviceTests.session), "success": true, "requestId": "t1"]),
        ("visit.start", ["visit": .string(visit), "requestId": "v1"]),
        (
          "task.record",
          ["client": "margaret-chen", "task": .string(task), "done": true, "requestId": "r1"]
        ),
        ("session.end", ["session": .string(MergedDeviceTests.session), "requestId": "e1"]),
        ("visit.complete", ["visit": .string(visit), "note": "All well", "requestId": "v2"]),
        ("emergency.raise", ["worker": "james", "note": "Fell", "requestId": "e"]),
      ]
    }
  }

  @Test("is made as the other's: no call of the field is refused or lost")
  func made() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      let replies = try await scene.sent(scene.calls)
      for (call, reply) in zip(scene.calls, replies) { #expect(reply.error == nil, "\(call.method): \(reply.text)") }
      let session = try await client.call("session.show", ["session": .string(Self.session)])["session"]
      #expect(session?["worker"] == "sarah")
      #expect(session?["trials"] == 1)
      #expect(session?["state"] == "ended")
      let visit = try await client.call("visit.show", ["visit": .string(scene.visit)])["visit"]
      #expect(visit?["worker"] == "sarah" && visit?["status"] == "completed" && visit?["note"] == "All well")
      let emergencies = try await client.call("emergency.list", [:])["emergencies"]?.array ?? []
      #expect(emergencies.map { $0["worker"] } == ["sarah"])
      let left = try daemon.service.store.readNow { reader in
        let james = try #require(WorkerID(rawValue: "james"))
        return try reader.sessions(SessionFilter(worker: james), limit: 10).count
      }
      #expect(left == 0)
      let entries = try await client.call("audit.list", ["client": "margaret-chen", "limit": 50])["entries"]
      let recorded = entries?.array?.first { $0["method"] == "task.record" }
      #expect(recorded?["after"]?["worker"] == "sarah")
    }
  }

  @Test("is made once, whichever answer was lost and whenever it is sent again")
  func once() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      let first = try await scene.sent(scene.calls)
      let emergency = try #require(first.last?.result?["emergency"]?["id"])
      _ = try await client.call("emergency.resolve", ["emergency": emergency, "note": "Well", "requestId": "over"])
      for (call, reply) in zip(scene.calls, first) {
        let again = await scene.device.reply(call.method, call.params)
        #expect(again.error == nil, "\(call.method): \(again.text)")
        if call.method != "emergency.raise" { #expect(again.text == reply.text, "\(call.method)") }
      }
      let session = try await client.call("session.show", ["session": .string(Self.session)])["session"]
      #expect(session?["trials"] == 1)
      let emergencies = try await client.call("emergency.list", [:])["emergencies"]?.array ?? []
      #expect(emergencies.map { $0["state"] } == ["resolved"])
    }
  }
}
