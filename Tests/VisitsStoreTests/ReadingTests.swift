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

  @Test(
    "tells how many commits there were: each change counts and each note of sync, no read, nothing that was taken back")
  func commits() async throws {
    let test = try TestStore()
    let store = test.store
    func commits() throws -> Int { try store.readNow(\.commits) }
    let first = try commits()
    try store.keepNow { try $0.forgetWatermark(of: "Appointment") }
    #expect(try commits() == first + 1)
    struct TakenBack: Error {}
    #expect(throws: TakenBack.self) { try store.keepNow { _ in throw TakenBack() } }
    #expect(try commits() == first + 1)
    try await test.addPeople()
    #expect(try commits() > first + 1)
  }
}
