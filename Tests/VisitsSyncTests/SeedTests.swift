import Testing

@testable import simulate

@Suite("Whatever fails at random,")
struct SeedTests {
  @Test("both sides agree once it is over, and nothing is lost or made twice", arguments: 1...20)
  func seeds(_ number: Int) throws {
    var seed = try Seed(UInt64(number))
    let broken = try seed.run()
    #expect(broken == [], "scripts/simulate --seeds 1 --from \(number)")
  }

  @Test("a seed is the same history each time", arguments: 1...3)
  func same(_ number: Int) throws {
    func history() throws -> [String] {
      var seed = try Seed(UInt64(number))
      _ = try seed.run()
      return seed.agency.simulation.history
    }
    #expect(try history() == history())
  }
}
