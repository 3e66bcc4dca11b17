import Foundation
import Systemd

/// The one place where `visitsd` prints to its caller's terminal, beside the log. What it prints holds arguments, paths
/// and settings: nothing of them acts on the terminal.
enum Output {
  /// Prints the answer to a command.
  ///
  /// - Returns: The exit status.
  @discardableResult
  static func answer(_ text: String) -> Int32 {
    FileHandle.standardOutput.write(Data("\(text.visibleLines)\n".utf8))
    return EXIT_SUCCESS
  }

  /// Says what is wrong.
  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("visitsd: \(text.visible)\n".utf8))
  }
}
