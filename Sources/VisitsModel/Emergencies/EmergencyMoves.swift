/// What can become of an emergency.
extension Emergency {
  /// The longest note that is kept of all times that it was raised, in Unicode scalars.
  package static let noteLimit = 8000

  /// It is raised once more while it is open: what is new of it is kept, and whoever had taken it up is told anew.
  package mutating func join(_ again: Emergency) {
    if let more = again.note, !says(more) {
      note = Self.end(of: note.map { "\($0)\n\(more)" } ?? more)
    }
    visit = again.visit ?? visit
    position = again.position ?? position
    isClockSuspect = isClockSuspect || again.isClockSuspect
    raises += 1
    lastRaisedAt = again.receivedAt
    acknowledged = nil
  }

  /// Somebody takes it up. Who was first stays; what others say of it afterwards is kept below, with who said it.
  ///
  /// - Throws: ``Refusal/emergencyOver(_:to:)``.
  package mutating func acknowledge(_ handling: Handling) throws(Refusal) {
    guard isOpen else { throw .emergencyOver(id, to: .acknowledged) }
    guard let first = acknowledged else { return acknowledged = handling }
    guard let more = handling.note, !more.isEmpty, !(first.note ?? "").holds(more) else { return }
    let said = "\(handling.by): \(more)"
    acknowledged?.note = Self.end(of: first.note.map { "\($0)\n\(said)" } ?? said)
  }

  /// As much of a note as is kept. Unicode's scalars are counted: one character may have any number of them.
  private static func end(of note: String) -> String { String(note.unicodeScalars.suffix(noteLimit)) }

  /// Somebody ends it.
  ///
  /// - Throws: ``Refusal/emergencyOver(_:to:)``.
  package mutating func resolve(_ handling: Handling) throws(Refusal) {
    guard isOpen else { throw .emergencyOver(id, to: .resolved) }
    resolved = handling
  }
}
