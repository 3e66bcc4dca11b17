import FHIR
import VisitsExchange
import VisitsModel

/// What a record says, to be compared with what was kept of an attempt or an agreement.
enum SaidText {
  case appointment(MappedAppointment)
  case encounter(MappedEncounter)
  /// A record that is ours alone.
  case own(type: String, JSONDocument)

  /// - Parameter thing: What it is a record of.
  /// - Returns: `nil` for a record that cannot be read: it says nothing.
  init?(_ resource: Resource, of thing: SyncThing, _ reader: UpstreamReader) throws {
    if thing.parts?.topic.isOursAlone == true {
      self = .own(type: resource.type, try JSONDocument(json: resource.json))
      return
    }
    // No moment matters to what is compared here: a check that lies ahead is the same check.
    switch try? reader.record(resource, at: Instant(milliseconds: 0)) {
    case .appointment(let read): self = .appointment(read)
    case .encounter(let read): self = .encounter(read.fields)
    default: return nil
    }
  }

  /// Whether just this was kept.
  func isSaid(in fields: String) throws -> Bool {
    switch self {
    case .appointment(let read): try MappedText.value(SaidOfAppointment.self, from: fields).read == read
    case .encounter(let read): try MappedText.value(MappedEncounter.self, from: fields) == read
    case .own(let type, let json): try OwnText.of(type, json, sent: [fields]) == fields
    }
  }

  /// Whether upstream keeps what nobody may be told is there when it is not: that a visit was made, when somebody came and
  /// left, that somebody needs help, that a task was done. Words and plans may be kept otherwise.
  func keepsFacts(of sent: String) throws -> Bool {
    switch self {
    case .appointment(let read):
      return try MappedText.value(SaidOfAppointment.self, from: sent).read.status.fact == read.status.fact
    case .encounter(let read):
      let sent = try MappedText.value(MappedEncounter.self, from: sent)
      return sent.state == read.state && sent.checkIn == read.checkIn && sent.checkOut == read.checkOut
    case .own(let type, let json):
      return try OwnText.status(type, in: sent) == OwnText.status(type, in: OwnText.of(type, json))
    }
  }

  /// It as it is kept in the place of what was sent.
  func text(insteadOf sent: String) throws -> String {
    switch self {
    case .appointment(let read):
      let worker = try MappedText.value(SaidOfAppointment.self, from: sent).worker
      return SaidOfAppointment(read: read, worker: worker).text
    case .encounter(let read): return try read.text
    case .own(let type, let json): return try OwnText.of(type, json, sent: [sent])
    }
  }
}

extension AppointmentStatus {
  /// What it says of what happened; `nil`: the visit is planned, however that is called.
  fileprivate var fact: AppointmentStatus? {
    switch self {
    case .fulfilled, .cancelled, .noshow, .enteredInError: self
    default: nil
    }
  }
}

/// The mapped fields of a record that is ours alone.
enum OwnText {
  /// As they are kept; equal values have the same text.
  ///
  /// - Parameter sent: The kept fields of what was sent, which may be what it says.
  static func of(_ type: String, _ json: JSONDocument, sent: [String] = []) throws -> String {
    switch type {
    case "Task": try MappedText.text(of: MappedTask(json, sent: sent.compactMap(note)))
    case "Goal": try MappedText.text(of: MappedGoal(json))
    case "Encounter": try MappedText.text(of: MappedSession(json))
    case "Observation": try MappedText.text(of: MappedOutcome(json))
    default: try MappedText.text(of: MappedFlag(json))
    }
  }

  /// Where a record stands in its life, in its kept fields.
  static func status(_ type: String, in fields: String) throws -> String? {
    switch type {
    case "Task": try MappedText.value(MappedTask.self, from: fields).status
    case "Goal": try MappedText.value(MappedGoal.self, from: fields).status
    case "Encounter": try MappedText.value(MappedSession.self, from: fields).status
    case "Observation": try MappedText.value(MappedOutcome.self, from: fields).status
    default: try MappedText.value(MappedFlag.self, from: fields).isActive ? "active" : "inactive"
    }
  }

  /// Our note in the kept fields of a Task.
  static func note(in fields: String) throws -> String? { try MappedText.value(MappedTask.self, from: fields).own }
}
