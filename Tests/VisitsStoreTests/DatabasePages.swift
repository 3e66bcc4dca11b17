import Foundation

/// The pages of a database's file, to damage them behind SQLite's back.
struct DatabasePages {
  /// The first byte of a page (sqlite.org/fileformat2.html, 1.6).
  enum Kind: UInt8 {
    case rows = 0x0D
    case index = 0x0A
  }

  /// The error for a file that has no such page.
  struct Missing: Error {}

  private static let size = 4096
  let path: String

  /// Fills each page of a kind that contains a text with garbage.
  func overwrite(_ kind: Kind, with text: String) throws {
    try change { bytes in
      for page in pages(kind, with: text, in: bytes) { bytes.fill(page) }
    }
  }

  /// Fills the beginning of the first row that contains a text with garbage.
  func overwriteRow(with text: String) throws {
    try change { bytes in
      guard let page = pages(.rows, with: text, in: bytes).first,
        let place = bytes[page].range(of: Data(text.utf8))?.lowerBound
      else { throw Missing() }
      // The row begins at the last pointer before its text.
      let count = Int(bytes[page.lowerBound + 3]) << 8 | Int(bytes[page.lowerBound + 4])
      let rows = (0..<count).map { number in
        let pointer = page.lowerBound + 8 + 2 * number
        return page.lowerBound + Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
      }
      guard let row = rows.filter({ $0 < place }).max() else { throw Missing() }
      bytes.fill(row..<row + 12)
    }
  }

  /// Changes the last character of a text wherever it stands in an index.
  func misspell(_ text: String) throws {
    try change { bytes in
      for page in pages(.index, with: text, in: bytes) {
        var rest = page
        while let place = bytes[rest].range(of: Data(text.utf8)) {
          bytes[place.upperBound - 1] = UInt8(ascii: "f")
          rest = place.upperBound..<page.upperBound
        }
      }
    }
  }

  /// Fills the header of the file with garbage.
  func overwriteHeader() throws { try change { $0.fill(0..<100) } }

  private func pages(_ kind: Kind, with text: String, in bytes: Data) -> [Range<Int>] {
    stride(from: 0, to: bytes.count, by: Self.size).map { $0..<$0 + Self.size }.filter { page in
      bytes[page.lowerBound] == kind.rawValue && bytes[page].range(of: Data(text.utf8)) != nil
    }
  }

  private func change(_ body: (inout Data) throws -> Void) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    var bytes = before
    try body(&bytes)
    guard bytes != before else { throw Missing() }
    // In place: a running store has this very file open.
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
  }
}

extension Data {
  fileprivate mutating func fill(_ range: Range<Int>) {
    replaceSubrange(range, with: repeatElement(0xFF, count: range.count))
  }
}
