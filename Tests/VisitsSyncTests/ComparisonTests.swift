import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsSync
@testable import simulate

@Suite("The nightly comparison", .ownThread)
struct ComparisonTests {
  @Test("keeps none of its pages")
  func pages() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    simulation.sleep(days: 1)
    let now = simulation.clock.told
    let context = SyncContext(
      simulation.store, SyncContext.Settings(base: SimulatedUpstream.base, zone: simulation.zone), now: { now },
      identities: IdentitySource(now: { now }) { (1, 2) })
    var run = PullRun(context, nil)
    var compared = 0
    while true {
      switch try run.step() {
      case .request(let request):
        if request.relativeText.contains("_elements") { compared += 1 }
        try run.answer(.success(simulation.upstream.answer(request, at: simulation.clock.now)))
      case .renew: run.renewed(false)
      case .went: continue
      case .ended(let outcome):
        #expect(outcome == .succeeded)
        #expect(compared == 72, "36 days of two types")
        #expect(run.pages.isEmpty)
        return
      }
    }
  }
}
