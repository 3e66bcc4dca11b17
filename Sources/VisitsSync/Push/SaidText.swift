import FHIR
import VisitsExchange
import VisitsModel

/// What a record says, to be compared with what was kept of an attempt or an agreement.
enum SaidText {
  case appointment(MappedAppointment)
  case encounter(MappedEncounter)
  case flag(MappedFlag)
  /// It cannot be read, so that it is like nothing of ours.
  case nothing

  init(_ resource: Resource, _ reader: UpstreamReader) throws {
    if resource.type == "Flag" {
      self = .flag(MappedFlag(try JSONDocument(json: resource.json)))
      return
    }
    // No moment matters to what is compared here: a check that lies ahead is the same check.
    switch try? reader.record(resource, at: Instant(milliseconds: 0)) {
    case .appointment(let read): self = .appointment(read)
    case .encounter(let read): self = .encounter(read.fields)
    default: self = .nothing
    }
  }

  /// Whether just this was kept.
  func isSaid(in fields: String) throws -> Bool {
    switch self {
    case .appointment(let read): try MappedText.value(SaidOfAppointment.self, from: fields).read == read
    case .encounter(let read): try MappedText.value(MappedEncounter.self, from: fields) == read
    case .flag(let flag): try MappedText.value(MappedFlag.self, from: fields) == flag
    case .nothing: false
    }
  }

  /// It as it is kept in the place of what was sent.
  func text(insteadOf sent: String) throws -> String {
    switch self {
    case .appointment(let read):
      let worker = try MappedText.value(SaidOfAppointment.self, from: sent).worker
      return SaidOfAppointment(read: read, worker: worker).text
    case .encounter(let read): return try read.text
    case .flag(let flag): return try MappedText.text(of: flag)
    case .nothing: return sent
    }
  }
}
