import FHIR
import Testing
import VisitsModel
import VisitsStore

@testable import simulate

@Suite("A record that cannot be taken in")
struct UnreadTests {
  @Test("has its turn to be read again, however many there are")
  func turns() throws {
    let agency = try Agency()
    let names = (1...25).map { "Appointment/x\($0)" }
    let now = agency.simulation.clock.told
    try agency.simulation.store.keepNow { ledger in
      for name in names { try ledger.note(SyncProblem(.unread, name, code: "forbidden"), at: now) }
    }
    agency.simulation.network = { request, _ in
      if case .path(let path, _) = request.target, path.hasPrefix("Appointment/x") {
        return .answered(FHIRAnswer(status: 403))
      }
      return .delivered
    }
    try agency.simulation.run(seconds: 70)
    for name in names { #expect(agency.simulation.requests.contains("GET \(name)")) }
  }
}
