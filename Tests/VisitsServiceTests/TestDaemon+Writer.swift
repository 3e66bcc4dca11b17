import Dispatch
import Foundation
import VisitsModel
import VisitsService
import VisitsTestSupport

@testable import VisitsStore

extension TestDaemon {
  /// Holds the writer, as a large import does, until the work is done.
  func holdingTheWriter(_ work: () async throws -> Void) async throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    await withCheckedContinuation { isHeld in
      let request = ChangeRequest(
        caller: Caller(by: "root", origin: .socket, scope: "uid:0"), method: "import",
        requestId: "held", fingerprint: [], receivedAt: time.now)
      service.store.change(request) { _ in
        isHeld.resume()
        mayGoOn.wait()
        return .imported(ImportSummary())
      } completion: { _ in
      }
    }
    defer { mayGoOn.signal() }
    try await work()
  }

  /// Fails a change as a disk does that cannot write. No change is made from then on, until the store is opened anew.
  ///
  /// - Parameter work: Done on the writer's time before that.
  func failTheDisk(after work: () async throws -> Void = {}) async throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    await withCheckedContinuation { isHeld in
      let request = ChangeRequest(
        caller: Caller(by: "root", origin: .socket, scope: "uid:0"), method: "import",
        requestId: "failed", fingerprint: [], receivedAt: time.now)
      service.store.change(request) { _ in
        isHeld.resume()
        mayGoOn.wait()
        throw Refusal.unavailable(.diskFailing)
      } completion: { _ in
      }
    }
    do {
      defer { mayGoOn.signal() }
      try await work()
    }
    // Known before any caller is told of it.
    while service.store.fault == nil { await Task.yield() }
  }

  /// Holds all connections for reading that there are now. A change that the disk has failed learns of it through one of
  /// them.
  ///
  /// - Returns: What lets them go.
  func holdReads() async -> () -> Void {
    let mayGoOn = DispatchSemaphore(value: 0)
    let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
    let (store, count) = (service.store, service.store.readers)
    for _ in 0..<count {
      Thread.detachNewThread {
        try? store.readNow { _ in
          isHeld.yield()
          mayGoOn.wait()
        }
      }
    }
    var begun = held.makeAsyncIterator()
    for _ in 0..<count { await begun.next() }
    return { for _ in 0..<count { mayGoOn.signal() } }
  }
}
