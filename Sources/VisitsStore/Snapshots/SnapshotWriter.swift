import JSON
import VisitsModel

/// Writes an entity as compact JSON, the format of audit snapshots.
///
/// This type does not use JSONEncoder, because every change writes a snapshot, and JSONEncoder takes twenty times as
/// long as the rest of a change.
struct SnapshotWriter {
  private var json = JSONWriter(reservingCapacity: 512, escaping: .controlsByNumber)
  private let held: HeldTexts
  /// The names of the objects that have been opened and not yet closed, outermost first.
  private var path: [StaticString] = []
  private var isInList = false
  /// Whether the entity has a long text, for which a later snapshot may store a reference.
  private(set) var hasLongText = false

  /// - Parameter held: The long texts that earlier audit entries store. The writer writes a reference for each of them
  ///   that is unchanged.
  init(_ held: HeldTexts = HeldTexts()) {
    self.held = held
    json.beginObject()
  }

  /// Closes the entity's JSON object and returns the JSON text.
  consuming func text() -> String {
    json.endObject()
    return json.text
  }

  /// Returns a JSON array of texts.
  static func list(_ texts: [String]) -> String {
    var json = JSONWriter(escaping: .controlsByNumber)
    json.beginArray()
    for text in texts { json.string(text) }
    json.endArray()
    return json.text
  }

  mutating func write(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    if value.utf8.count >= HeldTexts.shortest, !isInList {
      hasLongText = true
      if let entry = held.entry(with: value, at: HeldTexts.path(path, name)) {
        open(name)
        write(JSONValue.reference, entry)
        return close()
      }
    }
    json.key(plain: name)
    json.string(value)
  }

  mutating func write(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    json.key(plain: name)
    json.integer(value)
  }

  mutating func write(_ name: StaticString, _ value: Instant?) { write(name, value?.milliseconds) }

  mutating func write(_ name: StaticString, _ value: Int) { write(name, Int64(value)) }

  mutating func write(_ name: StaticString, _ value: Double?) {
    guard let value, value.isFinite else { return }
    json.key(plain: name)
    json.decimal(value)
  }

  /// Writes a field with the value `true`. A field that is `false` is left out.
  mutating func write(_ name: StaticString, _ value: Bool) {
    guard value else { return }
    json.key(plain: name)
    json.bool(true)
  }

  mutating func write(_ name: StaticString, _ check: Check?) {
    guard let check else { return }
    open(name)
    write("at", check.at)
    write("receivedAt", check.receivedAt)
    write("position", check.position)
    write("distance", check.distance)
    write("method", check.method.rawValue)
    write("clockSuspect", check.isClockSuspect)
    if let correction = check.correction {
      open("correction")
      write("first", correction.first)
      write("reason", correction.reason)
      close()
    }
    write("device", check.device?.rawValue)
    close()
  }

  mutating func write(_ name: StaticString, _ position: Position?) {
    guard let position else { return }
    open(name)
    write("latitude", position.latitude)
    write("longitude", position.longitude)
    write("accuracy", position.accuracy)
    close()
  }

  /// Writes a field that is a list of numbers.
  mutating func write(_ name: StaticString, _ values: [Int64]) {
    json.key(plain: name)
    json.beginArray()
    for value in values { json.integer(value) }
    json.endArray()
  }

  /// Writes a field that is a list of objects. `body` writes the fields of one object.
  mutating func write<Element>(
    _ name: StaticString, _ elements: [Element], _ body: (inout SnapshotWriter, Element) -> Void
  ) {
    json.key(plain: name)
    json.beginArray()
    isInList = true
    for element in elements {
      json.beginObject()
      body(&self, element)
      json.endObject()
    }
    isInList = false
    json.endArray()
  }

  /// Begins a field that is an object. All fields written before the next ``close()`` belong to this object.
  mutating func open(_ name: StaticString) {
    json.key(plain: name)
    json.beginObject()
    path.append(name)
  }

  mutating func close() {
    json.endObject()
    path.removeLast()
  }
}
