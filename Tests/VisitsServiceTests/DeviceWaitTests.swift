import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsTestSupport

@Suite("Calls of a device that wait for something to happen")
struct DeviceWaitTests {
  @Test("are eight at a time; one more is refused, other devices and the office wait all the same")
  func waiting() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon, request: "device")
      let other = try await office.device("sarah", at: daemon, request: "other")
      let present = try #require(try await client.call("event.wait", ["timeout": 0])["cursor"])
      func wait(_ peer: Peer) -> Peer.Sent {
        peer.send("event.wait", ["since": present, "topics": ["visit"], "timeout": 50])
      }
      let waiting = (1...8).map { _ in wait(device) }
      await clock.untilSomebodySleeps(for: .seconds(50), together: 8)
      let refusal = try #require(await wait(device).reply.error)
      #expect(refusal.code == 1429)
      #expect(refusal.message == "This device has 8 calls waiting already. Let one of them end first.")
      #expect(refusal.data["limit"] == "callsWaitingOfDevice")
      #expect(refusal.data["value"] == 8)
      #expect(refusal.data["retryAfter"] == 1)
      #expect(await device.reply("sync.now", ["wait": 1]).error?.code == 1429)
      #expect(try await device.call("today", ["worker": "sarah"])["cards"] == [])
      let others = [wait(other), wait(Peer(service: daemon.service, role: .coordinator))]
      await clock.untilSomebodySleeps(for: .seconds(50), together: 10)
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      for call in waiting + others { #expect(await call.reply.result?["events"]?.array?.count == 1) }
      #expect(await device.reply("event.wait", ["since": present, "timeout": 0]).error == nil)
    }
  }

  @Test("look at 2,000 entries of the feed at most: a device that is further behind reads its days again")
  func farBehind() async throws {
    try await TestDaemon.run { daemon, client in
      let device = try await Office.open(client).device("sarah", at: daemon)
      let clients = (1...2000).map { number in
        #"{"resource":{"resourceType":"Patient","id":"p\#(number)","name":[{"text":"Ann \#(number)"}]}}"#
      }
      let bundle = #"{"resourceType":"Bundle","type":"collection","entry":[\#(clients.joined(separator: ","))]}"#
      let summary = try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      #expect(summary["added"] == 2000)
      let present = try #require(try await client.call("system.status")["cursor"]?.string).split(separator: ":")
      let last = try #require(Int(present[1]))
      func wait(from entry: Int) async -> RPCReply {
        await device.reply("event.wait", ["since": .string("\(present[0]):\(entry)"), "timeout": 0])
      }
      let refused = await wait(from: last - 2001).error
      #expect(refused?.code == 1410)
      #expect(refused?.data["cursor"]?.string == "\(present[0]):\(last)")
      #expect(await wait(from: last - 2000).error == nil)
      // Of its own there is nothing among the last 2,000; what is before them is not looked at.
      let found = try await device.call("event.wait", ["timeout": 0])
      #expect(found["events"] == [])
    }
  }
}
