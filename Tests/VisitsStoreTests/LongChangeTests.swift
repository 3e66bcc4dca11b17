import Synchronization
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A change that takes its time")
struct LongChangeTests {
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
    let order = Mutex<[String]>([])
    let requests = [test.request("first"), test.long("import", .seconds(5)), test.request("last")]
    _ = try await withHeldWriter(of: test) { answers in
      for request in requests {
        test.store.change(request) { _ in
          order.withLock { $0.append("\(request.requestId) is made") }
          return .imported(ImportSummary())
        } completion: { result in
          order.withLock { $0.append("\(request.requestId) is answered") }
          answers.keep(result)
        }
      }
      return 3
    }
    #expect(
      order.withLock { $0 } == [
        "first is made", "first is answered", "import is made", "import is answered", "last is made",
        "last is answered",
      ])
  }
}

extension TestStore {
  fileprivate func long(_ requestId: String, _ longest: Duration) -> ChangeRequest {
    var request = request(requestId)
    request.longest = longest
    return request
  }
}

extension ChangeTransaction {
  fileprivate var sarah: Worker { Worker(id: .sarah, key: newPersonKey(), name: "Sarah") }
}
