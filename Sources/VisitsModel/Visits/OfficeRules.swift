/// What is refused to the office alone: it can still do otherwise. What a caregiver's device did in the field is never
/// refused (`product.md`, A visit's life).
extension Visit {
  /// Whoever says "now" of a visit that starts later than this, in milliseconds, has taken the wrong visit.
  package static let farAhead: Int64 = 12 * 3600 * 1000

  /// Refuses to move a visit that nobody makes to where somebody must have come.
  func requireWorker(movingTo target: Status, by method: Check.Method) throws(Refusal) {
    guard method == .office, worker == nil else { return }
    throw .openVisit(id, from: status, to: target)
  }

  /// Refuses a check of a visit that is still far ahead, unless the time was told: then it is meant.
  func requireDue(_ check: Check, isTimeTold: Bool) throws(Refusal) {
    guard check.method == .office, !isTimeTold, check.receivedAt.milliseconds(to: start) > Self.farAhead else { return }
    throw .invalid(field: "at", .startsMuchLater(start))
  }
}
