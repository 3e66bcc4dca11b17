import Testing
import VisitsModel

@testable import VisitsStore

@Suite("The workers of a restored backup")
struct RestoredWorkersTests {
  private let folder: TestFolder
  private let test: TestStore

  init() async throws {
    folder = try TestFolder()
    test = try await TestStore(in: folder).addPeople()
  }

  private func backUp(_ name: String) async throws -> String {
    try await test.store.backUp(test.request(name, "system.backup"), name: name + ".sqlite").path
  }

  private func set(_ isActive: Bool, _ worker: WorkerID) async throws {
    try await test.change { transaction in
      var worker = try transaction.worker(worker, expectedVersion: nil)
      worker.isActive = isActive
      return .worker(try transaction.put(worker))
    }
  }

  private func mergeJames() async throws {
    try await test.change("merge", "worker.link") { transaction in
      let james = try transaction.worker(.james, expectedVersion: nil)
      let sarah = try transaction.worker(.sarah, expectedVersion: nil)
      return .worker(try transaction.merge(james, into: sarah).worker)
    }
  }

  private func restore(_ file: String, minute: Int64 = 0) throws -> Restoration.Outcome {
    try Restoration(of: file, to: folder.database, now: .noon.adding(minutes: minute)).run()
  }

  /// Whether Sarah and James work here, once the daemon has started.
  private func present() async throws -> [Bool?] {
    let test = try TestStore(in: folder, seed: 2)
    let present = try test.store.readNow { reader in
      [try reader.worker(.sarah)?.isActive, try reader.worker(.james)?.isActive]
    }
    await test.store.close()
    return present
  }

  @Test("stay away if they left after it was made")
  func left() async throws {
    let backup = try await backUp("before")
    try await set(false, .james)
    await test.store.close()
    #expect(try restore(backup).left == 1)
    #expect(try await present() == [true, false])
  }

  @Test("are here if the office merged them into others after it was made: they did not leave")
  func merged() async throws {
    let backup = try await backUp("before")
    try await mergeJames()
    await test.store.close()
    #expect(try restore(backup).left == 0)
    #expect(try await present() == [true, true])
  }

  @Test("stay away if they were merged into others who left")
  func mergedAndLeft() async throws {
    let backup = try await backUp("before")
    try await mergeJames()
    try await set(false, .sarah)
    await test.store.close()
    #expect(try restore(backup).left == 2)
    #expect(try await present() == [false, false])
  }

  @Test("are here again if they had come back, when a mistaken restoration is undone")
  func cameBack() async throws {
    try await set(false, .james)
    let backup = try await backUp("away")
    try await set(true, .james)
    await test.store.close()
    let mistaken = try restore(backup)
    #expect(try await present() == [true, false])
    #expect(try restore(try #require(mistaken.kept), minute: 1).left == 0)
    #expect(try await present() == [true, true])
  }

  @Test("stay away through two restorations, though no entry of the first backup tells that they left")
  func twice() async throws {
    let first = try await backUp("first")
    let second = try await backUp("second")
    try await set(false, .james)
    await test.store.close()
    #expect(try restore(second).left == 1)
    #expect(try restore(first, minute: 1).left == 1)
    #expect(try await present() == [true, false])
  }
}
