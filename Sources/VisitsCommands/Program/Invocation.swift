import JSON

/// How a person calls this program, for whatever is printed to be typed next.
enum Invocation {
  /// The name of the program itself.
  private static let own = "visits"

  /// What stands before a command's name in this run.
  @TaskLocal static var name = own

  /// What stands behind the program's name in this run.
  @TaskLocal static var arguments: [String] = []

  /// The command of this run, to be typed again.
  static var again: String {
    let words = arguments.map { !$0.isEmpty && $0.utf8.allSatisfy(isPlain) ? $0 : Undo.quoted($0) }
    return ([name] + words).joined(separator: " ")
  }

  /// The command that calls a list's next page.
  static func nextPage(_ method: String, _ params: JSONObject, after: String) -> String {
    var params = params
    params["after"] = after.json
    return "\(name) call \(method) \(Undo.quoted(JSONValue.object(params).text))"
  }

  /// Whether another program runs this one: `scripts/run` of a checkout, which has a service of its own.
  static var isByScript: Bool { name != own }

  /// The name that `$VISITS_PROGRAM` gives, where a shell takes it as it stands; else the program's own.
  static func name(in environment: [String: String]) -> String {
    guard let name = environment["VISITS_PROGRAM"], (1...200).contains(name.utf8.count), !name.hasPrefix("-"),
      name.utf8.allSatisfy(isPlain)
    else { return own }
    return name
  }

  /// Whether no shell gives the character a meaning.
  private static func isPlain(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
