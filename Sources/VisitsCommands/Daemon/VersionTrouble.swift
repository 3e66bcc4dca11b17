import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// Says that the two programs do not fit, which of them is older, and what to do about that one.
enum VersionTrouble {
  /// The daemon does not know a method that this program has in its table.
  ///
  /// - Parameter version: the daemon's, if it tells.
  static func unknownMethod(_ method: String, daemon version: String?) -> Failure {
    let phrase: DaemonPhrase =
      switch version {
      case nil: .unknownMethod
      case let version?: isOlder(Version.current, than: version) ? .unknownMethodNewer : .unknownMethodOlder
      }
    return Failure(
      error: RPCError(
        code: -32000, kind: "versionMismatch",
        message: phrase([.version: version ?? "", .method: method, .other: Version.current]), data: data(version)),
      advice: advice(version))
  }

  /// What a failure means when the daemon is of another version: an answer that makes no sense, or a parameter of ours
  /// that was refused, is then most likely a matter of that. Else the failure as it was.
  static func explain(_ failure: Failure, daemon version: String?) -> Failure {
    guard let version, let age = age(version) else { return failure }
    var failure = failure
    if failure.error.kind == "notAnAnswer" {
      failure.error.kind = "versionMismatch"
      let apart: DaemonPhrase = age == .older ? .older : .newer
      failure.error.message += " " + apart([.version: version, .other: Version.current])
      failure.error.data = data(version)
      failure.advice = advice(version)
    } else {
      let why: DaemonPhrase = age == .older ? .perhapsOlder : .perhapsNewer
      failure.advice += [why([.version: version, .other: Version.current])] + advice(version)
    }
    return failure
  }

  private static func data(_ version: String?) -> JSONObject {
    ["daemon": version?.json, "client": Version.current.json]
  }

  private static func advice(_ version: String?) -> [String] {
    guard let version, isOlder(Version.current, than: version) else {
      return [
        Invocation.isByScript
          ? DaemonPhrase.endAndStart([.command: Invocation.name])
          : DaemonPhrase.restart([.command: "sudo systemctl restart visitsd"])
      ]
    }
    return [DaemonPhrase.upgrade([.version: version, .command: "type -a visits"])]
  }

  /// Whether the daemon is older or newer; `nil` where they fit.
  private static func age(_ version: String) -> Age? {
    if isOlder(version, than: Version.current) { return .older }
    return isOlder(Version.current, than: version) ? .newer : nil
  }

  private enum Age {
    case older
    case newer
  }

  /// By the numbers of the release; what follows a hyphen does not count (semver.org).
  private static func isOlder(_ version: String, than other: String?) -> Bool {
    guard let other else { return false }
    let numbers = { (text: String) in text.prefix { $0 != "-" && $0 != "+" }.split(separator: ".").map { Int($0) ?? 0 }
    }
    return numbers(version).lexicographicallyPrecedes(numbers(other))
  }
}
