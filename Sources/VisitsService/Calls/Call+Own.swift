import VisitsAPI
import VisitsModel
import VisitsStore

/// A device sees and changes what is its worker's own. Whatever else there is, is refused as if it were not there, so that
/// nobody finds out by asking.
extension Call {
  /// Days before and after now in which a visit must start for its client to be one of the worker's, and for a visit
  /// that somebody else has now to be shown to the worker who had it.
  private static let days: Int64 = 14

  /// Whose things alone this caller may see and change; `nil`: everybody's.
  var own: WorkerID? { session.device?.worker }

  /// When a visit must start to be near enough.
  var window: Range<Instant> { now.adding(minutes: -Self.days * 1440)..<now.adding(minutes: Self.days * 1440) }

  /// Whether the caller may see and change what is a worker's.
  func isOwn(_ worker: WorkerID) -> Bool { own == nil || own == worker }

  /// Refuses a worker who is somebody else.
  ///
  /// - Parameter reader: What knows who was merged into whom; by default the register, which a merge that has not been
  ///   committed has not reached.
  func requireOwn(_ worker: String, in reader: StoreReader? = nil) throws {
    guard let own, own.rawValue != worker else { return }
    // A device may still name its worker by the id of before a merge.
    if let named = WorkerID(rawValue: worker),
      try reader?.successor(of: named) ?? service.devices.successor(of: named) == own
    {
      return
    }
    throw Refusal.notFound(.worker, id: worker)
  }

  /// The worker whose things a list shows: behind a device its own, whether or not it names that.
  func narrowed(_ worker: String?) throws -> String? {
    if let worker { try requireOwn(worker) }
    return own?.rawValue ?? worker
  }

  /// Whether the caller has a visit, or had it before it was given to somebody else.
  func hasHad(_ visit: Visit, _ reader: StoreReader) throws -> Bool {
    guard let own, visit.worker != own else { return true }
    return try reader.had(visit.id, own)
  }

  /// Whether the caller may see a visit.
  func mayRead(_ visit: Visit, _ reader: StoreReader) throws -> Bool {
    guard let own, visit.worker != own else { return true }
    return try window.contains(visit.start) && reader.had(visit.id, own)
  }

  /// Whether the caller may see a client.
  func mayRead(_ client: Client, _ reader: StoreReader) throws -> Bool {
    guard let own else { return true }
    return try reader.visits(own, client.id, within: window)
  }

  /// Whether the caller may see what is recorded of a client's care. A device's own records are taken for longer.
  func seesCare(of client: ClientID) async throws -> Bool {
    guard let own else { return true }
    guard !service.devices.hasLeft(own) else { return false }
    return try await service.store.read { [window] in try $0.visits(own, client, within: window) }
  }

  /// Stands in an answer for a name or title that the caller may not see any more.
  static let hidden = "–"
}
