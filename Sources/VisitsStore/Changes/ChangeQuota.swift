import Synchronization
import VisitsModel

/// Bounds how much a device changes in 24 hours. The history of a change is never deleted, so a device that is broken or
/// stolen could fill the disk for good.
///
/// Counted in memory: a restart begins anew, which no device can bring about. An emergency is never refused; it is counted
/// how often each caller raises it, see ``VisitsModel/Emergency/keeps(_:after:at:)``.
final class ChangeQuota: Sendable {
  /// How often one thing may be changed: a visit has some ten changes, a task record three.
  static let ofOneThing = 500
  /// How often a session may be changed: each trial is a change.
  static let ofOneSession = 5000
  /// How many changes are taken of all things together.
  static let ofAll = 20_000
  /// How many bytes of parameters: a day of visits with long notes has some thousands.
  static let ofBytes = 8_000_000

  private static let span: Int64 = 24 * 3_600_000

  /// What a device has changed since an instant.
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

  /// Who raises which emergency.
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

  /// How often an emergency was raised since an instant.
  private struct AlarmDay {
    let start: Instant
    var raises: RepeatedRaises

    func isOver(at now: Instant) -> Bool { !start.isWithin(span, before: now) }
  }

  private let days = Mutex<[DeviceID: Day]>([:])
  private let alarms = Mutex<[Alarm: AlarmDay]>([:])

  /// Refuses a request of a device that has sent too many.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)``.
  func admit(_ request: ChangeRequest, at now: Instant) throws {
    // That somebody came or left is never refused: of one visit it is bounded all the same.
    guard !["visit.start", "visit.complete"].contains(request.method) else { return }
    try admitMore(request, at: now)
  }

  /// Refuses what a device adds to a report that was taken, once the device has sent too much.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)``.
  func admitMore(_ request: ChangeRequest, at now: Instant) throws {
    guard let day = day(of: request, at: now), let (quota, limit) = day.usedUp else { return }
    throw Refusal.overQuota(quota, limit: limit, retryAfter: day.secondsLeft(at: now))
  }

  /// Refuses a change of a thing that the device has changed too often.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)``.
  func admit(_ request: ChangeRequest, of thing: String, _ topic: Refusal.Thing, at now: Instant) throws {
    // A session ends because something else begins or ends: that is not the call that used it up.
    guard topic != .session || request.method == "session.trial" else { return }
    let limit = topic == .session ? Self.ofOneSession : Self.ofOneThing
    guard let day = day(of: request, at: now), day.things[thing, default: 0] >= limit else { return }
    throw Refusal.overQuota(.changesOfOne, limit: limit, retryAfter: day.secondsLeft(at: now))
  }

  /// Whether the device has used up its changes or its bytes of 24 hours. A further change that changes nothing is not
  /// remembered then: a repeat of it changes nothing either, or is what it says.
  func isUsedUp(by request: ChangeRequest, at now: Instant) -> Bool {
    day(of: request, at: now)?.usedUp != nil
  }

  /// Counts a request, and what it has changed.
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

  /// How often whoever asks has raised an emergency; `nil`: never.
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
