import Glibc

/// The operating system's messages for its error numbers (`errno`).
enum SystemWords {
  /// The error number for a missing file.
  static let noSuchFile = ENOENT

  /// Returns the system's message for an error number, such as "No space left on device".
  static func of(_ number: Int32) -> String {
    var words = [CChar](repeating: 0, count: 128)
    strerror_r(number, &words, words.count)
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether an error number means that the disk or the user's quota is full.
  static func isFull(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT }
}
