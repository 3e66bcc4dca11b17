import VisitsCommands

/// An output that keeps what is written.
final class KeptOutput: TextOutput {
  var terminalColumns: Int?
  var terminalRows: Int?
  var text = ""

  init(columns: Int? = nil, rows: Int? = nil) {
    terminalColumns = columns
    terminalRows = rows
  }

  func write(_ text: String) { self.text += text }
  func flush() {}
}

/// What a run of the program left behind.
struct Run {
  let status: Int32
  let output: String
  let errors: String
}

extension TestMachine {
  /// Runs `visits` with these words.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal; none: a pipe.
  ///   - rows: its height.
  func visits(_ words: String..., columns: Int? = nil, rows: Int? = nil) -> Run {
    let output = KeptOutput(columns: columns, rows: rows)
    let errors = KeptOutput(columns: columns)
    let status = VisitsCommand.run(words, on: self, output: output, errors: errors)
    return Run(status: status, output: output.text, errors: errors.text)
  }
}
