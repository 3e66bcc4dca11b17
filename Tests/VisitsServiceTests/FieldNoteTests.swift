import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

@Suite("A device's note that is too long for one call")
struct FieldNoteTests {
  private static let long = String(repeating: "😀", count: 20_000)

  @Test("is cut to 4,000 characters with a completion, and refused to the office")
  func completion() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = JSONValue.string(
        try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1"))
      let params: JSONValue = ["visit": visit, "note": .string(Self.long), "requestId": "c1"]
      do {
        _ = try await client.raw("visit.complete", params)
        Issue.record("the office's note was not refused")
      } catch let error as RPCError {
        #expect((error.code, error.data["field"]) == (-32602, "note"))
      }
      let device = try await office.device("sarah", at: daemon)
      let completed = try await device.call("visit.complete", params)
      #expect(completed["visit"]?["note"]?.string == String(repeating: "😀", count: 3999) + "…")
      #expect(completed["visit"]?["status"] == "completed")
      // The same words, sent once more, are no second note.
      let again: JSONValue = ["visit": visit, "note": .string(Self.long), "requestId": "c2"]
      #expect(try await device.call("visit.complete", again)["visit"] == completed["visit"])
    }
  }

  @Test("is cut where a call for help or a task record takes fewer")
  func others() throws {
    let raise: JSONObject = try #require(
      (["worker": "sarah", "note": .string(Self.long), "requestId": "e1"] as JSONValue).object)
    let words = String(repeating: "😀", count: 1999) + "…"
    #expect(try EmergencyRaise.read(raise, ownWorker: "sarah").0.note == words)
    #expect(throws: RPCError.self) { try EmergencyRaise.read(raise) }
    let record: JSONObject = try #require(
      ([
        "client": "margaret-chen", "task": "lunch", "reason": .string(Self.long), "note": .string(Self.long),
        "requestId": "t1",
      ] as JSONValue).object)
    let parameters = try TaskRecord.read(record, ownWorker: "sarah").0
    #expect((parameters.reason.over(nil), parameters.note.over(nil)) == (words, words))
    #expect(throws: RPCError.self) { try TaskRecord.read(record) }
  }

  @Test("is cut from the spool as it was when it came, so that a call for help is never lost for its length")
  func spooled() throws {
    let parameters: JSONValue = ["note": .string(Self.long)]
    let request = ChangeRequest(
      caller: Caller(deviceOf: try #require(WorkerID(rawValue: "sarah"))), method: "emergency.raise", requestId: "e",
      fingerprint: parameters.canonicalBytes, receivedAt: .at("2026-11-20T16:30:00Z"), isUrgent: true)
    let kept = try SpooledEmergency(id: EmergencyID(rawValue: "x"), request: request)
      .parameters(of: EmergencyRaise.self)
    #expect(kept.note == String(repeating: "😀", count: 1999) + "…")
    #expect(kept.worker == "sarah")
  }

  @Test(
    "is cut only beyond the limit",
    arguments: [(3999, "x"), (4000, "x"), (4001, "…")])
  func limit(_ length: Int, _ end: String) throws {
    let note = String(repeating: "x", count: length)
    let params: JSONObject = try #require(
      (["visit": "v", "note": .string(note), "requestId": "c1"] as JSONValue).object)
    let read = try #require(try VisitComplete.read(params, ownWorker: "sarah").0.note)
    #expect(read.count == min(length, 4000))
    #expect(read.hasSuffix(end))
  }
}
