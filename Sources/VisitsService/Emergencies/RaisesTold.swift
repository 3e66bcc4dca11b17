import VisitsModel

/// The times at which the operator was last notified of each raised emergency that is not acknowledged. They limit
/// repeated notices: an emergency that is raised again and again must not fill the journal.
struct RaisesTold {
  private struct Told {
    var at: Instant
    var isStored: Bool
  }

  /// The shortest time between two notices about the same emergency, in milliseconds.
  private static let pause: Int64 = 60_000

  private var told: [EmergencyID: Told] = [:]

  /// Returns whether to notify the operator, and records the notice if so: at once for a new emergency, for one that
  /// was acknowledged in between, and for one that is no longer stored on disk; otherwise once a minute.
  mutating func isDue(_ emergency: EmergencyID, isStored: Bool, at now: Instant) -> Bool {
    if let last = told[emergency], isStored || !last.isStored, last.at.isWithin(Self.pause, before: now) {
      return false
    }
    told[emergency] = Told(at: now, isStored: isStored)
    return true
  }

  /// Forgets an emergency that was acknowledged or resolved.
  mutating func forget(_ emergency: EmergencyID) { told[emergency] = nil }
}
