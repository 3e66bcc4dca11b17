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

  func validate() throws {
    guard date == nil || (from == nil && to == nil) else {
      throw ValidationError(VisitPhrase.dateAlone.text)
    }
  }

  /// Adds the window.
  ///
  /// - Parameter day: The one that is meant when none is named; `nil`: all of them.
  func set(in params: inout JSONObject, otherwise day: String?) {
    let isWhole = from == nil && to == nil
    let day = isWhole ? date ?? day : nil
    params.set(day: "from", from ?? day)
    params.set(day: "to", (to ?? day).map(Self.end))
  }

  /// What a read answers; what it finds wrong with the window is said of what was typed.
  func explaining(_ read: () throws -> JSONValue) throws -> JSONValue {
    do {
      return try read()
    } catch let error as RPCError where date != nil {
      throw Self.refusal(of: date ?? "", error)
    } catch let error as RPCError where error.data["field"] == "localTo" && to.map(Self.end) == to.map(Self.lastMinute)
    {
      throw RPCError.invalidParams(field: "to", VisitPhrase.noDate([.value: to ?? ""]))
    } catch var error as RPCError where error.data["field"] == "to" {
      // The API's window ends before the moment that it is told, a person's after the last day.
      error.message = VisitPhrase.windowBackwards([.start: from ?? "", .end: to ?? ""])
      throw error
    }
  }

  /// The bounds are made of the one day that was typed: what is wrong with them is wrong with it.
  private static func refusal(of date: String, _ error: RPCError) -> RPCError {
    guard ["from", "to", "localFrom", "localTo"].contains(error.data["field"]?.string) else { return error }
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
    default:
      // A day's name: its last minute. Anything with a time in it is a moment.
      let words = day.lowercased().split(separator: " ")
      let isDate = day.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 && words.count == 1
      let isMoment =
        !isDate
        && (words.contains("noon") || words.contains("midnight") || words == ["now"]
          || day.utf8.contains { (0x30...0x39).contains($0) })
      return isMoment ? day : lastMinute(day)
    }
  }

  private static func lastMinute(_ day: String) -> String { "\(day) 23:59" }
}
