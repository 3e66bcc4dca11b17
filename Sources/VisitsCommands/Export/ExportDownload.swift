import Catalog
import CommandCatalog

/// A line that says how far an export is, on a terminal on which the export itself does not appear; it goes when all is
/// written.
final class ExportDownload {
  private let output: any TextOutput
  private let isShown: Bool
  private var count: Int64 = 0
  private var parts = 0

  /// - Parameter isToFile: Whether standard output holds nothing of it.
  init(_ session: Session, isToFile: Bool) {
    output = session.errors
    isShown = session.errors.terminalColumns != nil && (isToFile || session.output.terminalColumns == nil)
  }

  /// Counts another part. One alone needs no line.
  func show(_ more: Int64) {
    count += more
    parts += 1
    guard isShown, parts > 1 else { return }
    output.write("\r\(ReportPhrase.exported(count: count))\u{1B}[K")
  }

  /// Takes the line away.
  func end() {
    if isShown, parts > 1 { output.write("\r\u{1B}[K") }
  }
}
