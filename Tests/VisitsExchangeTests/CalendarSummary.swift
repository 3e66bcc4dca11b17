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
      }
    let parts = [
      identity ?? "no identity", "\(text(start)) to \(until)", client, worker ?? "open", address, service, note,
      isCancelled == true ? "cancelled" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " | ")
  }

  private func text(_ time: Time) -> String {
    switch time {
    case .instant(let instant): Zone.utc.local(instant).basicText + "Z"
    case .local(let local, let zone): local.basicText + (zone.map { " \($0.identifier)" } ?? "")
    }
  }
}
