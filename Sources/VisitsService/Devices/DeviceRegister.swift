import Synchronization
import VisitsModel

/// The devices whose tokens hold, and when each was heard from last: known without a look into the store, since every
/// call from the field asks.
final class DeviceRegister: Sendable {
  private struct State {
    var byToken: [String: EnrolledDevice] = [:]
    var tokens: [DeviceID: String] = [:]
    var ofWorker: [WorkerID: Set<DeviceID>] = [:]
    var lastHeard: [DeviceID: Instant] = [:]
    var unwritten: Set<DeviceID> = []
    var left: [WorkerID: Instant] = [:]
    var successors: [WorkerID: WorkerID] = [:]
  }

  private let state = Mutex(State())
  private let isHeard: AsyncStream<Void>.Continuation
  /// Yields when there is something to write. To be read by one.
  let contacts: AsyncStream<Void>

  init() { (contacts, isHeard) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Takes in a device as it is now.
  func note(_ device: Device) {
    state.withLock { state in
      if let token = state.tokens.removeValue(forKey: device.id) { state.byToken[token] = nil }
      guard let token = device.tokenDigest else {
        state.ofWorker[device.worker]?.remove(device.id)
        return
      }
      state.tokens[device.id] = token
      state.byToken[token] = EnrolledDevice(id: device.id, worker: device.worker)
      state.ofWorker[device.worker, default: []].insert(device.id)
      // A device that has just been enrolled was heard from then.
      state.lastHeard[device.id] = state.lastHeard[device.id] ?? device.enrolledAt
    }
  }

  /// Takes in what was committed, and tells the operator of it.
  func note(_ device: Device, since past: Device?, _ report: (VisitsService.Notice) -> Void) {
    if let former = past?.worker, former != device.worker {
      note(former, mergedInto: device.worker)
      state.withLock { _ = $0.ofWorker[former]?.remove(device.id) }
    }
    note(device)
    if past?.enrolledAt == nil, device.enrolledAt != nil { report(.deviceEnrolled(device.id)) }
    if past?.revoked == nil, device.revoked != nil { report(.deviceRevoked(device.id)) }
  }

  /// Takes in whether a worker works here.
  ///
  /// - Parameter at: Since when they do not, unless that is known already.
  func note(_ worker: WorkerID, isActive: Bool, at: Instant) {
    state.withLock { $0.left[worker] = isActive ? nil : $0.left[worker] ?? at }
  }

  /// Takes in that the office has merged a worker into another, whose devices the worker's are from then on.
  func note(_ worker: WorkerID, mergedInto successor: WorkerID) {
    state.withLock { state in
      for (former, _) in state.successors.filter({ $0.value == worker }) { state.successors[former] = successor }
      state.successors[worker] = successor
    }
  }

  /// Into whom the office has merged a worker; the worker where it has not.
  func successor(of worker: WorkerID) -> WorkerID { state.withLock { $0.successors[worker] ?? worker } }

  /// Whether a worker does not work here any more.
  func hasLeft(_ worker: WorkerID) -> Bool { leftSince(worker) != nil }

  /// Since when a worker does not work here any more; `nil`: they do.
  func leftSince(_ worker: WorkerID) -> Instant? { state.withLock { $0.left[worker] } }

  /// Takes in what was written before a start.
  ///
  /// - Parameter now: What was written by a clock that was ahead was heard by then at the latest.
  func note(_ contacts: [DeviceID: Instant], at now: Instant) {
    state.withLock { $0.lastHeard.merge(contacts) { max($0, min($1, now)) } }
  }

  /// The clock was ahead, and is set back: what was heard by it was heard by now at the latest, and who left by it has left
  /// by now.
  func clockIsSet(to now: Instant) {
    state.withLock { state in
      state.left = state.left.mapValues { min($0, now) }
      for (device, at) in state.lastHeard where at > now {
        state.lastHeard[device] = now
        state.unwritten.insert(device)
      }
    }
    isHeard.yield()
  }

  /// The device that has this token.
  func device(token: String) -> EnrolledDevice? {
    let digest = DeviceSecrets.digest(ofToken: token)
    return state.withLock { $0.byToken[digest] }
  }

  /// Whether the device's token holds still.
  func isEnrolled(_ device: DeviceID) -> Bool { state.withLock { $0.tokens[device] != nil } }

  /// A device was heard from.
  func hear(_ device: DeviceID, at now: Instant) {
    let isFirst = state.withLock { state in
      if let last = state.lastHeard[device], last >= now { return false }
      state.lastHeard[device] = now
      defer { state.unwritten.insert(device) }
      return state.unwritten.isEmpty
    }
    if isFirst { isHeard.yield() }
  }

  /// When a device was heard from last.
  func lastHeard(_ device: DeviceID) -> Instant? { state.withLock { $0.lastHeard[device] } }

  /// When any device of a worker was heard from last; `nil`: the worker has none.
  func lastHeard(of worker: WorkerID) -> Instant? {
    state.withLock { state in state.ofWorker[worker]?.compactMap { state.lastHeard[$0] }.max() }
  }

  /// What was heard since this was taken last.
  func takeUnwritten() -> [DeviceID: Instant] {
    state.withLock { state in
      defer { state.unwritten = [] }
      return state.lastHeard.filter { state.unwritten.contains($0.key) }
    }
  }

  /// It could not be written: what is heard next brings it along.
  func giveBack(_ contacts: [DeviceID: Instant]) {
    state.withLock { $0.unwritten.formUnion(contacts.keys) }
    isHeard.yield()
  }
}
