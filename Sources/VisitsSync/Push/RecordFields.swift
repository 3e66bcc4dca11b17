import FHIR
import VisitsExchange
import VisitsModel

/// The fields of a received or drafted record that sync uses. They are compared with the stored fields of an attempt or
/// of the record on which the store and upstream last agreed.
enum RecordFields {
  case appointment(MappedAppointment)
  case encounter(MappedEncounter)
  /// The type and JSON of a record that only we write, such as a Flag.
  case own(type: String, JSONDocument)

  /// Reads the fields of a record.
  ///
  /// - Parameters:
  ///   - resource: The record.
  ///   - thing: The entity to which the record belongs.
  ///   - reader: Parses the record.
  /// - Returns: `nil` for a record that cannot be parsed, or whose type sync does not compare.
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

  /// Returns whether these fields equal stored fields.
  ///
  /// - Parameter fields: The stored fields as text.
  func areStored(in fields: String) throws -> Bool {
    switch self {
    case .appointment(let read): try MappedText.value(AppointmentSnapshot.self, from: fields).mapped == read
    case .encounter(let read): try MappedText.value(MappedEncounter.self, from: fields) == read
    case .own(let type, let json): try OwnText.of(type, json, sent: [fields]) == fields
    }
  }

  /// Returns whether upstream's record has the same facts as the record that we sent: the outcome of a visit, its
  /// check-in and check-out, that a worker needs help, that a task was done. Texts and planned times may differ.
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

  /// Returns the fields of upstream's record as text for the store. They may differ from the fields that we sent.
  ///
  /// - Parameter sent: The fields that we sent, as stored text.
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
  /// The status if it states an outcome: fulfilled, cancelled, no-show or entered in error. `nil` for a status of an
  /// Appointment that is still planned.
  fileprivate var fact: AppointmentStatus? {
    switch self {
    case .fulfilled, .cancelled, .noshow, .enteredInError: self
    default: nil
    }
  }
}

/// The stored fields of records that only we write, such as a Flag or a Task.
enum OwnText {
  /// Returns the fields of a record as text for the store. Equal fields have the same text.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - json: The record.
  ///   - sent: The stored fields of the records that we sent. They show which note of a Task is ours.
  static func of(_ type: String, _ json: JSONDocument, sent: [String] = []) throws -> String {
    switch type {
    case "Task": try MappedText.text(of: MappedTask(json, sent: sent.compactMap(note)))
    case "Goal": try MappedText.text(of: MappedGoal(json))
    case "Encounter": try MappedText.text(of: MappedSession(json))
    case "Observation": try MappedText.text(of: MappedOutcome(json))
    default: try MappedText.text(of: MappedFlag(json))
    }
  }

  /// Returns the status of a record, parsed from its stored fields.
  static func status(_ type: String, in fields: String) throws -> String? {
    switch type {
    case "Task": try MappedText.value(MappedTask.self, from: fields).status
    case "Goal": try MappedText.value(MappedGoal.self, from: fields).status
    case "Encounter": try MappedText.value(MappedSession.self, from: fields).status
    case "Observation": try MappedText.value(MappedOutcome.self, from: fields).status
    default: try MappedText.value(MappedFlag.self, from: fields).isActive ? "active" : "inactive"
    }
  }

  /// Returns the note of a Task that we wrote, parsed from the stored fields.
  static func note(in fields: String) throws -> String? { try MappedText.value(MappedTask.self, from: fields).own }
}
