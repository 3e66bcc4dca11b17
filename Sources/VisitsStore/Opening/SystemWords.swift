import Glibc

/// The system's messages for its error numbers.
enum SystemWords {
  /// The error number for a missing file.
  static let noSuchFile = ENOENT

  /// Returns the message for a number, such as "No space left on device".
  static func of(_ number: Int32) -> String {
    var words = [CChar](repeating: 0, count: 128)
    strerror_r(number, &words, words.count)
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the number says that the disk or the user's quota is full.
  static func isFull(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT }
}
