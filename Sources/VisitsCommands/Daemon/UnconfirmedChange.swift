import Catalog
import CommandCatalog
import JSON

extension Failure {
  /// What a failed call means for a change: that nothing was done, or that nobody knows, and how to find out.
  ///
  /// - Parameter wasSent: whether the daemon may have received it.
  func unconfirmed(_ method: String, _ params: JSONValue, wasSent: Bool) -> Failure {
    // A dry run changes nothing, whatever became of it.
    guard params["requestId"] != nil, params["dryRun"] != true else { return self }
    var failure = self
    guard wasSent else {
      failure.advice.insert(DaemonPhrase.nothingChanged.text, at: 0)
      return failure
    }
    failure.mayBeMade = true
    failure.advice.insert(DaemonPhrase.perhapsChanged.text, at: 0)
    failure.advice.insert(Self.again(method, params), at: 1)
    if let visit = params["visit"]?.string {
      let command = "\(Invocation.name) show \(visit.suffix(8))"
      failure.advice.insert(DaemonPhrase.seeWhether([.command: command]), at: 2)
    }
    return failure
  }

  /// The same change under the same id, as a command.
  private static func again(_ method: String, _ params: JSONValue) -> String {
    // An import finds what it brought in before, and so it needs no id to be harmless a second time.
    if method == "import" { return "  \(Invocation.again)" }
    return "  \(Invocation.name) call \(method) \(Undo.quoted(params.text))"
  }
}
