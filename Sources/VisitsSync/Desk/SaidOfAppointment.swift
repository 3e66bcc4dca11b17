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
    JSONObjectText.make { object in
      object.add("read") { Self.write(read, into: &$0) }
      if let worker { object.add("worker") { Self.write(worker, into: &$0) } }
    }.text
  }

  private static func write(_ read: MappedAppointment, into object: inout JSONObjectText) {
    object.add("status", read.status.rawValue)
    object.add("plan") { plan in
      plan.add("start", json: String(read.plan.start.milliseconds))
      plan.add("end", json: String(read.plan.end.milliseconds))
    }
    object.add("client") { write(read.client, into: &$0) }
    object.add("workers", each: read.workers) { write($1, into: &$0) }
    if let place = read.place { object.add("place") { write(place, into: &$0) } }
    object.add("address", read.address)
    object.add("service", read.service)
    object.add("note", read.note)
    object.add("reason", read.reason)
    object.add("missedBy", read.missedBy?.rawValue)
  }

  private static func write(_ identity: UpstreamIdentity, into object: inout JSONObjectText) {
    object.add("system", identity.system)
    object.add("value", identity.value)
  }
}
