import Catalog
import CommandCatalog
import JSON

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
    object["sync"] = ["state": "failed", "label": .string(WatchPhrase.noConnection.text)]
    return .object(object)
  }

  /// A view without what says only when sync is tried again: for that nobody needs all of it a second time.
  static func steady(_ view: JSONValue) -> JSONValue {
    guard case .object(var object) = view else { return view }
    object["etag"] = nil
    if case .object(var sync)? = object["sync"] {
      for name in ["lastSyncedAt", "retryAt", "retryInSeconds"] { sync[name] = nil }
      object["sync"] = .object(sync)
    }
    if case .object(var banner)? = object["banner"], banner["countdown"] != nil {
      for name in ["message", "statement", "retryAt"] { banner[name] = nil }
      object["banner"] = .object(banner)
    }
    return .object(object)
  }

  /// What stands above the heading.
  var banner: [String] {
    let emergencies = view["emergencies"]?.array ?? []
    if !emergencies.isEmpty { return emergencies.flatMap { EmergencyWords($0).head(on: screen) } }
    guard let message = words else { return [] }
    let isCalm = view["banner"]?["kind"] == "offline"
    return screen.paragraph(
      message, isCalm ? .dim : .boldRed, indent: 2, first: style(isCalm ? .dim : .boldRed, isCalm ? "· " : "⚠ "))
  }

  /// The banner as a screen reader says it; `nil`: there is none.
  static func spoken(_ view: JSONValue) -> String? { words(of: view["banner"])?.onOneLine }

  private var words: String? { Self.words(of: view["banner"]) }

  /// A banner's words. A terminal has nothing to tap.
  private static func words(of banner: JSONValue?) -> String? {
    guard let statement = banner?["statement"]?.string else { return banner?["message"]?.string }
    guard banner?["action"] == "retry" else { return statement }
    return WatchPhrase.retryNow([.text: statement, .command: "\(Invocation.name) sync"])
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
