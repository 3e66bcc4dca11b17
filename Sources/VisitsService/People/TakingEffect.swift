import VisitsModel
import VisitsStore

/// Lets the facts that upstream has announced of workers and clients take effect when their time comes: a new home, a
/// name, a telephone number.
extension VisitsService {
  /// The most workers and clients in one change, because other changes wait until it is finished.
  private static let effectLimit = 200

  /// Looks each minute, until the task is cancelled.
  func runTakingEffect() async {
    defer { loops.ended(.announcements) }
    while !Task.isCancelled {
      do {
        try await takeEffect()
      } catch {
        // The next change that fails reports the fault of a disk. The facts take effect once it works again.
        reportFault(error)
      }
      loops.waits(.announcements, for: .seconds(60))
      do { try await clock.sleep(for: .seconds(60)) } catch { return }
    }
  }

  /// Stores the facts that hold by now. Sends nothing upstream, where they come from.
  ///
  /// - Returns: The number of workers and clients that have changed.
  @discardableResult
  package func takeEffect() async throws -> Int {
    var count = 0
    while !Task.isCancelled {
      loops.works(.announcements)
      let now = now()
      let due = try await store.read { try $0.due(at: now, limit: Self.effectLimit) }
      guard !due.workers.isEmpty || !due.clients.isEmpty else { break }
      let request = ChangeRequest(
        caller: .system, method: "people.takeEffect", requestId: newReference(), fingerprint: [], receivedAt: now)
      let outcome = try await store.change(request) { transaction in
        .tookEffect(try transaction.unsent { try transaction.takeEffect(at: now, due.workers, due.clients) })
      }
      if case .tookEffect(let changed) = outcome { count += changed }
    }
    return count
  }
}

extension ChangeTransaction {
  fileprivate func takeEffect(at now: Instant, _ workers: [WorkerID], _ clients: [ClientID]) throws -> Int {
    var count = 0
    for id in workers {
      guard var worker = try worker(id), worker.takeEffect(at: now) else { continue }
      _ = try put(worker)
      count += 1
    }
    for id in clients {
      guard var client = try client(id), client.takeEffect(at: now) else { continue }
      _ = try put(client)
      count += 1
    }
    return count
  }
}
