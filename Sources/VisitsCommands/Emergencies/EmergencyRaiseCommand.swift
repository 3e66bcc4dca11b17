import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits emergency raise`.
struct EmergencyRaiseCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "raise", abstract: "Raise an alarm: somebody needs help now.")

  @Option(name: .shortAndLong, help: "Who needs help; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(help: "The visit: an id, or the number of a card; default the one in progress.", completion: .visit)
  var visit: String?

  @Option(name: .shortAndLong, help: "What happened.")
  var note: String?

  @Option(help: ArgumentHelp("The actual time; default now.", valueName: "time"))
  var at: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer: JSONValue
    let isVisitUnknown: Bool
    do {
      (answer, isVisitUnknown) = try raise(in: session)
    } catch {
      throw Failure(error).ofAnAlarm
    }
    session.rememberForGood()
    if let message = answer["message"]?.string, !session.wantsJSON {
      session.print(session.screen.paragraph(message, .bold))
    }
    try session.report(answer, method: "emergency.raise") { worker in
      [EmergencyPhrase.takeUp([.command: "\(Invocation.name) emergency ack \(worker)"])]
    }
    if let visit, isVisitUnknown {
      session.tell("visits: \(EmergencyPhrase.raisedWithoutVisit([.text: visit.onOneLine]))")
    }
  }

  private func raise(in session: Session) throws -> (answer: JSONValue, isVisitUnknown: Bool) {
    let named = try session.worker(worker)
    // A visit that cannot be found must not hold up an alarm.
    let found = visit.flatMap { try? session.visit($0, of: named).id }
    let answer = try session.with(.worker, named) { id in
      var params: JSONObject = ["worker": id.json, "visit": found?.json, "note": note?.json]
      params.set(time: "at", at)
      return try session.change("emergency.raise", params)
    }
    return (answer, visit != nil && found == nil)
  }
}

extension Failure {
  /// The same where an alarm was to be raised: whether it was comes first, and what to do now.
  fileprivate var ofAnAlarm: Failure {
    var failure = self
    // Which number the agency names is known to the daemon alone.
    let phrase: EmergencyPhrase = mayBeMade || status == .internal ? .perhapsRaised : .notRaised
    failure.error.message = phrase([.text: error.message])
    return failure
  }
}
