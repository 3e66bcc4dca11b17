import VisitsModel

/// When the operator was told last that somebody raised an emergency which nobody has taken up since. An emergency that is
/// raised without end must not fill the journal.
struct RaisesTold {
  private struct Told {
    var at: Instant
    var isStored: Bool
  }

  /// How long the operator is told no more than once of the same emergency, in milliseconds.
  private static let pause: Int64 = 60_000

  private var told: [EmergencyID: Told] = [:]

  /// Whether the operator is to be told: at once when it is new, has been taken up since, or is on no disk any more;
  /// otherwise once a minute.
  mutating func isDue(_ emergency: EmergencyID, isStored: Bool, at now: Instant) -> Bool {
    if let last = told[emergency], isStored || !last.isStored, last.at.isWithin(Self.pause, before: now) {
      return false
    }
    told[emergency] = Told(at: now, isStored: isStored)
    return true
  }

  /// Somebody has taken it up, or it is over.
  mutating func forget(_ emergency: EmergencyID) { told[emergency] = nil }
}
