import Synchronization
import VisitsModel

/// Limits how much a device can change in 24 hours. The history of a change is never deleted, so without limits a
/// broken or stolen device could fill the disk permanently.
///
/// The counts are in memory: a restart clears them, and no device can cause a restart. The quota never refuses an
/// emergency. Instead it counts how often each caller raises the same emergency, see
/// ``VisitsModel/Emergency/keeps(_:after:at:)``.
final class ChangeQuota: Sendable {
  /// The maximum number of changes of one entity in 24 hours. Normally a visit has about ten changes, a task record
  /// three.
  static let ofOneThing = 500
  /// The maximum number of changes of one session of a goal in 24 hours. Each trial in the session is a change.
  static let ofOneSession = 5000
  /// The maximum number of changes that a device makes in 24 hours, over all entities.
  static let ofAll = 20_000
  /// The maximum number of bytes in the parameters of all requests of a device in 24 hours. A normal day of visits with
  /// long notes has some thousand bytes.
  static let ofBytes = 8_000_000

  private static let span: Int64 = 24 * 3_600_000

  /// The counts of one device's changes in the 24 hours from `start`.
  private struct Day {
    let start: Instant
    var all = 0
    var bytes = 0
    var things: [String: Int] = [:]

    var usedUp: (Refusal.Quota, limit: Int)? {
      if all >= ChangeQuota.ofAll { return (.changesOfDevice, ChangeQuota.ofAll) }
      return bytes >= ChangeQuota.ofBytes ? (.bytesOfDevice, ChangeQuota.ofBytes) : nil
    }

    func secondsLeft(at now: Instant) -> Int { Int((span - start.milliseconds(to: now) + 999) / 1000) }

    func isOver(at now: Instant) -> Bool { !start.isWithin(span, before: now) }
  }

  /// An emergency and the caller who raises it, as the key of the counts of raises.
  private struct Alarm: Hashable {
    let device: DeviceID?
    let scope: String
    let emergency: String

    init(_ request: ChangeRequest, _ emergency: String) {
      device = request.device
      scope = request.caller.scope
      self.emergency = emergency
    }
  }

  /// The number and the times of one caller's raises of one emergency in the 24 hours from `start`.
  private struct AlarmDay {
    let start: Instant
    var raises: RepeatedRaises

    func isOver(at now: Instant) -> Bool { !start.isWithin(span, before: now) }
  }

  private let days = Mutex<[DeviceID: Day]>([:])
  private let alarms = Mutex<[Alarm: AlarmDay]>([:])

  /// Refuses a request if the device has used up its quota of changes or bytes for 24 hours. Never refuses a check-in
  /// or check-out.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)``.
  func admit(_ request: ChangeRequest, at now: Instant) throws {
    // A check-in or check-out is never refused here. The limit for the changes of one visit still applies.
    guard !["visit.start", "visit.complete"].contains(request.method) else { return }
    try admitMore(request, at: now)
  }

  /// Refuses a change that only adds to a stored report, if the device has used up its quota of changes or bytes for 24
  /// hours. Unlike ``admit(_:at:)``, also refuses additions to a check-in or check-out.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)``.
  func admitMore(_ request: ChangeRequest, at now: Instant) throws {
    guard let day = day(of: request, at: now), let (quota, limit) = day.usedUp else { return }
    throw Refusal.overQuota(quota, limit: limit, retryAfter: day.secondsLeft(at: now))
  }

  /// Refuses a change of an entity that the device has changed too often in 24 hours.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)``.
  func admit(_ request: ChangeRequest, of thing: String, _ topic: Refusal.Thing, at now: Instant) throws {
    // Only a trial is refused because of a session's quota. A call that begins or ends something else may also end this
    // session, and must not fail.
    guard topic != .session || request.method == "session.trial" else { return }
    let limit = topic == .session ? Self.ofOneSession : Self.ofOneThing
    guard let day = day(of: request, at: now), day.things[thing, default: 0] >= limit else { return }
    throw Refusal.overQuota(.changesOfOne, limit: limit, retryAfter: day.secondsLeft(at: now))
  }

  /// Returns whether the device has used up its quota of changes or bytes for 24 hours. If so, the store no longer
  /// records requests that change nothing, so that their records do not fill the disk. A repeat of such a request is
  /// evaluated again.
  func isUsedUp(by request: ChangeRequest, at now: Instant) -> Bool {
    day(of: request, at: now)?.usedUp != nil
  }

  /// Adds a request and the changes that it made to the counts.
  func count(_ request: ChangeRequest, _ changes: [CommittedChange], at now: Instant) {
    for change in changes {
      guard case .emergency(let before, let after) = change.detail, before?.raises != after.raises else { continue }
      countRaise(Alarm(request, after.id.rawValue), hasWords: before?.note != after.note, at: now)
    }
    guard let device = request.device, !request.isUrgent else { return }
    days.withLock { days in
      if days[device]?.isOver(at: now) != false {
        days = days.filter { !$0.value.isOver(at: now) }
        days[device] = Day(start: now)
      }
      days[device]?.all += 1
      days[device]?.bytes += request.fingerprint.count
      for change in changes { days[device]?.things[change.event.thing, default: 0] += 1 }
    }
  }

  /// Returns how often the caller has raised an emergency in 24 hours; `nil` for never.
  func raises(of emergency: EmergencyID, by request: ChangeRequest, at now: Instant) -> RepeatedRaises? {
    let day = alarms.withLock { $0[Alarm(request, emergency.rawValue)] }
    return day.flatMap { $0.isOver(at: now) ? nil : $0.raises }
  }

  private func countRaise(_ alarm: Alarm, hasWords: Bool, at now: Instant) {
    alarms.withLock { alarms in
      guard var day = alarms[alarm], !day.isOver(at: now) else {
        alarms = alarms.filter { !$0.value.isOver(at: now) }
        alarms[alarm] = AlarmDay(
          start: now, raises: RepeatedRaises(count: 1, last: now, lastWords: hasWords ? now : nil))
        return
      }
      day.raises.count += 1
      day.raises.last = now
      if hasWords { day.raises.lastWords = now }
      alarms[alarm] = day
    }
  }

  private func day(of request: ChangeRequest, at now: Instant) -> Day? {
    guard let device = request.device, !request.isUrgent else { return nil }
    return days.withLock { $0[device] }.flatMap { $0.isOver(at: now) ? nil : $0 }
  }
}
