import VisitsModel
import VisitsStore

/// Names what both the text and the office have changed since the last import.
extension ScheduleApplication {
  /// Adds a note with both values of a part that stays as the office has it.
  mutating func noteContest(
    of part: PlannedRow.Part, between row: PlannedRow, and visit: Visit, at entry: PlannedEntry
  ) throws {
    let zone = people.known(entry.client)?.zone ?? call.service.settings.agencyZone
    var fault: TextFault
    switch part {
    case .time:
      fault = contest(Self.time(row.start, row.end, in: zone), Self.time(visit.start, visit.end, in: zone))
    case .worker:
      let present = try visit.worker.map { try transaction.worker($0)?.name ?? $0.rawValue }
      fault = contest(row.worker?.name, present)
    case .address: fault = contest(entry.address, visit.address)
    case .service: fault = contest(entry.service, visit.service)
    case .note: fault = contest(entry.note, visit.note)
    case .serviceCode: fault = contest(entry.serviceCode?.text, visit.serviceCode?.text)
    case .isCancelled: return
    }
    fault.path = String(describing: part)
    summary.notes.append(ImportSummary.Refused(place: entry.place, reason: .fault(fault)))
  }

  private func contest(_ file: String?, _ office: String?) -> TextFault {
    TextFault(.rowBothChanged, [.value: Self.shortened(file), .other: Self.shortened(office)])
  }

  /// Returns times as a table has them: "2026-11-29 08:00 - 09:00".
  private static func time(_ start: Instant, _ end: Instant, in zone: Zone) -> String {
    let (first, last) = (zone.local(start), zone.local(end))
    let day = first.day == last.day ? "" : "\(last.day.text) "
    return "\(first.day.text) \(first.typed) - \(day)\(last.typed)"
  }

  /// A note can be long; its beginning shows which one is meant.
  private static func shortened(_ text: String?) -> String {
    guard let text, text.count > 60 else { return text ?? "" }
    return text.prefix(59) + "…"
  }
}
