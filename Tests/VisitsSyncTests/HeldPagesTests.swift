import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsSync
@testable import simulate

@Suite("The pages that wait for the records which they refer to", .ownThread)
struct HeldPagesTests {
  /// A visit at a client whose record has been replaced by another, and so on: eight records of some 10 kB, none of which a
  /// search brings.
  ///
  /// - Returns: The most bytes that the run has held at once, and the bytes of the largest page.
  private func held(atMost bytes: Int? = nil) throws -> (most: Int, largest: Int) {
    let agency = try Agency()
    let before = agency.there.adding(minutes: -14_400)
    let words = String(repeating: "x", count: 10_000)
    for number in 1...8 {
      let link = number < 8 ? #","link":[{"other":{"reference":"Patient/c\#(number + 1)"},"type":"replaced-by"}]"# : ""
      try agency.simulation.upstream.put(
        """
        {"resourceType":"Patient","id":"c\(number)","name":[{"text":"Ann Lee"}],
         "text":{"status":"generated","div":"<div>\(words)</div>"}\(link)}
        """, at: before)
    }
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Appointment","id":"held","status":"booked","start":"2026-11-20T21:00:00Z",
       "end":"2026-11-20T22:00:00Z","participant":[{"actor":{"reference":"Patient/c1"},"status":"accepted"},
       {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"}]}
      """, at: agency.there)
    let context = agency.simulation.context
    var run = bytes.map { PullRun(context, nil, mostHeld: $0) } ?? PullRun(context, nil)
    var (most, largest) = (0, 0)
    while true {
      switch try run.step() {
      case .request(let request):
        try run.answer(.success(agency.simulation.upstream.answer(request, at: agency.simulation.clock.now)))
        let sizes = run.pages.values.map(\.page.size)
        most = max(most, sizes.reduce(0, +))
        largest = max(largest, sizes.max() ?? 0)
      case .renew: run.renewed(false)
      case .went: continue
      case .ended(let outcome):
        #expect(outcome == .succeeded)
        #expect(run.pages.isEmpty)
        return (most, largest)
      }
    }
  }

  @Test("have so many bytes together at most, and those of one page beyond them")
  func bounded() throws {
    let free = try held()
    #expect(free.most > 80_000, "all of them wait where there is room for them")
    let bounded = try held(atMost: 25_000)
    #expect((10_000...12_000).contains(bounded.largest))
    #expect(bounded.most <= 25_000 + bounded.largest)
  }
}
