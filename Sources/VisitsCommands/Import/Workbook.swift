import CommandCatalog

/// A file of a program for spreadsheets that is no text: what people have when they are asked for a table.
enum Workbook {
  /// What is said of such a file, and what to do about it; `nil` for every other file.
  ///
  /// Excel keeps a ZIP archive (APPNOTE 4.3.7), before 2007 a compound file (MS-CFB 2.2). An OpenDocument file is a ZIP
  /// archive whose first entry tells its type (OpenDocument 1.3, part 2, 3.3).
  static func refusal(of bytes: [UInt8]) -> ImportPhrase? {
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return .isOldExcel }
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    if bytes.dropFirst(30).starts(with: "mimetypeapplication/vnd.oasis.opendocument".utf8) {
      return .isOpenDocument
    }
    return .isExcel
  }
}
