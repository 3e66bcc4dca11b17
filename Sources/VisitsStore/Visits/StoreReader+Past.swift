package import VisitsModel

extension StoreReader {
  /// A visit just before and just after it was last started, completed, cancelled or missed from being scheduled; `nil`
  /// when it never was.
  ///
  /// The audit is followed back from the visit's last entry, which seldom is more than two steps.
  package func lastDeparture(of id: VisitID) throws -> (planned: Visit, after: Visit)? {
    guard let stored = try storedVisit(id) else { return nil }
    var (after, entry) = (stored.visit, stored.change)
    while let (sequence, snapshot) = try earlier(than: entry) {
      let before = try Visit(snapshot: snapshot)
      if before.status == .scheduled, after.status != .scheduled { return (before, after) }
      (after, entry) = (before, sequence)
    }
    return nil
  }

  private func earlier(than entry: Int64) throws -> (sequence: Int64, snapshot: String)? {
    try db.first(
      """
      SELECT earlier.sequence, earlier.snapshot
      FROM audit JOIN audit AS earlier ON earlier.sequence = audit.previous WHERE audit.sequence = ?
      """, [.integer(entry)]
    ) { ($0.integer(0), $0.text(1)) }
  }
}
