import Glibc

/// The configuration file's text.
enum SettingsFile {
  /// Where it is unless `--config` names another.
  static let defaultPath = "/etc/visits/visitsd.yaml"
  /// The longest one, in bytes.
  static let limit = 1 << 20

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - mayBeMissing: whether no file is as good as an empty one.
  static func read(_ path: String, mayBeMissing: Bool) throws(SettingsProblem) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try content(of: path)
    } catch {
      if error.number == ENOENT, mayBeMissing { return "" }
      throw problem(path, .unreadable(error.number))
    }
    guard bytes.count <= limit else { throw problem(path, .tooLong(limit: limit)) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
      throw problem(path, .notUTF8, line: wrong.map { $0 + 1 })
    }
    return text
  }

  private struct SystemError: Error {
    let number: Int32
  }

  /// The file's bytes; of a longer one only enough to tell that it is longer.
  private static func content(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(number: errno) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func problem(
    _ path: String, _ reason: SettingsProblem.Reason, line: Int? = nil
  ) -> SettingsProblem {
    SettingsProblem(origin: .file(path, line: line, column: nil), key: nil, value: nil, reason: reason)
  }
}
