import JSONRPC

/// What stands on top of every Today, a worker's and the board's: banner, heading, sync indicator, emergency sign.
struct TodayHead {
  private let view: JSONValue
  private let screen: Screen
  private var style: Style { screen.style }

  /// The top of a view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// A view that was seen last: nobody knows whether anything is synced now.
  static func stale(_ view: JSONValue) -> JSONValue {
    guard case .object(var object) = view else { return view }
    object["sync"] = ["state": "failed", "label": "No connection"]
    return .object(object)
  }

  /// What stands above the heading.
  var banner: [String] {
    let emergencies = view["emergencies"]?.array ?? []
    if !emergencies.isEmpty { return emergencies.flatMap { EmergencyWords($0).head(on: screen) } }
    guard let message = view["banner"]?["message"]?.string else { return [] }
    let isCalm = view["banner"]?["kind"] == "offline"
    return screen.paragraph(
      message, isCalm ? .dim : .boldRed, indent: 2, first: style(isCalm ? .dim : .boldRed, isCalm ? "· " : "⚠ "))
  }

  /// How the emergency sign is painted; `nil`: not at all. On a worker's day it is what they raise an alarm with; on the
  /// board it tells of one.
  private var sign: Paint? {
    if view["emergency"]?["open"] != nil { return .boldRed }
    return view["rows"] == nil ? .dim : nil
  }

  /// The heading, the date and how much is done at left, the sync indicator and the emergency sign at right; on several
  /// lines where one is too short.
  var heading: [String] {
    let title = view["heading"]?.string?.onOneLine ?? ""
    let isBare = view["empty"] != nil || view["cards"]?.array?.isEmpty == true
    let date = view["dateLabel"]?.string.map { "  " + $0.onOneLine } ?? ""
    let progress = isBare ? "" : "  " + (view["progress"]?["label"]?.string?.onOneLine ?? "")
    let sync = Mark.sync(view["sync"])
    let alarm = sign
    let left = style(.bold, title) + style(.plain, date) + style(.dim, progress)
    let right = style(sync.paint, sync.text) + (alarm.map { "   " + style($0, "⚠") } ?? "")
    let leftColumns = Columns.count(title) + Columns.count(date) + Columns.count(progress)
    let rightColumns = Columns.count(sync.text) + (alarm == nil ? 0 : 4)
    let space = screen.width - leftColumns - rightColumns
    if space >= 3 { return [left + String(repeating: " ", count: space) + right] }
    let below =
      Columns.count(title) + Columns.count(date) <= screen.width
      ? [style(.bold, title) + date] : screen.paragraph(title, .bold) + screen.paragraph(String(date.dropFirst(2)))
    return [String(repeating: " ", count: max(0, screen.width - rightColumns)) + right] + below
      + (progress.isEmpty ? [] : [style(.dim, String(progress.dropFirst(2)))])
  }
}
