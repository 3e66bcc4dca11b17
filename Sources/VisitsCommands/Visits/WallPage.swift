import Catalog
import CommandCatalog

/// A list for the wall as a page of HTML: a printed page for each section. It needs no other file and no script.
struct WallPage {
  private let list: WallList

  init(_ list: WallList) {
    self.list = list
  }

  /// The lines of the file.
  var lines: [String] {
    let dates = list.sections.flatMap { $0.days.map(\.date) }
    let title = [FactPhrase.visits.text, dates.first].compactMap(\.self).joined(separator: ", ")
    let body =
      list.sections.isEmpty ? ["<p>\(VisitPhrase.none.text.inHTML)</p>"] : list.sections.flatMap(Self.section)
    return [
      "<!DOCTYPE html>", "<html lang=\"\(CommandLanguage.current.rawValue)\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width\">", "<title>\(title.inHTML)</title>", "<style>",
      Self.style, "</style>", "</head>", "<body>",
    ] + body + ["</body>", "</html>"]
  }

  private static func section(_ section: WallList.Section) -> [String] {
    ["<section>", "<h1>\(section.title.inHTML)</h1>"] + section.days.flatMap(day) + ["</section>"]
  }

  private static func day(_ day: WallList.Day) -> [String] {
    let headings = [FactPhrase.time, .client, .address].map { "<th scope=\"col\">\($0.text.inHTML)</th>" }
    let rows = day.rows.map { row in
      let client = row.status.isEmpty ? row.client.inHTML : "\(row.client.inHTML)<br><i>\(row.status.inHTML)</i>"
      return "<tr><td>\(row.time.inHTML)</td><td>\(client)</td><td>\(row.place.inHTML)</td></tr>"
    }
    return ["<h2>\(day.date.inHTML)</h2>", "<table>", "<thead><tr>\(headings.joined())</tr></thead>", "<tbody>"] + rows
      + ["</tbody>", "</table>"]
  }

  /// Type that is read from a step away. A visit stays on one page.
  private static let style = """
    @page { margin: 15mm; }
    body { margin: 2rem; background: #fff; color: #000; font: 16pt/1.4 sans-serif; }
    section { break-after: page; }
    section:last-of-type { break-after: auto; }
    h1 { margin: 0; font-size: 28pt; }
    h2 { margin: 0 0 1rem; font-size: 20pt; font-weight: normal; break-after: avoid; }
    table { width: 100%; margin-bottom: 2rem; border-collapse: collapse; }
    tr { break-inside: avoid; }
    th, td { padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1pt solid #000; text-align: left; vertical-align: top; }
    td:first-child { white-space: nowrap; }
    td:nth-child(2) { font-weight: bold; }
    @media print { body { margin: 0; } }
    """
}

extension String {
  /// The text with the characters that mean something to HTML written as references.
  fileprivate var inHTML: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
