/// How text is set off. It never says anything that the text does not say too.
enum Paint: String {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case green = "32"
  case yellow = "33"
  case red = "31"
  case boldRed = "1;31"
}

/// Paints text, or leaves it plain.
struct Style {
  /// Whether paint shows.
  let isColoured: Bool

  /// Colour on a terminal that has it, unless the person wants none (no-color.org).
  init(for output: any TextOutput, environment: [String: String]) {
    isColoured =
      output.terminalColumns != nil && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The text, painted.
  func callAsFunction(_ paint: Paint, _ text: String) -> String {
    guard isColoured, paint != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
