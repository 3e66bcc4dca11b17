/// Numbers as a person reads them.
enum Amount {
  /// `12304` is "12,304".
  static func count(_ number: Int64) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
  }

  /// Seconds in the two largest units: "3 d 4 h".
  static func duration(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    guard let first = units.firstIndex(where: { seconds >= $0.0 }) else { return "0 s" }
    let (size, name) = units[first]
    let rest = seconds % size
    guard first + 1 < units.count, rest / units[first + 1].0 > 0 else { return "\(seconds / size) \(name)" }
    return "\(seconds / size) \(name) \(rest / units[first + 1].0) \(units[first + 1].1)"
  }

  /// Seconds in the largest unit: "3 d".
  static func roughly(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "d"), (3600, "h"), (60, "min")]
    guard let (size, name) = units.first(where: { seconds >= $0.0 }) else { return "\(seconds) s" }
    return "\(seconds / size) \(name)"
  }

  /// Milliseconds as seconds: "0.5 s".
  static func seconds(milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }

  /// Bytes in the unit that fits: "1.2 MB".
  static func bytes(_ bytes: Int64) -> String {
    var (value, unit) = (bytes, "B")
    var tenths: Int64 = 0
    for larger in ["kB", "MB", "GB", "TB"] where value >= 1000 {
      (tenths, value, unit) = (value % 1000 / 100, value / 1000, larger)
    }
    return unit == "B" || value >= 100 ? "\(value) \(unit)" : "\(value).\(tenths) \(unit)"
  }
}
