import ChangeModel
import Foundation
import Testing
import VisitsTestSupport

@Suite("Calls that change something, by anybody and in any order", .ownThread)
struct ChangeModelTests {
  private static func corpus() throws -> [URL] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(
      at: tests.appending(path: "Fuzz/Corpus/changes"), includingPropertiesForKeys: nil)
  }

  @Test("are of every method of the table that changes something, and one of each is taken")
  func everyMethod() throws {
    var taken: Set<String> = []
    for file in try Self.corpus() {
      let report = try ChangeRun.check(Array(Data(contentsOf: file)))
      taken.formUnion(report.taken)
    }
    #expect(taken == Set(try ChangeRun.methods()))
  }

  @Test("keep every promise, whatever is called")
  func anything() throws {
    var dice = Dice(state: 19)
    for _ in 0..<150 {
      // Zeros are what is plain: without enough of them nearly every call is refused.
      let plain = dice.next() % 4
      let input = (0..<dice.next() % 320).map { _ in
        let byte = UInt8(truncatingIfNeeded: dice.next())
        return dice.next() % 4 < plain ? 0 : byte
      }
      do {
        try ChangeRun.check(input)
      } catch {
        Issue.record("\(error), with \(Data(input).base64EncodedString())")
      }
    }
  }

  /// Chance that repeats itself (Sebastiano Vigna's SplitMix64).
  private struct Dice {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
