import JSON
import VisitsExchange
import VisitsModel

/// The fields of an upstream record that sync uses. They are stored as text with the record on which the store and
/// upstream last agreed, and with each attempt to send the record.
protocol StoredFields: Sendable, Hashable, Codable {
  /// The fields as they are stored. ``MappedText/value(_:from:)`` parses this text.
  var text: String { get throws }
}

extension MappedEncounter: StoredFields {
  var text: String { get throws { try MappedText.text(of: self) } }
}

/// The fields of an Appointment, as stored for one visit of that Appointment. An Appointment with two workers stands
/// for two visits, one for each worker.
struct AppointmentSnapshot: StoredFields {
  var mapped: MappedAppointment
  /// The worker of the visit; `nil` if no worker is assigned.
  var worker: UpstreamIdentity?
  /// The place of the visit on which the store and upstream last agreed.
  ///
  /// `nil` if the record has just arrived, if an earlier version of this program stored the record without a place, or
  /// if the server changed the place that we sent. A reader of the snapshot then resolves the place from the stored
  /// Location and client.
  var place: ResolvedPlace?

  private enum CodingKeys: String, CodingKey {
    case mapped = "read"
    case worker
    case place
  }

  /// Whether the Appointment still names the worker of the visit; `true` for a visit without a worker.
  var isOfItsWorker: Bool { worker.map(mapped.workers.contains) ?? true }

  /// The text of the snapshot for the database. The JSON is written by hand because a first pull stores every
  /// Appointment, and JSONEncoder took a tenth of the time of that pull.
  var text: String {
    JSONObjectText.make { object in
      object.add("read") { Self.write(mapped, into: &$0) }
      if let worker { object.add("worker") { Self.write(worker, into: &$0) } }
      if let place { object.add("place") { Self.write(place, into: &$0) } }
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
    if let parts = read.addressParts { object.add("addressParts") { Self.write(parts, into: &$0) } }
    object.add("placeName", read.placeName)
    if let offer = read.offer { object.add("offer") { write(offer, into: &$0) } }
    if let virtual = read.virtual { object.add("virtual") { $0.add("link", virtual.link) } }
    object.add("service", read.service)
    object.add("purpose", read.purpose)
    object.add("instruction", read.instruction)
    object.add("note", read.note)
    object.add("reason", read.reason)
    object.add("missedBy", read.missedBy?.rawValue)
  }

  private static func write(_ parts: PostalAddress, into object: inout JSONObjectText) {
    if parts.lines.isEmpty { object.add("lines", json: "[]") } else { object.add("lines", texts: parts.lines) }
    object.add("city", parts.city)
    object.add("district", parts.district)
    object.add("region", parts.region)
    object.add("postalCode", parts.postalCode)
    object.add("country", parts.country)
  }

  private static func write(_ place: ResolvedPlace, into object: inout JSONObjectText) {
    object.add("address", place.address)
    if let parts = place.parts { object.add("parts") { write(parts, into: &$0) } }
    object.add("isHome", json: String(place.isHome))
    if let virtual = place.virtual { object.add("virtual") { $0.add("link", virtual.link) } }
  }

  private static func write(_ identity: UpstreamIdentity, into object: inout JSONObjectText) {
    object.add("system", identity.system)
    object.add("value", identity.value)
  }
}
