/// What becomes of settings that were read anew while the daemon runs.
struct ReloadedSettings: Sendable, Equatable {
  /// What holds from now on.
  var settings: Settings
  /// The keys of what is different now.
  var taken: [String] = []
  /// The keys of what is different in the file, and holds only after a restart.
  var waiting: [String] = []
}

extension Settings {
  /// Sections and settings that can change while the daemon runs. All others are part of what is open: the socket, the
  /// database, the connections, the sync.
  private static let reloadable = [
    "agency.name", "agency.locale", "agency.emergencyNumber", "agency.officePhone", "roles", "alerts", "emergency",
    "visits", "evv", "devices", "backup", "limits.importSeconds", "log",
  ]

  /// These settings with as much of those that were read anew as can be taken over.
  func reloaded(_ new: Settings) -> ReloadedSettings {
    var outcome = ReloadedSettings(settings: self)
    for row in Self.rows {
      if row.isReloadable {
        if row.takeOver(new, &outcome.settings) { outcome.taken.append(row.key) }
      } else {
        var other = self
        if row.takeOver(new, &other) { outcome.waiting.append(row.key) }
      }
    }
    return outcome
  }

  fileprivate static func isReloadable(_ key: String) -> Bool {
    reloadable.contains { key == $0 || key.hasPrefix($0 + ".") }
  }
}

extension SettingRow {
  /// Whether a reload takes it.
  var isReloadable: Bool { Settings.isReloadable(key) }
}
