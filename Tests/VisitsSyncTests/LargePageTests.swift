import FHIR
import Testing
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsSync
@testable import simulate

@Suite("A page that holds more than was asked for", .ownThread)
struct LargePageTests {
  private let reader = UpstreamReader(source: SimulatedUpstream.base)

  /// A page of Locations, and of an Appointment that cannot be read.
  private func page(_ count: Int) throws -> PullPage {
    let places = (1...count).map { #"{"resource":{"resourceType":"Location","id":"l\#($0)"}}"# }
    let broken = #"{"resource":{"resourceType":"Appointment","id":"a","start":7}}"#
    let body =
      #"{"resourceType":"Bundle","type":"searchset","entry":[\#((places + [broken]).joined(separator: ","))]}"#
    return try PullPage(
      FHIRAnswer(status: 200, body: Array(body.utf8)), to: .changes("Location", since: nil), of: .records, reader,
      at: Instant(milliseconds: 1_795_186_800_000))
  }

  @Test("is kept part by part, and what could not be read is told with the last")
  func parts() throws {
    let page = try page(5)
    let parts = page.parts(of: 2)
    #expect(parts.map { $0.fetched.map(\.address.id) } == [["l1", "l2"], ["l3", "l4"], ["l5"]])
    #expect(parts.map(\.faults.count) == [0, 0, 1])
    #expect(parts.allSatisfy { $0.size == page.size })
    let whole = page.parts(of: 5)
    #expect(whole.map(\.fetched.count) == [5])
    #expect(whole.map(\.faults.count) == [1])
  }

  @Test("counts an Appointment of several workers as a visit of each")
  func team() throws {
    let appointments = (1...4).map { number in
      let workers = (1...3).map { #"{"actor":{"reference":"Practitioner/w\#($0)"},"status":"accepted"}"# }
      return #"""
        {"resource":{"resourceType":"Appointment","id":"a\#(number)","status":"booked","start":"2026-11-21T14:00:00Z",
          "end":"2026-11-21T15:00:00Z","participant":[{"actor":{"reference":"Patient/p"},"status":"accepted"},
          \#(workers.joined(separator: ","))]}}
        """#
    }
    let body =
      #"{"resourceType":"Bundle","type":"searchset","entry":[\#(appointments.joined(separator: ","))]}"#
    let page = try PullPage(
      FHIRAnswer(status: 200, body: Array(body.utf8)), to: .changes("Appointment", since: nil), of: .records, reader,
      at: Instant(milliseconds: 1_795_186_800_000))
    #expect(page.parts(of: 6).map { $0.fetched.map(\.address.id) } == [["a1", "a2"], ["a3", "a4"]])
    #expect(page.parts(of: 2).map { $0.fetched.count } == [1, 1, 1, 1])
  }

  @Test("arrives whole, in several changes")
  func kept() throws {
    let agency = try Agency()
    let now = agency.simulation.clock.told
    let context = agency.simulation.context
    let page = try page(1200)
    let before = try agency.simulation.store.readNow { $0.commits }
    let (_, diff) = try context.pulled(page, SyncHandle(rawValue: 1))
    let new = try context.keep(try #require(diff), [.watermark("Location", now)])
    #expect(new == 1200)
    #expect(try agency.simulation.store.readNow { $0.commits } - before == 3)
    let last = RecordAddress(type: "Location", id: "l1200")
    #expect(try agency.simulation.store.readNow { try $0.isAgreed(on: last) })
    #expect(try agency.simulation.store.readNow { try $0.watermark(of: "Location") } == now)
  }
}
