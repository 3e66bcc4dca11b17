import VisitsModel

/// The fields of an object in a snapshot, read by name and type.
struct SnapshotFields {
  let fields: [String: SnapshotReader.Node]
  /// Whether some of its texts stand in earlier entries of the audit, see ``SnapshotReader/Node/held(by:)``.
  var refers = false

  func text(_ name: String) throws(StoreFault) -> String? {
    switch fields[name] {
    case nil: nil
    case .text(let text)?: text
    default: throw .unreadable(name)
    }
  }

  func integer(_ name: String) throws(StoreFault) -> Int64? {
    switch fields[name] {
    case nil: return nil
    case .number(let digits)?:
      if let value = Int64(digits) { return value }
      throw .unreadable(name)
    default: throw .unreadable(name)
    }
  }

  func decimal(_ name: String) throws(StoreFault) -> Double? {
    switch fields[name] {
    case nil: return nil
    case .number(let digits)?:
      if let value = Double(digits) { return value }
      throw .unreadable(name)
    default: throw .unreadable(name)
    }
  }

  func truth(_ name: String) -> Bool { fields[name] == .truth(true) }

  func object(_ name: String) throws(StoreFault) -> SnapshotFields? {
    switch fields[name] {
    case nil: nil
    case .object(let fields)?: SnapshotFields(fields: fields)
    default: throw .unreadable(name)
    }
  }

  func list(_ name: String) throws(StoreFault) -> [SnapshotReader.Node] {
    switch fields[name] {
    case nil: []
    case .list(let nodes)?: nodes
    default: throw .unreadable(name)
    }
  }

  func instant(_ name: String) throws(StoreFault) -> Instant? {
    try integer(name).map(Instant.init(nearest:))
  }

  /// One of an enum's names.
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
      isClockSuspect: check.truth("clockSuspect"), correction: correction)
  }
}
