/// What can become of an emergency.
extension Emergency {
  /// The longest note that is kept of all times that it was raised, in characters.
  package static let noteLimit = 8000

  /// It is raised once more while it is open: what is new of it is kept, and whoever had taken it up is told anew.
  package mutating func join(_ again: Emergency) {
    if let more = again.note, !(note ?? "").contains(more) {
      let joined = note.map { "\($0)\n\(more)" } ?? more
      note = String(joined.suffix(Self.noteLimit))
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
    guard let more = handling.note, !more.isEmpty, !(first.note ?? "").contains(more) else { return }
    let said = "\(handling.by): \(more)"
    let joined = first.note.map { "\($0)\n\(said)" } ?? said
    acknowledged?.note = String(joined.suffix(Self.noteLimit))
  }

  /// Somebody ends it.
  ///
  /// - Throws: ``Refusal/emergencyOver(_:to:)``.
  package mutating func resolve(_ handling: Handling) throws(Refusal) {
    guard isOpen else { throw .emergencyOver(id, to: .resolved) }
    resolved = handling
  }
}
