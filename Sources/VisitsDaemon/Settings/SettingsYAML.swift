import Yams

/// The file as nodes that know their lines.
///
/// Scalars are taken as they are written, since the rows know what each must be: YAML 1.1 would read the language `no`
/// as false and the mode `0660` as 432.
struct SettingsYAML {
  /// The top, if the file holds anything.
  let root: Node?

  /// Parses `text`.
  init(_ text: String, path: String) throws(SettingsProblem) {
    var text = text
    while true {
      do {
        root = try Yams.compose(yaml: text, .basic, .default, .utf8)
        return
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        // Yams stops at a mapping with a key given twice, and knows only the first of the two. So the second gets a
        // mark that makes it another key, and whoever reads the nodes reports it, with everything else.
        let first = context.mark
        guard let name = names.first, let marked = Self.marking(name, after: first, in: text) else {
          throw Self.problem(path, first.line, first.column, .duplicate(firstLine: first.line), key: names.first)
        }
        text = marked
      } catch let error as YamlError {
        throw Self.problem(path, error, text)
      } catch {
        throw Self.problem(path, nil, nil, .syntax("it cannot be parsed"))
      }
    }
  }

  /// `key` without its mark.
  static func unmarked(_ key: String) -> String { String(key.prefix { $0 != mark }) }

  /// A character for private use, which no key of ours holds.
  private static let mark: Character = "\u{E000}"

  /// `text` with a mark at the next `key` that begins in the same column as the first, if there is one.
  private static func marking(_ key: String, after first: Mark, in text: String) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices.dropFirst(first.line) {
      let scalars = lines[index].unicodeScalars
      let indented = scalars.prefix { $0 == " " }
      guard indented.count == first.column - 1 else { continue }
      let start = scalars[indented.endIndex...].first.map { $0 == "\"" || $0 == "'" } == true ? 1 : 0
      let rest = scalars[indented.endIndex...].dropFirst(start)
      guard rest.starts(with: key.unicodeScalars) else { continue }
      let end = scalars.index(rest.startIndex, offsetBy: key.unicodeScalars.count)
      guard end < scalars.endIndex, ":\"' ".unicodeScalars.contains(scalars[end]) else { continue }
      lines[index].insert(mark, at: end)
      return lines.joined(separator: "\n")
    }
    return nil
  }

  private static func problem(_ path: String, _ error: YamlError, _ text: String) -> SettingsProblem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let line = lines.dropFirst(mark.line - 1).first ?? ""
      return self.problem(path, mark.line, mark.column, .syntax(words(of: problem, in: line, at: mark.column)))
    case .reader(let problem, let offset, _, _):
      let line = offset.map { text.prefix($0).count(where: \.isNewline) + 1 }
      return self.problem(path, line, nil, .syntax(problem))
    default:
      return self.problem(path, nil, nil, .syntax("it cannot be parsed"))
    }
  }

  /// What to do about a line that the scanner cannot read; else the scanner's own words, which speak of tokens.
  ///
  /// - Parameter column: Where it stopped, counted in Unicode scalars from 1.
  private static func words(of problem: String, in line: Substring, at column: Int) -> String {
    if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
      return "the line begins with a tab; indent with spaces"
    }
    let rest = line.unicodeScalars.dropFirst(column - 1)
    guard rest.first == "@" else { return problem }
    let name = String(rest.prefix { !" \t,]}#".unicodeScalars.contains($0) })
    return "a value that begins with @ needs quotation marks: \"\(name)\""
  }

  private static func problem(
    _ path: String, _ line: Int?, _ column: Int?, _ reason: SettingsProblem.Reason, key: String? = nil
  ) -> SettingsProblem {
    SettingsProblem(origin: .file(path, line: line, column: column), key: key, value: nil, reason: reason)
  }
}
