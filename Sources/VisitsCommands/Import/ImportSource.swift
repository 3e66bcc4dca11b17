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
    // Windows programs write a mark before UTF-8; it is no part of the text.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let content = String(validating: text, as: UTF8.self) else {
      throw Failure.badInput(
        ImportPhrase.notUTF8([.path: name, .command: "iconv -f \(encoding(of: bytes)) -t UTF-8 \(file)"]))
    }
    guard !content.isEmpty else { throw Failure.badInput(ImportPhrase.empty([.path: name])) }
    return content
  }

  /// A UTF-16 text begins with its byte order mark (RFC 2781, 3.2). JSON in one byte a character is Latin-1; tables are
  /// what spreadsheets save on Windows.
  private func encoding(of bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    return bytes.first { $0 > 0x20 } == UInt8(ascii: "{") ? "LATIN1" : "WINDOWS-1252"
  }
}
