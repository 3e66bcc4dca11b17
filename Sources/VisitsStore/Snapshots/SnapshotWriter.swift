import VisitsModel

/// Writes a thing as compact JSON, the form in which the audit keeps it.
///
/// By hand, since every change writes one: JSONEncoder takes twenty times as long as all the rest of a change.
struct SnapshotWriter {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]
  private let held: HeldTexts
  /// The names of the objects that are open.
  private var path: [StaticString] = []
  private var isInList = false
  /// Whether there is a text that need not be stored again if the thing's last entry holds it.
  private(set) var hasLongText = false

  /// The name of a reference to the entry that holds a text.
  static let reference = "entry"

  /// - Parameter held: The long texts that earlier entries hold, which are referred to.
  init(_ held: HeldTexts = HeldTexts()) {
    self.held = held
    bytes.reserveCapacity(512)
  }

  /// The whole text.
  consuming func text() -> String {
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A list of texts that stands by itself.
  static func list(_ texts: [String]) -> String {
    var writer = SnapshotWriter()
    writer.bytes = [UInt8(ascii: "[")]
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
      writer.quote(text)
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "]"
  }

  mutating func write(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    begin(name)
    if value.utf8.count >= HeldTexts.shortest, !isInList {
      hasLongText = true
      if let entry = held.entry(with: value, at: HeldTexts.path(path, name)) {
        bytes.append(contentsOf: "{\"\(Self.reference)\":\(entry)}".utf8)
        return
      }
    }
    quote(value)
  }

  mutating func write(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    begin(name)
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func write(_ name: StaticString, _ value: Instant?) { write(name, value?.milliseconds) }

  mutating func write(_ name: StaticString, _ value: Int) { write(name, Int64(value)) }

  mutating func write(_ name: StaticString, _ value: Double?) {
    guard let value, value.isFinite else { return }
    begin(name)
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Written only when true.
  mutating func write(_ name: StaticString, _ value: Bool) {
    guard value else { return }
    begin(name)
    bytes.append(contentsOf: "true".utf8)
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
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: String(value).utf8)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// A list of objects.
  mutating func write<Element>(
    _ name: StaticString, _ elements: [Element], _ body: (inout SnapshotWriter, Element) -> Void
  ) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    isInList = true
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      body(&self, element)
      bytes.append(UInt8(ascii: "}"))
    }
    isInList = false
    bytes.append(UInt8(ascii: "]"))
  }

  /// Begins an object; what is written up to `close` stands in it.
  mutating func open(_ name: StaticString) {
    begin(name)
    bytes.append(UInt8(ascii: "{"))
    path.append(name)
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "}"))
    path.removeLast()
  }

  private mutating func begin(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly every text: to go through one byte by byte takes many times as long.
    guard text.utf8.contains(where: Self.isEscaped) else {
      bytes.append(contentsOf: text.utf8)
      return bytes.append(UInt8(ascii: "\""))
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        for nibble in [byte >> 4, byte & 15] {
          bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
