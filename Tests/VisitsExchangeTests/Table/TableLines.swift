import VisitsExchange
import VisitsModel
import VisitsViews

/// What a table plans, in lines that a test can hold literally.
func planned(_ text: String, columns: [String: String] = [:], dateOrder: TableReading.DateOrder? = nil) -> SchedulePlan
{
  TableReader(TableReading(columns: columns, dateOrder: dateOrder)).plan(from: text)
}

extension SchedulePlan {
  /// Each visit in one line: where it stands, who, when, and what else is known of it.
  var lines: [String] { entries.map(\.line) }

  /// Everything that is refused, with its place.
  var refusals: [String] { refusals(in: "en") }

  /// The same in another language.
  func refusals(in locale: String) -> [String] {
    ([unreadable].compactMap(\.self) + refused).map { $0.line(in: locale) }
  }
}

extension PlannedEntry {
  fileprivate var line: String {
    let end =
      switch end {
      case .time(let time): time.text
      case .minutes(let minutes): "\(minutes) min"
      case .lasting, .asLong: "only a calendar says so"
      }
    let rest = [identity.map { "id \($0)" }, address, service, note, isCancelled == true ? "cancelled" : nil]
    return ([place.words(in: reader()), client, worker ?? "open", "\(start.text) to \(end)"] + rest.compactMap { $0 })
      .joined(separator: " | ")
  }
}

extension PlannedEntry.Time {
  fileprivate var text: String {
    switch self {
    case .instant(let instant): Zone.utc.local(instant).text + "Z"
    case .local(let local, let zone): local.text + (zone.map { " \($0.identifier)" } ?? "")
    }
  }
}

extension LocalTime {
  fileprivate var text: String {
    let numbers = [hour, minute] + (second == 0 ? [] : [second])
    return "\(day.text) " + numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
