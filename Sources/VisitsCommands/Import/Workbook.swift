/// A file of a program for spreadsheets that is no text: what people have when they are asked for a table.
enum Workbook {
  /// What such a file is, in words; `nil` for every other file.
  ///
  /// Excel keeps a ZIP archive (APPNOTE 4.3.7), before 2007 a compound file (MS-CFB 2.2). An OpenDocument file is a ZIP
  /// archive whose first entry tells its type (OpenDocument 1.3, part 2, 3.3).
  static func name(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return "an Excel workbook of the old kind" }
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    if bytes.dropFirst(30).starts(with: "mimetypeapplication/vnd.oasis.opendocument".utf8) {
      return "an OpenDocument file"
    }
    return "an Excel workbook or another ZIP archive"
  }

  /// What to do about it.
  static let advice = "Save it as CSV: in Excel File, Save As, CSV UTF-8; in LibreOffice File, Save As, Text CSV."
}
