import VisitsModel
import VisitsStore

extension Call {
  /// Keeps what the device of a worker did in the field. It is never refused, whatever the office has decided meanwhile
  /// and whichever version the device has seen; a repeat changes nothing.
  ///
  /// - Parameters:
  ///   - method: What reports it.
  ///   - note: What the worker noted.
  ///   - check: The check that is reported. It may write down where the visit took place.
  func record(
    _ end: Visit.End, of id: String, by worker: WorkerID, _ method: String, note: String? = nil,
    in transaction: ChangeTransaction, check: (inout Visit) throws -> Check
  ) throws -> ChangeOutcome {
    guard let reported = try transaction.visit(VisitID(rawValue: id.lowercased())), try hasHad(reported, transaction)
    else {
      throw Refusal.notFound(.visit, id: id)
    }
    // The office may have united the visit with another since the device was last heard.
    let before = try transaction.heir(of: reported) ?? reported
    var visit = before
    let check = try check(&visit)
    let kind = try visit.record(end, check, by: worker) {
      try transaction.hasReported(method, of: before.id, by: worker)
    }
    let isRecorded = visit.life != before.life
    if !isRecorded { visit.takePlace(of: before) }
    // Of what is reported again, a note may be new.
    try visit.add(note, cutsTooLong: true)
    guard isRecorded || visit.attendances != before.attendances || visit.note != before.note else {
      return .visits([before])
    }
    if !isRecorded, visit.attendances == before.attendances { try transaction.admitAddition() }
    transaction.clash = kind.map { FieldClash(visit: visit.id, worker: worker, kind: $0) }
    let kept = try transaction.put(visit)
    if kind != nil { try transaction.raiseConflict(of: kept) }
    return .visits([kept])
  }
}

extension Visit {
  /// Adds what somebody noted, unless it stands there already. What stands there stays: somebody wrote it for whoever
  /// comes next.
  ///
  /// - Parameter cutsTooLong: Whether a note that gets too long is cut, as that of a device is, whose report is never
  ///   refused.
  /// - Throws: ``Refusal/invalid(field:_:)`` for one that gets too long.
  mutating func add(_ more: String?, cutsTooLong: Bool = false) throws {
    guard let more, !more.isEmpty, !"\n\(note ?? "")\n".contains("\n\(more)\n") else { return }
    guard let longer = note.longer(by: more, cutsTooLong: cutsTooLong) else {
      throw Refusal.invalid(field: "note", .tooLong(limit: String.longestNote))
    }
    note = longer
  }
}

extension String {
  /// The longest note that is kept of a thing, in Unicode scalars: one character may have any number of them.
  static let longestNote = 8000
}

extension String? {
  /// A note with another one on a line below; `nil`: that is too long.
  ///
  /// - Parameter cutsTooLong: Whether it is cut instead, and ends with "…".
  func longer(by more: String, cutsTooLong: Bool) -> String? {
    let joined = map { "\($0)\n\(more)" } ?? more
    if joined.unicodeScalars.count <= String.longestNote { return joined }
    guard cutsTooLong else { return nil }
    // What was cut before stays as it is.
    if let self, self.unicodeScalars.count >= String.longestNote { return self }
    return String(joined.unicodeScalars.prefix(String.longestNote - 1)) + "…"
  }
}
