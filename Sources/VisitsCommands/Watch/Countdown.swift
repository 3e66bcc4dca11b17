import Catalog
import JSON

/// The seconds until sync is tried again, counted here: the daemon is asked for what changes, not for the time.
struct Countdown {
  private static let second: Int64 = 1000

  private let words: JSONValue
  private let language: Language
  /// When it ends, on the machine's clock, in milliseconds.
  private let end: Int64

  /// What a view says of it that has just come; `nil`: nothing.
  init?(_ view: JSONValue, at now: Int64) {
    guard let words = view["banner"]?["countdown"], let seconds = view["sync"]?["retryInSeconds"]?.amount, seconds > 0
    else { return nil }
    self.words = words
    language = words["language"]?.string.flatMap(Language.init(rawValue:)) ?? .english
    end = now + seconds * Self.second
  }

  /// The view with the seconds that are left.
  func applied(to view: JSONValue, at now: Int64) -> JSONValue {
    guard case .object(var object) = view, case .object(var banner)? = object["banner"] else { return view }
    banner["statement"] = .string(text(at: now))
    object["banner"] = .object(banner)
    return .object(object)
  }

  /// When it says something else; `nil`: it is over.
  func next(after now: Int64) -> Int64? {
    guard now < end else { return nil }
    return now + (end - now - 1) % Self.second + 1
  }

  private func text(at now: Int64) -> String {
    let left = Int(max(0, (end - now + Self.second - 1) / Self.second))
    let forms = words["forms"]
    guard left > 0, let form = forms?[language.plural(left).rawValue]?.string ?? forms?["other"]?.string else {
      return words["over"]?.string ?? ""
    }
    let parts = form.split(separator: "{seconds}", omittingEmptySubsequences: false)
    return parts.joined(separator: String(left))
  }
}
