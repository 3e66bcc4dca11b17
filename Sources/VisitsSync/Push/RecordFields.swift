import FHIR
import VisitsExchange
import VisitsModel

/// The mapped fields of a record, for comparison with the stored fields of an attempt or an agreed record.
enum RecordFields {
  case appointment(MappedAppointment)
  case encounter(MappedEncounter)
  /// A record that only we write.
  case own(type: String, JSONDocument)

  /// Creates the fields of a record.
  ///
  /// - Parameter thing: The entity that the record belongs to.
  /// - Returns: `nil` for a record that cannot be read.
  init?(_ resource: Resource, of thing: SyncThing, _ reader: UpstreamReader) throws {
    if thing.parts?.topic.isOursAlone == true {
      self = .own(type: resource.type, try JSONDocument(json: resource.json))
      return
    }
    // The time does not matter for the comparison: a check-in in the future is the same check-in.
    switch try? reader.record(resource, at: Instant(milliseconds: 0)) {
    case .appointment(let read): self = .appointment(read)
    case .encounter(let read): self = .encounter(read.fields)
    default: return nil
    }
  }

  /// Returns whether these fields equal the stored fields.
  func areStored(in fields: String) throws -> Bool {
    switch self {
    case .appointment(let read): try MappedText.value(AppointmentSnapshot.self, from: fields).mapped == read
    case .encounter(let read): try MappedText.value(MappedEncounter.self, from: fields) == read
    case .own(let type, let json): try OwnText.of(type, json, sent: [fields]) == fields
    }
  }

  /// Returns whether upstream stores the facts that were sent: that a visit happened, its check-in and check-out, that
  /// a worker needs help, that a task was done. Texts and plans may differ.
  func keepFacts(of sent: String) throws -> Bool {
    switch self {
    case .appointment(let read):
      return try MappedText.value(AppointmentSnapshot.self, from: sent).mapped.status.fact == read.status.fact
    case .encounter(let read):
      let sent = try MappedText.value(MappedEncounter.self, from: sent)
      return sent.state == read.state && sent.checkIn == read.checkIn && sent.checkOut == read.checkOut
    case .own(let type, let json):
      return try OwnText.status(type, in: sent) == OwnText.status(type, in: OwnText.of(type, json))
    }
  }

  /// Returns the agreed fields as text. They are the fields of the record that upstream stores, which may differ from
  /// the fields that were sent.
  func text(insteadOf sent: String) throws -> String {
    switch self {
    case .appointment(let read):
      let sent = try MappedText.value(AppointmentSnapshot.self, from: sent)
      var kept = AppointmentSnapshot(mapped: read, worker: sent.worker)
      // If the server has changed the place that we sent, the place is resolved from the current records.
      if kept.namesPlace(of: sent) { kept.place = sent.place }
      return kept.text
    case .encounter(let read): return try read.text
    case .own(let type, let json): return try OwnText.of(type, json, sent: [sent])
    }
  }
}

extension AppointmentStatus {
  /// The status of the Appointment if it states an outcome: fulfilled, cancelled, no-show or entered in error. `nil`
  /// for every status of a planned visit.
  fileprivate var fact: AppointmentStatus? {
    switch self {
    case .fulfilled, .cancelled, .noshow, .enteredInError: self
    default: nil
    }
  }
}

/// The mapped fields of a record that only we write.
enum OwnText {
  /// Returns the stored text; equal values have the same text.
  ///
  /// - Parameter sent: The stored fields of the records that were sent.
  static func of(_ type: String, _ json: JSONDocument, sent: [String] = []) throws -> String {
    switch type {
    case "Task": try MappedText.text(of: MappedTask(json, sent: sent.compactMap(note)))
    case "Goal": try MappedText.text(of: MappedGoal(json))
    case "Encounter": try MappedText.text(of: MappedSession(json))
    case "Observation": try MappedText.text(of: MappedOutcome(json))
    default: try MappedText.text(of: MappedFlag(json))
    }
  }

  /// Returns the status of a record from its stored fields.
  static func status(_ type: String, in fields: String) throws -> String? {
    switch type {
    case "Task": try MappedText.value(MappedTask.self, from: fields).status
    case "Goal": try MappedText.value(MappedGoal.self, from: fields).status
    case "Encounter": try MappedText.value(MappedSession.self, from: fields).status
    case "Observation": try MappedText.value(MappedOutcome.self, from: fields).status
    default: try MappedText.value(MappedFlag.self, from: fields).isActive ? "active" : "inactive"
    }
  }

  /// Returns our note from the stored fields of a Task.
  static func note(in fields: String) throws -> String? { try MappedText.value(MappedTask.self, from: fields).own }
}
