import VisitsAPI
import VisitsModel
import VisitsStore

/// Checks of the records that a caller may see and change. A device may see and change only the records that concern
/// its worker. Every other record is refused as not found, so that the refusal does not reveal whether it exists.
extension Call {
  /// Half the width of ``window``, in days. A device may see a client only if a visit of its worker with the client
  /// starts in the window. If a visit of its worker was given to another worker, the device sees the visit only while
  /// its start is in the window.
  private static let days: Int64 = 14

  /// The worker to whose records the caller is limited; `nil` if the caller may see and change everything.
  var own: WorkerID? { session.device?.worker }

  /// The period from 14 days before to 14 days after now. The visits that start in this period decide which clients a
  /// device may see, and which visits that were given from its worker to another one.
  var window: Range<Instant> { now.adding(minutes: -Self.days * 1440)..<now.adding(minutes: Self.days * 1440) }

  /// Whether the caller is a device that may only report: it was revoked, or its worker has left. The answers to its
  /// reports show nothing that the worker did not record.
  var onlyReports: Bool {
    guard let device = session.device else { return false }
    return device.revokedAt != nil || service.devices.leftSince(device.worker) != nil
  }

  /// Whether the caller may see and change the records of this worker.
  func isOwn(_ worker: WorkerID) -> Bool { own == nil || own == worker }

  /// Throws if the caller is a device of another worker than the named one.
  ///
  /// - Parameter reader: The reader that finds the worker into whom the named one was merged. By default the device
  ///   register finds it, which knows only committed merges.
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

  /// Returns the worker to whom a list is limited. For a device this is always its own worker. For other callers it is
  /// the named worker; `nil` for a list of all workers.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if a device names another worker.
  func narrowed(_ worker: String?) throws -> String? {
    if let worker { try requireOwn(worker) }
    return own?.rawValue ?? worker
  }

  /// Whether a visit belongs to the device's worker, or did before it was given to another worker. Always `true` for
  /// callers other than devices.
  func hasHad(_ visit: Visit, _ reader: StoreReader) throws -> Bool {
    guard let own, visit.worker != own else { return true }
    return try reader.had(visit.id, own)
  }

  /// Whether the caller may see a visit. A device may see the visits of its worker. If a visit was given to another
  /// worker, the device may see it while its start is within ``window``.
  func mayRead(_ visit: Visit, _ reader: StoreReader) throws -> Bool {
    guard let own, visit.worker != own else { return true }
    return try window.contains(visit.start) && reader.had(visit.id, own)
  }

  /// Whether the caller may see a client. A device may if a visit of its worker with the client starts within
  /// ``window``.
  func mayRead(_ client: Client, _ reader: StoreReader) throws -> Bool {
    guard let own else { return true }
    return try reader.visits(own, client.id, within: window)
  }

  /// Whether the caller may see the records of a client's care. A device may if it does more than report and a visit
  /// of its worker with the client starts within ``window``. It may send records of its own for longer than that.
  func seesCare(of client: ClientID) async throws -> Bool {
    guard let own else { return true }
    guard !onlyReports else { return false }
    return try await service.store.read { [window] in try $0.visits(own, client, within: window) }
  }

  /// The text that replaces a name or title that the caller may no longer see.
  static let hidden = "–"
}
