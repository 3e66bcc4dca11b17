import FHIR
import VisitsExchange
import VisitsModel

/// What a record says, as it is kept with what was agreed on and with each attempt.
protocol KeptAsText: Sendable, Hashable, Codable {
  /// As it is kept; ``MappedText/value(_:from:)`` reads it.
  var text: String { get throws }
}

extension MappedEncounter: KeptAsText {
  var text: String { get throws { try MappedText.text(of: self) } }
}

/// What an Appointment says, and whom of its workers one visit is about.
struct SaidOfAppointment: KeptAsText {
  var read: MappedAppointment
  var worker: UpstreamIdentity?

  /// Whether it still names the worker whose visit it is about.
  var isOfItsWorker: Bool { worker.map(read.workers.contains) ?? true }

  /// Put together by hand, since every Appointment of a first pull is kept: JSONEncoder takes a tenth of all its time.
  var text: String {
    var read: JSONDocument = [
      "status": .string(self.read.status.rawValue),
      "plan": ["start": Self.number(self.read.plan.start), "end": Self.number(self.read.plan.end)],
      "client": Self.document(self.read.client), "workers": .array(self.read.workers.map(Self.document)),
    ]
    read["place"] = self.read.place.map(Self.document)
    read["address"] = self.read.address.map(JSONDocument.string)
    read["service"] = self.read.service.map(JSONDocument.string)
    read["note"] = self.read.note.map(JSONDocument.string)
    read["reason"] = self.read.reason.map(JSONDocument.string)
    read["missedBy"] = (self.read.missedBy?.rawValue).map(JSONDocument.string)
    var document: JSONDocument = ["read": read]
    document["worker"] = worker.map(Self.document)
    return String(decoding: document.json, as: UTF8.self)
  }

  private static func document(_ identity: UpstreamIdentity) -> JSONDocument {
    ["system": .string(identity.system), "value": .string(identity.value)]
  }

  private static func number(_ instant: Instant) -> JSONDocument { .number(Int(instant.milliseconds)) }
}
