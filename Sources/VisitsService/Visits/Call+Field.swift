import VisitsAPI
import VisitsModel
import VisitsStore

extension Call {
  /// Records a start or an end of a visit that the worker's device reports. The report is never refused because of the
  /// state of the visit: neither a decision that the office has made since nor the version that the device has seen
  /// matters. A report that is sent again changes nothing.
  ///
  /// - Parameters:
  ///   - method: The name of the API method with which the device reports it.
  ///   - note: The worker's note.
  ///   - check: Returns the reported check: the time and position of the start or end. It may set the visit's address.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such visit, or if the worker has never had it.
  func record(
    _ end: Visit.End, of id: String, by worker: WorkerID, _ method: String, note: String? = nil,
    in transaction: ChangeTransaction, check: (inout Visit) throws -> Check
  ) throws -> ChangeOutcome {
    guard let reported = try transaction.visit(VisitID(rawValue: id.lowercased())), try hasHad(reported, transaction)
    else {
      throw Refusal.notFound(.visit, id: id)
    }
    // The office may have merged the visit with another since the device was last in contact.
    let before = try transaction.heir(of: reported) ?? reported
    var visit = before
    let check = try check(&visit)
    let kind = try visit.record(end, check, by: worker) {
      var earlier: Visit.Earlier = try transaction.isSentAgain(of: before.id) ? .sameReport : []
      let isOwn =
        try before.recorded(end)?.device.map { try transaction.device($0)?.worker == worker }
        // A check from before the daemon knew its device is this worker's, unless the worker's report stands beside it.
        ?? (!before.hasBeside(end, of: worker) && transaction.hasReported(method, of: before.id, by: worker))
      if isOwn { earlier.insert(.recordedCheck) }
      return earlier
    }
    let isRecorded = visit.life != before.life
    if !isRecorded { visit.takePlace(of: before) }
    // A report that is sent again may have a new note.
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
  /// Appends a note to the visit's note, unless the note contains it already. The existing note stays, because it was
  /// written for the next visitor.
  ///
  /// - Parameter cutsTooLong: Whether a note that gets too long is cut off instead of being refused. It is `true` for
  ///   devices, whose reports are never refused.
  /// - Throws: ``Refusal/invalid(field:_:)`` if the note gets too long and is not cut off.
  mutating func add(_ more: String?, cutsTooLong: Bool = false) throws {
    guard let more, !more.isEmpty, !"\n\(note ?? "")\n".contains("\n\(more)\n") else { return }
    guard let longer = note.longer(by: more, cutsTooLong: cutsTooLong) else {
      throw Refusal.invalid(field: "note", .tooLong(limit: String.longestNote))
    }
    note = longer
  }
}

extension String {
  /// The longest stored note, in Unicode scalars. Characters would not limit its size, since one character may have any
  /// number of scalars.
  static let longestNote = 8000
}

extension String? {
  /// Returns this note with another one appended on a new line; `nil` if the result is too long.
  ///
  /// - Parameter cutsTooLong: Whether a result that is too long is cut off and ends with "…" instead.
  func longer(by more: String, cutsTooLong: Bool) -> String? {
    let joined = map { "\($0)\n\(more)" } ?? more
    if joined.unicodeScalars.count <= String.longestNote { return joined }
    guard cutsTooLong else { return nil }
    // A note that was cut off before stays as it is.
    if let self, self.unicodeScalars.count >= String.longestNote { return self }
    return joined.cut(to: String.longestNote)
  }
}
