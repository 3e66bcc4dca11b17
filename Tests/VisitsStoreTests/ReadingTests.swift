import Testing
import VisitsModel

@testable import VisitsStore

@Suite("Reading")
struct ReadingTests {
  /// Each thread of tasks waits for a connection, while those who have one want such a thread to go on.
  @Test("goes on when every thread of tasks waits for a connection", .timeLimit(.minutes(1)))
  func everyThreadWaits() async throws {
    let test = try TestStore()
    let read = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<4000 {
        group.addTask {
          if number.isMultiple(of: 2) { return try await test.store.read { try 1 + $0.counts().workers } }
          return try test.store.readNow { try 1 + $0.counts().workers }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(read == 4000)
  }
}
