/// How text is set off. It never says anything that the text does not say too.
enum Paint: Equatable {
  case plain
  case bold
  case dim
  case green
  case yellow
  case red
  case boldRed
  /// A colour of a palette, on another.
  case shade(ink: RGB, tint: RGB)

  /// How a terminal is told (ECMA-48, SGR).
  fileprivate var parameters: String {
    switch self {
    case .plain: ""
    case .bold: "1"
    case .dim: "2"
    case .green: "32"
    case .yellow: "33"
    case .red: "31"
    case .boldRed: "1;31"
    case .shade(let ink, let tint): "38;2;\(ink.parameters);48;2;\(tint.parameters)"
    }
  }
}

/// A colour, as `#b3261e` tells it.
struct RGB: Equatable {
  private let value: UInt32

  init?(_ text: String?) {
    guard let text, text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else {
      return nil
    }
    self.value = value
  }

  fileprivate var parameters: String { "\(value >> 16);\(value >> 8 & 0xFF);\(value & 0xFF)" }
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
    return "\u{1B}[\(paint.parameters)m\(text)\u{1B}[0m"
  }
}
