import JSON
import VisitsModel

/// Writes a thing as compact JSON, the form in which the audit keeps it.
///
/// By hand, since every change writes one: JSONEncoder takes twenty times as long as all the rest of a change.
struct SnapshotWriter {
  private var json = JSONWriter(reservingCapacity: 512, escaping: .controlsByNumber)
  private let held: HeldTexts
  /// The names of the objects that are open.
  private var path: [StaticString] = []
  private var isInList = false
  /// Whether there is a text that need not be stored again if the thing's last entry holds it.
  private(set) var hasLongText = false

  /// - Parameter held: The long texts that earlier entries hold, which are referred to.
  init(_ held: HeldTexts = HeldTexts()) {
    self.held = held
    json.beginObject()
  }

  /// The whole text.
  consuming func text() -> String {
    json.endObject()
    return json.text
  }

  /// A list of texts that stands by itself.
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

  /// Written only when true.
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

  /// A list of numbers.
  mutating func write(_ name: StaticString, _ values: [Int64]) {
    json.key(plain: name)
    json.beginArray()
    for value in values { json.integer(value) }
    json.endArray()
  }

  /// A list of objects.
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

  /// Begins an object; what is written up to `close` stands in it.
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
