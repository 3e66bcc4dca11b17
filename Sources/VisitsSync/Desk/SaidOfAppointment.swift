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
      object.add("read", Self.object(read))
      object.add("worker", worker.map(Self.object))
    }.text
  }

  private static func object(_ read: MappedAppointment) -> JSONObjectText {
    JSONObjectText.make { object in
      object.add("status", read.status.rawValue)
      object.add("plan", json: "{\"start\":\(read.plan.start.milliseconds),\"end\":\(read.plan.end.milliseconds)}")
      object.add("client", Self.object(read.client))
      object.add("workers", json: "[\(read.workers.map { Self.object($0).text }.joined(separator: ","))]")
      object.add("place", read.place.map(Self.object))
      object.add("address", read.address)
      object.add("service", read.service)
      object.add("note", read.note)
      object.add("reason", read.reason)
      object.add("missedBy", read.missedBy?.rawValue)
    }
  }

  private static func object(_ identity: UpstreamIdentity) -> JSONObjectText {
    JSONObjectText.make { object in
      object.add("system", identity.system)
      object.add("value", identity.value)
    }
  }
}
