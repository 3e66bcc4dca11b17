import Testing

@Suite("Whatever fails at random,")
struct SimulationTests {
  @Test("both sides agree once it is over, and nothing is lost or made twice", arguments: 1...20)
  func seeds(_ seed: Int) throws {
    var trouble = try SeededTrouble(seed: UInt64(seed))
    let broken = try trouble.run()
    #expect(broken == [], "seed \(seed): \(trouble.history.joined(separator: ", "))")
  }
}
