import VisitsModel

// A database may have been restored from a file that another program wrote. A number that is far out of range is read as
// the nearest that can be computed with: what overflows ends the daemon.

extension Int {
  /// A count, a length, a rank or a version. None comes near the limit, and so many minutes still fit an `Instant`.
  init(kept number: Int64) { self = Int(Swift.min(Swift.max(number, -1 << 40), 1 << 40)) }

  init(secondOfDay number: Int64) { self = Int(Swift.min(Swift.max(number, 0), 86_399)) }
}

extension SnapshotFields {
  func count(_ name: String) throws(StoreFault) -> Int? { try integer(name).map(Int.init(kept:)) }

  func day(_ name: String) throws(StoreFault) -> CareDay? { try integer(name).map(CareDay.init(nearest:)) }

  func secondOfDay(_ name: String) throws(StoreFault) -> Int? { try integer(name).map(Int.init(secondOfDay:)) }
}
