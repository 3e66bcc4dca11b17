import Synchronization
import VisitsModel

/// The devices with a token, in memory: their tokens, the keys of the workers, and the time of the last contact with
/// each device. Every call from a device needs them, and must not read the store for them.
final class DeviceRegister: Sendable {
  private struct State {
    var byToken: [String: EnrolledDevice] = [:]
    var tokens: [DeviceID: String] = [:]
    var ofWorker: [WorkerID: Set<DeviceID>] = [:]
    var workers: [PersonKey: WorkerID] = [:]
    var lastHeard: [DeviceID: Instant] = [:]
    var unwritten: Set<DeviceID> = []
    var left: [WorkerID: Instant] = [:]
    var successors: [WorkerID: WorkerID] = [:]
  }

  private let state = Mutex(State())
  private let isHeard: AsyncStream<Void>.Continuation
  /// A stream that yields when the times of some contacts must be written to the store. It has one reader.
  let contacts: AsyncStream<Void>

  init() { (contacts, isHeard) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Records the current state of a device: whether its token is valid, and which worker it belongs to.
  func note(_ device: Device) {
    state.withLock { state in
      if let token = state.tokens.removeValue(forKey: device.id) { state.byToken[token] = nil }
      state.ofWorker[device.worker]?.remove(device.id)
      guard let token = device.tokenDigest ?? device.formerTokenDigest else { return }
      state.tokens[device.id] = token
      state.byToken[token] = EnrolledDevice(id: device.id, worker: device.worker, revokedAt: device.revoked?.at)
      // The silence of a revoked device says nothing about its worker.
      guard device.revoked == nil else { return }
      state.ofWorker[device.worker, default: []].insert(device.id)
      // A device that was enrolled just now has been heard from.
      state.lastHeard[device.id] = state.lastHeard[device.id] ?? device.enrolledAt
    }
  }

  /// Records a committed change of a device, and notifies the operator of an enrolment or a revocation.
  func note(_ device: Device, since past: Device?, _ report: (VisitsService.Notice) -> Void) {
    if let former = past?.worker, former != device.worker {
      note(former, mergedInto: device.worker)
      state.withLock { _ = $0.ofWorker[former]?.remove(device.id) }
    }
    note(device)
    if past?.enrolledAt == nil, device.enrolledAt != nil { report(.deviceEnrolled(device.id)) }
    if past?.revoked == nil, device.revoked != nil { report(.deviceRevoked(device.id)) }
  }

  /// Records the key of a worker.
  func note(_ worker: WorkerID, key: PersonKey) { state.withLock { $0.workers[key] = worker } }

  /// Records whether a worker is active.
  ///
  /// - Parameter at: The time at which an inactive worker has left. It is ignored if an earlier call has recorded a
  ///   time.
  func note(_ worker: WorkerID, isActive: Bool, at: Instant) {
    state.withLock { $0.left[worker] = isActive ? nil : $0.left[worker] ?? at }
  }

  /// Records that the office has merged a worker into another one, to whom the worker's devices now belong.
  func note(_ worker: WorkerID, mergedInto successor: WorkerID) {
    state.withLock { state in
      for (former, _) in state.successors.filter({ $0.value == worker }) { state.successors[former] = successor }
      state.successors[worker] = successor
    }
  }

  /// Returns the worker into whom the given worker was merged; the same worker if there was no merge.
  func successor(of worker: WorkerID) -> WorkerID { state.withLock { $0.successors[worker] ?? worker } }

  /// Returns the time at which a worker left the agency; `nil` for an active worker.
  func leftSince(_ worker: WorkerID) -> Instant? { state.withLock { $0.left[worker] } }

  /// Records the times of the last contacts with devices that were stored when the daemon started.
  ///
  /// - Parameter now: The present. A stored time after it was written while the clock was ahead, and is replaced by it.
  func note(_ contacts: [DeviceID: Instant], at now: Instant) {
    state.withLock { $0.lastHeard.merge(contacts) { max($0, min($1, now)) } }
  }

  /// Replaces future times with now, after the clock was set back. This concerns the times of contacts with devices,
  /// and the times at which workers left.
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

  /// Returns the device with the token; `nil` if the token is unknown, or nothing is taken from it any more.
  func device(token: String, at now: Instant) -> EnrolledDevice? {
    let digest = DeviceSecrets.digest(ofToken: token)
    return state.withLock { $0.byToken[digest] }.flatMap { $0.mayReport(at: now) ? $0 : nil }
  }

  /// Returns a device as it is now, after the call that it makes began; `nil` if nothing is taken from it any more.
  func present(_ device: EnrolledDevice, at now: Instant) -> EnrolledDevice? {
    let present = state.withLock { state in state.tokens[device.id].flatMap { state.byToken[$0] } }
    return present.flatMap { $0.mayReport(at: now) ? $0 : nil }
  }

  /// Compares the worker under whom a device has recorded a call with the device's worker. Keys of workers who were
  /// merged mean the worker who stays.
  ///
  /// - Parameter key: The key of the worker; `nil` if the device does not name the worker.
  /// - Throws: ``Refusal/otherWorker(_:)`` if the key is another worker's or unknown.
  func compare(_ key: String?, with device: EnrolledDevice) throws(Refusal) {
    guard let key else { return }
    let isOwn = state.withLock { state in
      guard let worker = state.workers[PersonKey(rawValue: key)] else { return false }
      return state.successors[worker] ?? worker == state.successors[device.worker] ?? device.worker
    }
    if !isOwn { throw .otherWorker(.token) }
  }

  /// Records a contact: a device has called.
  func hear(_ device: DeviceID, at now: Instant) {
    let isFirst = state.withLock { state in
      if let last = state.lastHeard[device], last >= now { return false }
      state.lastHeard[device] = now
      defer { state.unwritten.insert(device) }
      return state.unwritten.isEmpty
    }
    if isFirst { isHeard.yield() }
  }

  /// Returns the time of the last contact with a device; `nil` if there was none.
  func lastHeard(_ device: DeviceID) -> Instant? { state.withLock { $0.lastHeard[device] } }

  /// Returns the time of the last contact with any device of a worker; `nil` if the worker has no device.
  func lastHeard(of worker: WorkerID) -> Instant? {
    state.withLock { state in state.ofWorker[worker]?.compactMap { state.lastHeard[$0] }.max() }
  }

  /// Returns the contacts that were recorded since the last call of this function. The caller writes them to the store.
  func takeUnwritten() -> [DeviceID: Instant] {
    state.withLock { state in
      defer { state.unwritten = [] }
      return state.lastHeard.filter { state.unwritten.contains($0.key) }
    }
  }

  /// Takes back contacts that could not be written to the store, so that the next write includes them.
  func giveBack(_ contacts: [DeviceID: Instant]) {
    state.withLock { $0.unwritten.formUnion(contacts.keys) }
    isHeard.yield()
  }
}
