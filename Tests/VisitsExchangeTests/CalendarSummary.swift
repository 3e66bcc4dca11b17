import Foundation
import VisitsExchange
import VisitsModel

/// The text of a calendar in Fixtures.
func calendar(_ name: String) throws -> String {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  return try String(contentsOf: folder.appending(path: "\(name).ics"), encoding: .utf8)
}

/// From November 16 to 29, 2026, in UTC.
let twoWeeks = Instant(milliseconds: 1_794_787_200_000)..<Instant(milliseconds: 1_795_910_400_000)

extension CalendarReader {
  /// A reader for an office in Edmonton.
  static func edmonton(worker: String? = nil, window: Range<Instant> = twoWeeks) -> CalendarReader {
    CalendarReader(window: window, zone: Zone("America/Edmonton") ?? .utc, worker: worker)
  }
}

extension SchedulePlan {
  /// What is planned, a line each, for a test to compare.
  var events: [String] { entries.map(\.event) }
}

extension PlannedEntry {
  fileprivate var event: String {
    let until: String =
      switch end {
      case .time(let time): text(time)
      case .minutes(let minutes): "\(minutes) minutes"
      case .lasting(let days, let seconds): later(Int64(days) * 86_400 + seconds)
      case .asLong(.local(let from, nil), .local(let to, nil)): later(from.seconds(to: to))
      case .asLong(let from, let to): "as long as \(text(from)) to \(text(to))"
      }
    let parts = [
      identity ?? "no identity", "\(text(start)) to \(until)", client, worker ?? "open", address, service, note,
      isCancelled == true ? "cancelled" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " | ")
  }

  /// What the clock of the start shows so many seconds later.
  private func later(_ seconds: Int64) -> String {
    guard case .local(let local, let zone) = start else { return "\(seconds) seconds" }
    return text(.local(local.adding(seconds: seconds), zone: zone))
  }

  private func text(_ time: Time) -> String {
    switch time {
    case .instant(let instant): Zone.utc.local(instant).basicText + "Z"
    case .local(let local, let zone): local.basicText + (zone.map { " \($0.identifier)" } ?? "")
    }
  }
}
