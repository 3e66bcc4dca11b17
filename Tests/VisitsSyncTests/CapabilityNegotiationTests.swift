import FHIR
import Testing
import VisitsModel
import VisitsTestSupport

@testable import simulate

@Suite("What a server says that it can do", .ownThread)
struct CapabilityNegotiationTests {
  /// A server's word about these types.
  private static func statement(_ types: [String], versioning: String = "versioned") -> [UInt8] {
    let resources = types.map { #"{"type":"\#($0)","versioning":"\#(versioning)","updateCreate":true}"# }
    return Array(
      #"{"resourceType":"CapabilityStatement","rest":[{"mode":"server","resource":[\#(resources.joined(separator: ","))]}]}"#
        .utf8)
  }

  private static func isMetadata(_ request: FHIRRequest) -> Bool {
    if case .path("metadata", _) = request.target { true } else { false }
  }

  private static func answered(_ statement: [UInt8]) -> (FHIRRequest, Int) -> Fate {
    { request, _ in
      guard isMetadata(request) else { return .delivered }
      return .distorted { answer in
        var answer = answer
        answer.body = statement
        return answer
      }
    }
  }

  @Test("decides about visits without a word of Flags, and an emergency is tried all the same")
  func noFlags() throws {
    let agency = try Agency { simulation in
      simulation.network = Self.answered(Self.statement(["Appointment", "Encounter"]))
    }
    try agency.complete("a")
    try agency.simulation.run(seconds: 5)
    try agency.expectCompleted("a")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("is asked again after a run that came to nothing")
  func mended() throws {
    let types = ["Appointment", "Encounter", "Flag"]
    let agency = try Agency { simulation in
      simulation.network = Self.answered(Self.statement(types, versioning: "no-version"))
    }
    try agency.complete("a")
    try agency.simulation.run(seconds: 5)
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 60)
    try agency.expectCompleted("a")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("is asked again when a person asks, and not at every run")
  func asked() throws {
    let agency = try Agency()
    func times() -> Int { agency.simulation.requests.count { $0.contains("metadata") } }
    let before = times()
    try agency.simulation.run(seconds: 120)
    #expect(times() == before)
    try agency.simulation.ask()
    try agency.simulation.run(seconds: 10)
    #expect(times() == before + 2, "of either loop")
  }
}
