import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// The days that a command is about.
struct WindowOptions: ParsableArguments {
  @Option(name: .shortAndLong, parsing: .unconditional, help: "Only this day.", completion: .day)
  var date: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The first day or moment.", completion: .day)
  var from: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The last day, included.", completion: .day)
  var to: String?

  @Option(
    defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      "Only this week, or the week you name: next, last or any of its days. Weeks begin on Monday.",
      valueName: "week"), completion: .span)
  var week: String?

  @Option(
    defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp("Only this month, or the month you name: next, last or 2026-11.", valueName: "month"),
    completion: .span)
  var month: String?

  func validate() throws {
    guard date == nil || (from == nil && to == nil) else {
      throw ValidationError(VisitPhrase.dateAlone.text)
    }
    if let word = [date, from, to].compactMap(\.self).first(where: TypedDayWords.isDayOrMonth) {
      throw ValidationError(VisitPhrase.dayOrMonth([.value: word]))
    }
    guard [date, week, month, from ?? to].count(where: { $0 != nil }) <= 1 else {
      throw ValidationError(VisitPhrase.windowOnce.text)
    }
  }

  /// Whether a bound of the window is named.
  var isNamed: Bool { hasStart || to != nil }

  /// Whether the beginning of the window is named.
  var hasStart: Bool { from != nil || span != nil }

  /// The days between whose beginning and end the window is, in English: those of a day, a week or a month.
  var span: String? {
    date ?? week.map { Self.span(of: "week", $0) } ?? month.map { Self.span(of: "month", $0) }
  }

  /// Adds the window.
  ///
  /// - Parameter day: The one that is meant when none is named; `nil`: all of them.
  func set(in params: inout JSONObject, otherwise day: String?) {
    let isWhole = from == nil && to == nil
    let day = isWhole ? span ?? day : nil
    params.set(day: "from", from ?? day)
    params.set(day: "to", (to ?? day).map(Self.end))
  }

  /// `this week` of nothing, `next week` of `next`, `week -1` of `-1`, and `week of friday` of `friday`.
  private static func span(of unit: String, _ value: String) -> String {
    let value = TypedDayWords.inEnglish(value).lowercased()
    switch value {
    case "": return "this \(unit)"
    case "this", "next", "last": return "\(value) \(unit)"
    case let count where count.first.map("+-".contains) == true: return "\(unit) \(count)"
    default: return value.hasSuffix(" \(unit)") ? value : "\(unit) of \(value)"
    }
  }

  /// Returns the answer of a read. An error of the window names the option that was typed.
  func explaining(_ read: () throws -> JSONValue) throws -> JSONValue {
    do {
      return try read()
    } catch let error as RPCError where date != nil {
      throw Self.refusal(of: date ?? "", error)
    } catch let error as RPCError where span != nil && error.isOfWindow {
      throw week.map { RPCError.invalidParams(field: "week", VisitPhrase.noWeek([.value: $0])) }
        ?? .invalidParams(field: "month", VisitPhrase.noMonth([.value: month ?? ""]))
    } catch let error as RPCError where error.data["field"] == "localTo" && to.map(Self.isDay) == true {
      throw RPCError.invalidParams(field: "to", VisitPhrase.noDate([.value: to ?? ""]))
    } catch var error as RPCError where error.data["field"] == "to" {
      // The API's window ends before the moment that it is told, a person's after the last day.
      error.message = VisitPhrase.windowBackwards([.start: from ?? "", .end: to ?? ""])
      throw error
    }
  }

  /// The bounds are made of the one day that was typed: what is wrong with them is wrong with it.
  private static func refusal(of date: String, _ error: RPCError) -> RPCError {
    guard error.isOfWindow else { return error }
    guard Day(date) == nil else {
      var error = error
      error.message = error.message(naming: { _ in "--date" })
      error.data["field"] = "date"
      return error
    }
    return .invalidParams(field: "date", VisitPhrase.dateIsNoDate([.value: date]))
  }

  /// The end of a window whose last day a person names: the API's windows end before the day that they name.
  static func end(_ day: String) -> String {
    let day = TypedDayWords.inEnglish(day)
    if Day(day) != nil, let midnight = Timestamp("\(day)T00:00:00Z") {
      return String(Timestamp(milliseconds: midnight.milliseconds + 86_400_000).text.prefix(10))
    }
    if let first = day.first, "+-".contains(first), let days = Int(day), (-999_999...999_999).contains(days) {
      return days < -1 ? String(days + 1) : "+\(days + 1)"
    }
    switch day.lowercased() {
    case "today": return "tomorrow"
    case "yesterday": return "today"
    default: return isMoment(day) ? day : "through \(day)"
    }
  }

  /// Whether it names no moment, and so can only be a day.
  private static func isDay(_ text: String) -> Bool { !text.contains(where: \.isNumber) }

  /// Whether it names a moment, and no day, week or month: `14:30`, `friday noon`, `2026-11-21T08:00`. The daemon takes
  /// a moment that is not known here for its own end.
  private static func isMoment(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ")
    let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
    let isMonth = Day("\(text)-01") != nil
    return words.contains { $0 == "noon" || $0 == "midnight" || $0 == "now" || $0.contains(":") }
      || words.count == 1 && dots != 2 && !isMonth && text.contains(where: \.isNumber)
  }
}

extension RPCError {
  /// Whether a bound of a window is wrong.
  fileprivate var isOfWindow: Bool {
    ["from", "to", "localFrom", "localTo"].contains(data["field"]?.string)
  }
}
