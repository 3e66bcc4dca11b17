import Dispatch
import JSON
import Testing
import VisitsAPI
import VisitsTestSupport

@testable import VisitsService

@Suite("Changes behind an import that is still being read")
struct LaneTests {
  private let people = """
    {"resourceType":"Bundle","type":"collection","entry":[
      {"resource":{"resourceType":"Patient","id":"john-smith","name":[{"text":"John Smith"}]}}]}
    """

  private func visit(of client: String, request: String) -> JSONValue {
    [
      "client": .string(client), "start": "2026-11-20T18:00:00Z", "end": "2026-11-20T19:00:00Z",
      "requestId": .string(request),
    ]
  }

  @Test("wait for it on its own connection, and nowhere else; reads wait nowhere")
  func order() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let office = Peer(service: daemon.service, role: .coordinator)
      let other = Peer(service: daemon.service, role: .admin)
      let gate = DispatchSemaphore(value: 0)
      let (isShut, shut) = AsyncStream.makeStream(of: Never.self)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await daemon.service.preparations.run(for: "somebody", other.listener) { _ in
            shut.finish()
            gate.wait()
          }
        }
        for await _ in isShut {}
        let imported = office.send("import", ["format": "fhir", "content": .string(people), "requestId": "i1"])
        let added = office.send("visit.add", visit(of: "john-smith", request: "v1"))
        let hired = office.send("worker.put", ["id": "anna", "name": "Anna", "requestId": "w1"])
        #expect(await other.reply("visit.add", visit(of: "margaret-chen", request: "v2")).error == nil)
        #expect(await office.reply("client.list", [:]).text.contains("john-smith") == false)
        #expect(await office.reply("worker.list", [:]).text.contains("anna") == false)
        gate.signal()
        #expect(await imported.reply.error == nil)
        #expect(await added.reply.error == nil)
        #expect(await hired.reply.error == nil)
      }
      #expect(await office.reply("worker.list", [:]).text.contains("anna"))
      #expect(await office.reply("visit.add", visit(of: "john-smith", request: "v3")).error == nil)
    }
  }
}
