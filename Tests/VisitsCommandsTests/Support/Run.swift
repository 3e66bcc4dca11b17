import VisitsCommands

/// An output that keeps what is written.
final class KeptOutput: TextOutput {
  var terminalColumns: Int?
  var text = ""

  init(columns: Int? = nil) {
    terminalColumns = columns
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
  /// - Parameter columns: the width of the terminal; none: a pipe.
  func visits(_ words: String..., columns: Int? = nil) -> Run {
    let output = KeptOutput(columns: columns)
    let errors = KeptOutput(columns: columns)
    let status = VisitsCommand.run(words, on: self, output: output, errors: errors)
    return Run(status: status, output: output.text, errors: errors.text)
  }
}
