/// The configuration file that is shipped: every setting, commented out at its default, with what it means.
enum SettingsDocument {
  /// The file's text.
  static func text(of defaults: Settings) -> String {
    var lines = wrapped(
      """
      The configuration of visitsd. Every setting stands here at its default, or as an example where the default is \
      another on each machine. To change one, take away its # and reload visitsd (systemctl reload visitsd, or SIGHUP). \
      A setting that needs a restart says so, and visits status names those that wait for one. A key that is not known \
      and a value that cannot be stop the start, change nothing on a reload, and are named with their line. The \
      environment counts for more than this file: agency.timeZone is VISITSD_AGENCY_TIME_ZONE there, and a list is \
      written with commas. --socket, --state and --upstream count for more than both.
      """, to: 118
    ).map { "# \($0)" }
    var section = ""
    for row in Settings.rows {
      let parts = row.key.split(separator: ".").map(String.init)
      let indent = String(repeating: "  ", count: parts.count - 1)
      lines.append("")
      if parts.count > 1, parts[0] != section {
        section = parts[0]
        lines.append("\(section):")
      }
      for text in about(row) {
        lines += wrapped(text, to: 118 - indent.count).map { "\(indent)# \($0)" }
      }
      lines += row.example.map { "\(indent)#   \($0)" }
      lines.append("\(indent)#\(parts[parts.count - 1]): \(row.shown(defaults))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func about(_ row: SettingRow) -> [String] {
    let expected = (row.isList ? "Each must be " : "Must be ") + row.expected + "."
    return [row.about, expected] + (row.otherwise.map { ["Without it: \($0)."] } ?? [])
      + (row.isReloadable ? [] : ["It takes effect after a restart."])
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
