import VisitsAPI
import VisitsModel
import VisitsStore

/// A device may see and change only what concerns its worker. Everything else is refused as not found, so that a device
/// cannot learn from a refusal what exists.
extension Call {
  /// Half the width of ``window``, in days. A client is one of the worker's own if a visit of theirs starts in the
  /// window. A worker still sees a visit that was given to another worker if it starts in the window.
  private static let days: Int64 = 14

  /// The worker to whose records the caller is limited; `nil` if the caller may see and change everything.
  var own: WorkerID? { session.device?.worker }

  /// The period in which a visit must start to count for ``own``: 14 days before and after now.
  var window: Range<Instant> { now.adding(minutes: -Self.days * 1440)..<now.adding(minutes: Self.days * 1440) }

  /// Whether the caller may see and change the worker's records.
  func isOwn(_ worker: WorkerID) -> Bool { own == nil || own == worker }

  /// Refuses a caller that is limited to another worker.
  ///
  /// - Parameter reader: The reader that resolves merged workers. By default the device register does, which learns of
  ///   a merge only when it is committed.
  /// - Throws: ``Refusal/notFound(_:id:)``.
  func requireOwn(_ worker: String, in reader: StoreReader? = nil) throws {
    guard let own, own.rawValue != worker else { return }
    // A device may still send the id that its worker had before a merge.
    if let named = WorkerID(rawValue: worker),
      try reader?.successor(of: named) ?? service.devices.successor(of: named) == own
    {
      return
    }
    throw Refusal.notFound(.worker, id: worker)
  }

  /// Returns the worker to whom a list is limited: for a device its own worker, whether it names the worker or not.
  func narrowed(_ worker: String?) throws -> String? {
    if let worker { try requireOwn(worker) }
    return own?.rawValue ?? worker
  }

  /// Whether the caller has the visit, or had it before it was given to another worker.
  func hasHad(_ visit: Visit, _ reader: StoreReader) throws -> Bool {
    guard let own, visit.worker != own else { return true }
    return try reader.had(visit.id, own)
  }

  /// Whether the caller may see a visit: it is theirs, or it was theirs and starts within ``window``.
  func mayRead(_ visit: Visit, _ reader: StoreReader) throws -> Bool {
    guard let own, visit.worker != own else { return true }
    return try window.contains(visit.start) && reader.had(visit.id, own)
  }

  /// Whether the caller may see a client: a visit of their worker with the client starts within ``window``.
  func mayRead(_ client: Client, _ reader: StoreReader) throws -> Bool {
    guard let own else { return true }
    return try reader.visits(own, client.id, within: window)
  }

  /// Whether the caller may see the records of a client's care. A device may send its own records for longer.
  func seesCare(of client: ClientID) async throws -> Bool {
    guard let own else { return true }
    guard !service.devices.hasLeft(own) else { return false }
    return try await service.store.read { [window] in try $0.visits(own, client, within: window) }
  }

  /// The text that replaces a name or title that the caller may no longer see.
  static let hidden = "–"
}
