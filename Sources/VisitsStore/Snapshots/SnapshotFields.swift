import JSON
import VisitsModel

/// The fields of a JSON object in an audit snapshot. Each function reads a field by its name, as one type.
struct SnapshotFields {
  let fields: JSONObject

  func text(_ name: String) throws(StoreFault) -> String? { try field(name) { $0.string } }

  func integer(_ name: String) throws(StoreFault) -> Int64? { try field(name) { $0.integer } }

  func decimal(_ name: String) throws(StoreFault) -> Double? { try field(name) { $0.number } }

  func truth(_ name: String) -> Bool { fields[name] == .bool(true) }

  func object(_ name: String) throws(StoreFault) -> SnapshotFields? {
    try field(name) { $0.object.map(SnapshotFields.init) }
  }

  func list(_ name: String) throws(StoreFault) -> [JSONValue] { try field(name) { $0.array } ?? [] }

  /// Reads a field that is a list of objects. A missing field is an empty list.
  func objects(_ name: String) throws(StoreFault) -> [SnapshotFields] {
    let objects = try list(name).map { $0.object.map(SnapshotFields.init) }
    return try needed(name, objects.contains { $0 == nil } ? nil : objects.compactMap(\.self))
  }

  /// Reads a field; returns `nil` if the field is missing.
  ///
  /// - Throws: ``StoreFault/unreadable(_:)`` if the value has another type, which this program never writes.
  private func field<Value>(_ name: String, as kind: (JSONValue) -> Value?) throws(StoreFault) -> Value? {
    guard let value = fields[name] else { return nil }
    return try needed(name, kind(value))
  }

  func instant(_ name: String) throws(StoreFault) -> Instant? {
    try integer(name).map(Instant.init(nearest:))
  }

  /// Reads a required field that has the raw value of an enum or an id.
  func named<Name: RawRepresentable<String>>(_ name: String) throws(StoreFault) -> Name {
    try needed(name, Name(rawValue: needed(name, text(name))))
  }

  func needed<Value>(_ name: String, _ value: Value?) throws(StoreFault) -> Value {
    guard let value else { throw .unreadable(name) }
    return value
  }

  func position(_ name: String) throws(StoreFault) -> Position? {
    guard let place = try object(name) else { return nil }
    return try needed(
      name,
      Position(
        latitude: place.needed("latitude", place.decimal("latitude")),
        longitude: place.needed("longitude", place.decimal("longitude")), accuracy: place.decimal("accuracy")))
  }

  func check(_ name: String) throws(StoreFault) -> Check? {
    guard let check = try object(name) else { return nil }
    var correction: Check.Correction?
    if let mended = try check.object("correction") {
      correction = Check.Correction(
        first: try mended.instant("first"), reason: try mended.needed("reason", mended.text("reason")))
    }
    return Check(
      at: try check.needed("at", check.instant("at")),
      receivedAt: try check.needed("receivedAt", check.instant("receivedAt")), position: try check.position("position"),
      distance: try check.decimal("distance"), method: try check.named("method"),
      isClockSuspect: check.truth("clockSuspect"), correction: correction,
      device: try check.text("device").map(DeviceID.init(rawValue:)))
  }
}
