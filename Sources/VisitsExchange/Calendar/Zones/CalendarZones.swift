import VisitsModel

/// The time zones of one calendar, by the names that its events use.
struct CalendarZones {
  private var definitions: [String: CalendarComponent] = [:]
  private var found: [String: (any WallClock)?] = [:]
  private let window: Range<Instant>

  /// - Parameter window: When clocks are asked; a calendar's own zones are worked out for it.
  init(window: Range<Instant>) {
    self.window = window
  }

  /// Keeps a VTIMEZONE.
  mutating func add(_ component: CalendarComponent) {
    guard let name = component.first("TZID")?.value.trimmingBlanks, definitions.count < 200 else { return }
    definitions[name] = definitions[name] ?? component
  }

  /// The clocks of a zone: an IANA zone where the name, or what the calendar says of it, tells which; else as the
  /// calendar itself defines them. `nil` when neither is known.
  mutating func clock(_ name: String) -> (any WallClock)? {
    if let known = found[name] { return known }
    let definition = definition(of: name)
    let clock: (any WallClock)? =
      Self.zone(named: name)
      ?? definition?.first("X-LIC-LOCATION").flatMap { Self.zone(named: $0.value.trimmingBlanks) }
      ?? definition.flatMap { ObservedClock($0, window: window) }
      ?? ZoneLinks.zone(named: name.trimmingBlanks)
    found[name] = .some(clock)
    return clock
  }

  /// Whether the calendar itself says when the clocks of a zone change.
  func isDefined(_ name: String) -> Bool { definition(of: name) != nil }

  private func definition(of name: String) -> CalendarComponent? {
    let name = name.trimmingBlanks
    return definitions[name] ?? definitions[CalendarText.escaped(name)] ?? definitions[CalendarText.unescaped(name)]
  }

  /// Whether a name means UTC, such as `Etc/UTC`, `Zulu` or `(UTC) Coordinated Universal Time`: clocks there show UTC in
  /// the half-year of an instant and in the next.
  static func isUTC(_ name: String, at instant: Instant) -> Bool {
    guard let zone = zone(named: name) ?? ZoneLinks.zone(named: name.trimmingBlanks) else { return false }
    return zone.offset(at: instant) == 0 && zone.offset(at: instant.adding(minutes: 183 * 1440)) == 0
  }

  /// The IANA zone that is meant by a name: `America/Edmonton`, `/freeassociation.sourceforge.net/America/Edmonton`,
  /// `Mountain Standard Time`, `(UTC-07:00) Mountain Time (US & Canada)`.
  static func zone(named name: String) -> Zone? {
    guard name.utf8.count <= 200 else { return nil }
    let name = name.trimmingBlanks
    if let zone = Zone(name) { return zone }
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count > count {
      if let zone = Zone(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    var title = CalendarText.unescaped(name).lowercased()[...]
    if let known = WindowsZones.byKey[String(title)] { return Zone(known) }
    if title.hasPrefix("("), let end = title.firstIndex(of: ")") { title = title[title.index(after: end)...] }
    return WindowsZones.byTitle[title.trimmingPrefix(" ").lowercased()].flatMap(Zone.init)
  }
}
