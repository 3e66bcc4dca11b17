import Glibc
package import JSONRPC

/// Where text goes: a terminal, a file, a pipe.
package protocol TextOutput: AnyObject {
  /// The width of the terminal that this is; `nil` when it is none.
  var terminalColumns: Int? { get }
  /// The height of the terminal that this is; `nil` when it is none.
  var terminalRows: Int? { get }
  /// Adds text.
  func write(_ text: String)
  /// Hands everything to whoever reads it.
  func flush() throws(SystemError)
}

/// A descriptor as an output.
package final class DescriptorOutput: TextOutput {
  private let descriptor: Int32
  private let waits: Bool
  private var kept: [UInt8] = []
  private var failure: SystemError?

  /// Standard output: kept until ``flush()``, so that a screen appears at once.
  package static func standard() -> DescriptorOutput { DescriptorOutput(STDOUT_FILENO, waits: true) }
  /// Standard error: shown at once.
  package static func error() -> DescriptorOutput { DescriptorOutput(STDERR_FILENO, waits: false) }

  private init(_ descriptor: Int32, waits: Bool) {
    self.descriptor = descriptor
    self.waits = waits
  }

  package var terminalColumns: Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  package var terminalRows: Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }

  package func write(_ text: String) {
    kept += text.utf8
    // Where standard error cannot be written there is nobody to tell.
    if !waits { try? flush() }
  }

  /// Hands everything to the system. What once could not be written stays an error.
  package func flush() throws(SystemError) {
    defer { kept = [] }
    if let failure { throw failure }
    do throws(SystemError) {
      try FileBytes.write(kept, to: descriptor)
    } catch {
      failure = error
      throw error
    }
  }
}
