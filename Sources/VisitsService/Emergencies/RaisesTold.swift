import VisitsModel

/// The times of the last notice to the operator about each raised emergency that is not yet acknowledged. They limit
/// repeated notices: an emergency that is raised again and again must not fill the journal.
struct RaisesTold {
  private struct Told {
    var at: Instant
    var isStored: Bool
  }

  /// The shortest time between two notices about the same emergency, in milliseconds.
  private static let pause: Int64 = 60_000

  private var told: [EmergencyID: Told] = [:]

  /// Returns whether to notify the operator of a raise now, and records the notice if so. A notice is due in three
  /// cases: the emergency has had no notice since it was last acknowledged, it was stored on disk at the last notice
  /// and is not now, or the last notice is a minute old.
  mutating func isDue(_ emergency: EmergencyID, isStored: Bool, at now: Instant) -> Bool {
    if let last = told[emergency], isStored || !last.isStored, last.at.isWithin(Self.pause, before: now) {
      return false
    }
    told[emergency] = Told(at: now, isStored: isStored)
    return true
  }

  /// Forgets an emergency that was acknowledged or resolved, so that its next raise is reported at once.
  mutating func forget(_ emergency: EmergencyID) { told[emergency] = nil }
}
