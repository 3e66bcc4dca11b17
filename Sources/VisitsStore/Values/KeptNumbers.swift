import VisitsModel

// A restored database may have been written by another program. A number that is far out of range is read as the
// nearest usable number, because an overflow would crash the daemon.

extension Int {
  /// Creates a count, a length, a rank or a version from a stored number. A number beyond ±2^40 is reduced to this
  /// limit, because a larger number could overflow later. No real value comes near the limit, and an `Instant` can
  /// still hold 2^40 minutes.
  init(kept number: Int64) { self = Int(Swift.min(Swift.max(number, -1 << 40), 1 << 40)) }

  init(secondOfDay number: Int64) { self = Int(Swift.min(Swift.max(number, 0), 86_399)) }
}

extension SnapshotFields {
  func count(_ name: String) throws(StoreFault) -> Int? { try integer(name).map(Int.init(kept:)) }

  func day(_ name: String) throws(StoreFault) -> CareDay? { try integer(name).map(CareDay.init(nearest:)) }

  func secondOfDay(_ name: String) throws(StoreFault) -> Int? { try integer(name).map(Int.init(secondOfDay:)) }
}
