import Catalog
import CommandCatalog
import JSON

/// A visit in the words that the daemon sends along.
struct VisitWords {
  private let visit: JSONValue

  init(_ visit: JSONValue) {
    self.visit = visit
  }

  /// The client's name.
  var title: String { display("title") }
  /// The worker's name, or that the visit is open.
  var worker: String { display("worker") }
  /// The date.
  var date: String { display("date") }
  /// From and to.
  var time: String { display("time") }
  /// On which days of a list it stands, and its time as it reads there.
  var days: [(date: String, time: String)] {
    let days = (visit["display"]?["days"]?.array ?? []).map { day in
      (date: day["date"]?.string?.onOneLine ?? "", time: day["time"]?.string?.onOneLine ?? "")
    }
    return days.isEmpty ? [(date, time)] : days
  }
  /// The state.
  var status: String { display("status") }
  /// "Late", while it is.
  var late: String? { visit["display"]?["late"]?.string?.onOneLine }
  /// Since when it is late, while it is.
  var alert: String? { visit["display"]?["alert"]?.string?.onOneLine }
  /// The state's name, for marks.
  var state: String? { visit["status"]?.string }
  /// When, and who makes it.
  var plan: String { [date, time, worker].filter { !$0.isEmpty }.joined(separator: ", ") }
  /// All on one line.
  var sentence: String { VisitPhrase.sentence([.name: title, .text: plan, .status: status]) }

  /// The end of the id: the part that differs between visits made in the same minute (UUIDv7, RFC 9562).
  var shortID: String { String((visit["id"]?.string ?? "").suffix(8)) }

  private func display(_ name: String) -> String { visit["display"]?[name]?.string?.onOneLine ?? "" }
}
