import Catalog
import CommandCatalog
import JSONRPC

/// The file that an import reads.
struct ImportSource {
  /// The most bytes of a file: the most that limits.uploadBytes can be.
  static let limit = 1 << 30

  private let file: String

  init(_ file: String) { self.file = file }

  /// What a message names.
  var name: String { file == "-" ? ProgramPhrase.standardInput.text : file }

  /// Its text.
  func text(in session: Session) throws -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try session.machine.read(file == "-" ? .standardInput : .file(file), atMost: Self.limit)
    } catch {
      throw Failure.badInput(ProgramPhrase.unreadable([.path: name, .error: error.words]))
    }
    if let workbook = Workbook.refusal(of: bytes) { throw Failure.badInput(workbook([.path: name])) }
    guard let content = try decoded(bytes) else {
      throw Failure.badInput(
        ImportPhrase.notUTF8([.path: name, .command: "iconv -f \(encoding(of: bytes)) -t UTF-8 \(file)"]))
    }
    guard !content.isEmpty else { throw Failure.badInput(ImportPhrase.empty([.path: name])) }
    return content
  }

  /// The text, which is in UTF-8, or in UTF-16 that says so; `nil`: in something else.
  private func decoded(_ bytes: [UInt8]) throws -> String? {
    if UTF16Text.isMarked(bytes) {
      guard let text = UTF16Text.decoded(bytes) else {
        throw Failure.badInput(ImportPhrase.brokenUTF16([.path: name]))
      }
      return text
    }
    // Latin letters in UTF-16 are UTF-8 too, with a NUL before or behind each.
    guard UTF16Text.unmarkedName(of: bytes) == nil else { return nil }
    // Windows programs write a mark before UTF-8; it is no part of the text.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    return String(validating: text, as: UTF8.self)
      ?? Self.unfolded(text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// A calendar's bytes with its lines unfolded; `nil`: it is none. Some programs fold a line inside a character, which is
  /// one again only then (RFC 5545, 3.1).
  private static func unfolded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let start = bytes.drop { $0 <= 0x20 }
    guard String(decoding: start.prefix(15), as: UTF8.self).uppercased() == "BEGIN:VCALENDAR" else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let rest = bytes[index...]
      let end = rest.starts(with: [0x0D, 0x0A]) ? 2 : rest.starts(with: [0x0A]) ? 1 : 0
      if end > 0, let next = rest.dropFirst(end).first, next == 0x20 || next == 0x09 {
        index += end + 1
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return text
  }

  /// The likely name of what the bytes are written in. JSON in one byte a character is Latin-1; tables are what
  /// spreadsheets save on Windows.
  private func encoding(of bytes: [UInt8]) -> String {
    if let name = UTF16Text.unmarkedName(of: bytes) { return name }
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return "LATIN1" }
    return WindowsCodePage(likelyOf: bytes).rawValue
  }
}
