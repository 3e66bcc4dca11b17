import VisitsModel

extension EVVRecord {
  /// The line of headings of a table of records.
  package static let header = RowText.row([
    "visit", "sequence", "status", "reason", "missedBy", "service", "recipient", "recipientName", "provider",
    "providerName", "date", "timeZone", "address", "latitude", "longitude", "beginAt", "beginMethod",
    "beginReceivedAt", "beginLatitude", "beginLongitude", "beginAccuracy", "beginDistance", "beginClockSuspect",
    "beginFirstAt", "beginCorrection", "endAt", "endMethod", "endReceivedAt", "endLatitude", "endLongitude",
    "endAccuracy", "endDistance", "endClockSuspect", "endFirstAt", "endCorrection", "plannedBegin", "plannedEnd",
    "updatedAt", "changes", "tasks", "serviceCode",
  ])

  /// The record as a row of a table. Its changes stand in one cell, a line each, and so do
  /// the tasks that were recorded during it.
  package var row: String {
    let placed = exported.placed
    let who = [
      visit.id.rawValue, String(visit.version), visit.status.rawValue, visit.life.reason,
      visit.life.missedBy?.rawValue, visit.service, placed.client.id.rawValue, placed.client.name,
      placed.worker?.id.rawValue, placed.worker?.name,
    ]
    let place = [date.text, exported.zone.identifier, placed.address] + Self.cells(placed.client.location)
    let when = [
      visit.start.utcText, visit.end.utcText, visit.updatedAt.utcText, changes, tasks, visit.serviceCode?.text,
    ]
    return RowText.row(who + place + Self.cells(visit.life.checkIn) + Self.cells(visit.life.checkOut) + when)
  }

  /// "3 2026-11-20T15:02:00Z sarah gateway visit.start", and the reason behind it; "-" stands for whoever is not named.
  private var changes: String {
    exported.changes.map { change in
      let words = [String(change.version), change.at.utcText, change.by ?? "-", change.from.rawValue, change.method]
      return (words + [change.reason].compactMap(\.self)).joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// "2026-11-20T17:25:00Z done 10:30 Breakfast: Half a slice", "2026-11-20T17:25:00Z refused - Lunch: Not hungry (tea
  /// only)", the reason before the note; "-" stands for a time that was not recorded.
  private var tasks: String {
    exported.tasks.map { task in
      let words = [task.record.at.utcText, task.result, task.time ?? "-", task.title].joined(separator: " ")
      return switch (task.record.reason, task.record.note) {
      case (nil, nil): words
      case (let reason?, nil): "\(words): \(reason)"
      case (nil, let note?): task.record.outcome == nil ? "\(words): \(note)" : "\(words) (\(note))"
      case (let reason?, let note?): "\(words): \(reason) (\(note))"
      }
    }.joined(separator: "\n")
  }

  private static func cells(_ position: Position?) -> [String?] {
    [position?.latitude, position?.longitude].map { $0.map { "\($0)" } }
  }

  private static func cells(_ check: Check?) -> [String?] {
    guard let check else { return Array(repeating: nil, count: 10) }
    return [check.at.utcText, check.method.rawValue, check.receivedAt.utcText]
      + cells(check.position)
      + [check.position?.accuracy, check.distance].map { $0.map { "\($0)" } }
      + [check.isClockSuspect ? "true" : nil, check.correction?.first?.utcText, check.correction?.reason]
  }
}
