import CommandCatalog

/// What a screen is laid out for: its width, and whether it has colour.
struct Screen {
  /// The columns of the terminal; `nil` where lines may be of any length.
  let columns: Int?
  /// Paints or not.
  let style: Style

  /// The widest that a screen is laid out: on a wide terminal what stands right would be far from what stands left.
  private static let widest = 80

  /// The screen of an output. `$COLUMNS` outranks what the terminal says of itself.
  init(for output: any TextOutput, environment: [String: String]) {
    style = Style(for: output, environment: environment)
    let wanted = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    columns = (wanted ?? output.terminalColumns).map { max(20, $0) }
  }

  private init(columns: Int, style: Style) {
    self.columns = columns
    self.style = style
  }

  /// The screen of a list for paper: never wider than a printed page, less an indent.
  func paper(indent: Int = 0) -> Screen { Screen(columns: width - indent, style: style) }

  /// The columns to lay out in.
  var width: Int { min(columns ?? Self.widest, Self.widest) }

  /// Text in painted lines behind an indent; the first may have something else in the indent's place.
  func paragraph(_ text: String, _ paint: Paint = .plain, indent: Int = 0, first: String? = nil) -> [String] {
    let space = String(repeating: " ", count: indent)
    let lines = Wrap.lines(text.onOneLine, columns: columns.map { max(10, $0 - indent) })
    return lines.enumerated().map { index, line in
      (index == 0 ? first ?? space : space) + style(paint, line)
    }
  }

  /// Names and what they stand for, in two columns.
  func facts(_ facts: [(name: FactPhrase, value: String?)]) -> [String] {
    let facts = facts.compactMap { fact in fact.value.map { (fact.name.text, $0) } }
    let indent = (facts.map { Columns.count($0.0) }.max() ?? 0) + 2
    return facts.flatMap { name, value in
      paragraph(value, indent: indent, first: style(.dim, name.padded(to: indent)))
    }
  }
}
