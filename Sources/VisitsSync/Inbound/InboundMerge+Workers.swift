import VisitsExchange
import VisitsModel
import VisitsStore

/// The workers of an Appointment. Two Practitioners of an Appointment may be one worker here, because the Appointment
/// names a record twice or the office has linked two records to one worker. Such a worker gets one visit for both
/// participants.
extension InboundMerge {
  /// Returns the identities of the workers whom an Appointment names; `[nil]` if the Appointment names no worker. If
  /// several identities are one worker here, only one of them is returned: the identity whose visit has progressed
  /// furthest.
  ///
  /// If two visits of one worker have both happened, both identities are returned, and the worker keeps both visits.
  /// Only the coordinator can decide which visit is true.
  func workers(of read: MappedAppointment, among parts: [Part] = []) throws -> [UpstreamIdentity?] {
    guard read.workers.count > 1 else { return read.workers.isEmpty ? [nil] : read.workers }
    var named: [UpstreamIdentity] = []
    var places: [WorkerID: Int] = [:]
    for identity in read.workers {
      guard let id = try transaction.workerID(for: identity) else {
        named.append(identity)
        continue
      }
      guard let place = places[id] else {
        places[id] = named.count
        named.append(identity)
        continue
      }
      let (first, second) = (progress(of: named[place], among: parts), progress(of: identity, among: parts))
      if first == .happened, second == .happened {
        named.append(identity)
      } else if second > first {
        named[place] = identity
      }
    }
    return named
  }

  /// Returns the indices of those stored visits of an Appointment that belong to a worker. These are the visits with
  /// the given identity of the worker or, if there are none, the visits with another identity of the same worker.
  func agreedParts(of worker: UpstreamIdentity?, among parts: [Part]) throws -> [Int] {
    let agreed = parts.indices.filter { parts[$0].isAgreed }
    let same = agreed.filter { parts[$0].worker == worker }
    guard same.isEmpty, let id = try worker.flatMap({ try transaction.workerID(for: $0) }) else { return same }
    return try agreed.filter { place in
      try parts[place].worker.flatMap { try transaction.workerID(for: $0) } == id
    }
  }

  /// The progress of a worker's visit, in ascending order.
  private enum Progress: Comparable {
    case none
    case calledOff
    case planned
    case happened
  }

  private func progress(of identity: UpstreamIdentity, among parts: [Part]) -> Progress {
    let own = parts.filter { $0.isAgreed && $0.worker == identity }
    return own.map { part in
      let life = SyncedVisit(part.visit).life
      if life.hasHappened { return .happened }
      return life.isCalledOff || life == .withdrawn ? .calledOff : .planned
    }.max() ?? .none
  }
}
