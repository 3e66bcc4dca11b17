import FHIR
import Testing
import VisitsExchange
import VisitsModel
import VisitsTestSupport

@testable import VisitsSync
@testable import simulate

@Suite("A server that writes its own address in another way", .ownThread)
struct OriginTests {
  @Test("is followed from page to page")
  func link() throws {
    let agency = try Agency()
    let now = agency.simulation.clock.told
    let context = SyncContext(
      agency.simulation.store, SyncContext.Settings(base: SimulatedUpstream.base, zone: agency.simulation.zone),
      now: { now }, identities: IdentitySource(now: { now }) { (1, 2) })
    let link = "https://EHR.example:443/fhir/Appointment?page=2"
    let body = #"{"resourceType":"Bundle","type":"searchset","link":[{"relation":"next","url":"\#(link)"}]}"#
    let page = try PullPage(
      FHIRAnswer(status: 200, body: Array(body.utf8)), to: .changes("Appointment", since: nil), of: .records,
      context.reader, at: now)
    #expect(try context.pulled(page, SyncHandle(rawValue: 1)).page.next == .link(link))
  }

  @Test("is known by its references")
  func reference() {
    let reader = UpstreamReader(source: SimulatedUpstream.base)
    let identity = reader.identity(in: "https://EHR.example:443/fhir/Patient/1")
    #expect(identity.flatMap(reader.address) == RecordAddress(type: "Patient", id: "1"))
    #expect(reader.identity(in: "https://ehr.example:8443/fhir/Patient/1").flatMap(reader.address) == nil)
  }
}
