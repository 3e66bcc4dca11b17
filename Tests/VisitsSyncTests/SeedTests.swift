import Testing
import VisitsTestSupport

@testable import simulate

@Suite("Whatever fails at random,", .ownThread)
struct SeedTests {
  @Test("both sides agree once it is over, and nothing is lost or made twice; the same each time", arguments: 1...20)
  func seeds(_ number: Int) throws {
    var seed = try Seed(UInt64(number))
    let broken = try seed.run()
    #expect(broken == [], "scripts/simulate --seeds 1 --from \(number)")
    var again = try Seed(UInt64(number))
    _ = try again.run()
    #expect(seed.agency.simulation.history == again.agency.simulation.history, "nothing in it comes from outside")
  }
}
