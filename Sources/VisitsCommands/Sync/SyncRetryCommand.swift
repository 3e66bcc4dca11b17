import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits sync retry`.
struct SyncRetryCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Send refused changes to the agency's system again.")

  @Argument(help: ArgumentHelp("The problem's number, as the list shows it.", valueName: "number"))
  var number: Int?

  @Option(help: "Instead: all problems of this visit, by its id.", completion: .visit)
  var visit: String?

  @Flag(help: "Instead: all problems.")
  var all = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard [number != nil, visit != nil, all].count(where: { $0 }) == 1 else {
      throw ValidationError(SyncPhrase.whichProblemOrAll.text)
    }
  }

  func run(in session: Session) throws {
    let answer = try session.change(
      "sync.retry",
      [
        "problem": number.map { .integer(Int64($0)) }, "visit": visit.map { try session.visit($0, of: nil).id.json },
        "all": all ? true : nil,
      ])
    let count = answer["retried"]?.integer ?? 0
    if count > 0 { session.rememberForGood() }
    if session.wantsJSON { return session.print(answer) }
    if count == 0, all { return session.print(session.screen.style(.green, "✓ \(SyncPhrase.noProblems.text)")) }
    session.print(SyncPhrase.retried(count: count))
    session.tell(SyncPhrase.seeProblems([.command: "\(Invocation.name) sync problems"]))
  }
}

/// `visits sync discard`.
struct SyncDiscardCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract:
      "Discard a problem: a refused change stays only here, and the audit records who decided so and why."
  )

  @OptionGroup var problem: SyncProblemArgument

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    var params = try problem.params(in: session)
    params["reason"] = reason.json
    let answer = try session.change("sync.discard", params)
    session.rememberForGood()
    if session.wantsJSON { return session.print(answer) }
    let count = answer["discarded"]?.integer ?? 0
    session.print(SyncPhrase.settled(count: count))
  }
}
