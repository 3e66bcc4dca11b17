/// Breaks text into lines.
enum Wrap {
  /// Each line of the text in lines of at most so many columns; a line that is short enough stays as it is.
  static func lines(of text: String, columns: Int?) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { lines(String($0), columns: columns) }.joined(separator: "\n")
  }

  /// The text in lines of at most so many columns, broken at spaces; a word that is longer is broken where it must be.
  /// Without columns it stays one line.
  static func lines(_ text: String, columns: Int?) -> [String] {
    guard let columns, Columns.count(text) > columns else { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let width = Columns.count(word)
      if used > 0, used + 1 + width > columns {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if used > 0 {
        line += " "
        used += 1
      }
      if used + width <= columns {
        line += word
        used += width
        continue
      }
      for character in word {
        let width = Columns.count(character)
        if used + width > columns, used > 0 {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += width
      }
    }
    return used > 0 ? lines + [line] : lines
  }
}
