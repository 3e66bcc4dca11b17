import Synchronization
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A change that takes its time, or cannot wait")
struct TurnsOfChangesTests {
  @Test("ends when it has held up all others for as long as it may, and nothing of it is kept")
  func tooLong() async throws {
    let second = Mutex<Int64>(0)
    let test = try TestStore(elapsed: { .seconds(second.withLock { $0 }) })
    await #expect(throws: Refusal.takesTooLong(seconds: 5)) {
      try await test.store.change(test.long("import", .seconds(5))) { transaction in
        _ = try transaction.put(transaction.sarah)
        while true {
          second.withLock { $0 += 1 }
          try transaction.goOn()
        }
      }
    }
    #expect(second.withLock { $0 } == 6)
    #expect(try await test.store.read { try $0.worker(.sarah) } == nil)
  }

  @Test("says how far it was when it took too long, if it knows")
  func progress() async throws {
    let second = Mutex<Int64>(0)
    let test = try TestStore(elapsed: { .seconds(second.withLock { $0 }) })
    await #expect(throws: Refusal.takesTooLong(seconds: 5, progress: .init(done: 5, total: 9))) {
      try await test.store.change(test.long("import", .seconds(5))) { transaction in
        for done in 0..<9 {
          second.withLock { $0 += 1 }
          transaction.progress = Refusal.Progress(done: done, total: 9)
          try transaction.goOn()
        }
        return .visits([])
      }
    }
  }

  @Test("ends at a stop, nothing of it is kept, and the change behind it is made")
  func stop() async throws {
    let test = try TestStore()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let stopped = Task {
      try await test.store.change(test.long("import", .seconds(3600))) { transaction in
        _ = try transaction.put(transaction.sarah)
        begin.finish()
        while true { try transaction.goOn() }
      }
    }
    for await _ in begun {}
    async let behind = test.change { .worker(try $0.put(Worker(id: .james, key: $0.newPersonKey(), name: "James"))) }
    test.store.stopLongWork()
    await #expect(throws: Refusal.unavailable(.shuttingDown)) { try await stopped.value }
    _ = try await behind
    let kept = try await test.store.read { [try $0.worker(.sarah)?.name, try $0.worker(.james)?.name] }
    #expect(kept == [nil, "James"])
  }

  @Test("shares its commit with nobody: those before it have their answers before it begins")
  func alone() async throws {
    let test = try TestStore()
    let order = try await test.order(of: [
      test.request("first"), test.long("import", .seconds(5)), test.request("last"),
    ])
    #expect(
      order == [
        "first is made", "first is answered", "import is made", "import is answered", "last is made",
        "last is answered",
      ])
  }

  @Test("lets the emergencies that wait go before it, but not all that come")
  func emergencies() async throws {
    let test = try TestStore()
    let order = try await test.order(
      of: [test.long("import", .seconds(5))] + (1...300).map { test.urgent("emergency \($0)") })
    #expect(order.firstIndex(of: "import is made") == 384)
    #expect(order.firstIndex(of: "emergency 192 is answered") == 383)
  }

  @Test("emergencies are made before all that waits, and leave room for others in each commit")
  func room() async throws {
    let test = try TestStore()
    let order = try await test.order(
      of: (1...100).map { test.request("visit \($0)") } + (1...300).map { test.urgent("emergency \($0)") }
    ).filter { $0.hasSuffix("is made") }
    #expect(order[0] == "emergency 1 is made")
    #expect(order[191] == "emergency 192 is made")
    #expect(order[192] == "visit 1 is made")
    #expect(order[256] == "emergency 193 is made")
    #expect(order[399] == "visit 100 is made")
  }
}

extension TestStore {
  /// In what order changes that wait together are made and answered.
  fileprivate func order(of requests: [ChangeRequest]) async throws -> [String] {
    let order = Mutex<[String]>([])
    _ = try await withHeldWriter(of: self) { answers in
      for request in requests {
        store.change(request) { _ in
          order.withLock { $0.append("\(request.requestId) is made") }
          return .imported(ImportSummary())
        } completion: { result in
          order.withLock { $0.append("\(request.requestId) is answered") }
          answers.keep(result)
        }
      }
      return requests.count
    }
    return order.withLock { $0 }
  }

  fileprivate func urgent(_ requestId: String) -> ChangeRequest {
    var request = request(requestId)
    request.isUrgent = true
    return request
  }

  fileprivate func long(_ requestId: String, _ longest: Duration) -> ChangeRequest {
    var request = request(requestId)
    request.longest = longest
    return request
  }
}

extension ChangeTransaction {
  fileprivate var sarah: Worker { Worker(id: .sarah, key: newPersonKey(), name: "Sarah") }
}
