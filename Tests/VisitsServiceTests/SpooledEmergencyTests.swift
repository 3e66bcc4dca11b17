import Testing
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

@Suite("An emergency in the spool")
struct SpooledEmergencyTests {
  @Test("keeps what the device's clock showed, and is the same request whatever it showed")
  func clock() throws {
    var request = ChangeRequest(
      caller: Caller(by: "sarah", origin: .gateway, scope: "worker:sarah"), method: "emergency.raise", requestId: "e",
      fingerprint: Array(#"{"at":"2026-11-20T17:29:00Z","worker":"sarah"}"#.utf8),
      receivedAt: .at("2026-11-20T16:30:00Z"), isUrgent: true)
    request.sentAt = "2026-11-20T17:30:00Z"
    let content = SpooledEmergency(id: EmergencyID(rawValue: "x"), request: request).content
    let kept = try #require(
      SpooledEmergency(SpoolRecord(requestId: "e", at: .at("2026-11-20T16:30:00Z"), content: content)))
    #expect(kept.request.fingerprint == request.fingerprint)
    let parameters = try kept.parameters(of: EmergencyRaise.self)
    #expect(parameters.sentAt == Timestamp("2026-11-20T17:30:00Z"))
    #expect(parameters.at == .instant(try #require(Timestamp("2026-11-20T17:29:00Z"))))
  }
}
