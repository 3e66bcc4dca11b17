import NIOCore

/// The etags of views.
enum EntityTag {
  /// The longest etag in bytes.
  private static let longest = 64

  /// Returns the first etag of a header `If-None-Match` (RFC 9110, 13.1.2), without `W/` and quotation marks; `nil` if it
  /// has another form. Such a caller gets the whole view.
  static func first(of header: String) -> String? {
    let parts = header.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count >= 3, ["", "W/"].contains(parts[0]), (1...longest).contains(parts[1].utf8.count) else {
      return nil
    }
    return String(parts[1])
  }

  /// Returns the etag of a view, its last member (``EtaggedView``); `nil` for any other result. Reads the end of the
  /// result alone.
  static func last(of result: ByteBuffer) -> String? {
    let end = result.readableBytesView.suffix(longest + 12)
    guard end.suffix(2).elementsEqual("\"}".utf8) else { return nil }
    let text = end.dropLast(2)
    guard let quote = text.lastIndex(of: UInt8(ascii: "\"")) else { return nil }
    guard text[...quote].suffix(8).elementsEqual("\"etag\":\"".utf8) else { return nil }
    return String(decoding: text[(quote + 1)...], as: UTF8.self)
  }

  /// Whether a result says that the caller has the current view.
  static func isNotModified(_ result: ByteBuffer) -> Bool {
    result.readableBytesView.starts(with: #"{"notModified":true,"#.utf8)
  }
}
