import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits undo`: the last change of this user, taken back.
struct UndoCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change that you made with this program.",
    discussion: """
      It shows what it will do, and asks on a terminal. It is refused when somebody has changed the same thing since. \
      The last 20 changes are remembered for each socket; each is taken back in one step, however many visits it \
      touched.
      """)

  @Flag(help: "List the changes that can be taken back, the last one first, and change nothing.")
  var list = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let memory = UndoMemory(session)
    let changes = memory.changes
    if list { return show(changes, in: session) }
    guard let change = changes.last else {
      throw Failure(error: RPCError(code: 1404, kind: "notFound", message: UndoPhrase.nothing.text))
    }
    guard change.why == nil else {
      memory.forgetLast()
      throw Self.refusal(.cannot, change, details: [change.why].compactMap(\.self), isLast: changes.count == 1)
    }
    let standing = try change.standing(in: session)
    guard !standing.isChanged else {
      memory.forgetLast()
      let details = standing.things.map { VisitPhrase.now([.text: $0]) }
      throw Self.refusal(.changed, change, details: details, isLast: changes.count == 1)
    }
    session.tell(UndoPhrase.takesBack([.command: change.command]).onOneLine)
    for thing in standing.things { session.tell("  \(VisitPhrase.now([.text: thing]))") }
    for command in change.undo { session.tell("  \(VisitPhrase.undo([.command: Self.line(command)]))") }
    if session.canAsk, !yes { try session.confirm() }
    try change.takeBack(in: session, memory)
  }

  private func show(_ changes: [RememberedChange], in session: Session) {
    if session.wantsJSON { return session.print(["changes": .array(changes.reversed().map(\.json))]) }
    if changes.isEmpty { return session.print(session.screen.style(.dim, UndoPhrase.none.text)) }
    for change in changes.reversed() {
      // Not wrapped: they are there to be copied.
      session.print(change.command.onOneLine)
      let lines = change.undo.map { VisitPhrase.undo([.command: Self.line($0)]) }
      for line in change.why.map({ [$0] }) ?? lines { session.print(session.screen.style(.dim, "  \(line.onOneLine)")) }
    }
  }

  /// A command as it is typed.
  private static func line(_ words: [String]) -> String {
    ([Invocation.name] + words.map(Undo.word)).joined(separator: " ").onOneLine
  }

  /// Why the last change is not taken back; it is forgotten, so that the one before it is the last.
  private static func refusal(
    _ phrase: UndoPhrase, _ change: RememberedChange, details: [String], isLast: Bool
  ) -> Failure {
    let error =
      phrase == .changed
      ? (code: 1409, kind: "versionConflict") : (code: 1422, kind: "invalidTransition")
    return Failure(
      error: RPCError(code: error.code, kind: error.kind, message: phrase([.command: change.command])),
      details: details,
      advice: isLast ? [] : [UndoPhrase.before([.command: "\(Invocation.name) undo"])])
  }
}

extension RememberedChange {
  /// The things that the change touched as they are now, in words, and whether any of them has changed since.
  ///
  /// Only things that have a read of their own are looked at; the daemon checks the versions of all.
  fileprivate func standing(in session: Session) throws -> (things: [String], isChanged: Bool) {
    var words: [String] = []
    var isChanged = false
    for thing in things where ["visit", "series", "worker", "client"].contains(thing.noun) {
      do {
        let answer = try session.read("\(thing.noun).show", [thing.noun: thing.id.json])
        guard let now = answer[thing.noun] else { throw Failure.unfit("\(thing.noun).show") }
        isChanged = isChanged || now["version"]?.integer != thing.after
        words.append(Self.words(now, thing.noun))
      } catch let error as RPCError where error.code == 1404 {
        isChanged = true
        words.append(error.message)
      }
    }
    return (words, isChanged)
  }

  private static func words(_ thing: JSONValue, _ noun: String) -> String {
    switch noun {
    case "visit": VisitWords(thing).sentence
    case "series": SeriesWords(thing).sentence
    default: thing["name"]?.string?.onOneLine ?? ""
    }
  }

  /// Runs the commands that lead back, each on the version that the change led to.
  fileprivate func takeBack(in session: Session, _ memory: UndoMemory) throws {
    session.changes.insist(on: things)
    for (index, words) in undo.enumerated() {
      do {
        let parsed = try Shortcut.parse(words) ?? VisitsCommand.parseAsRoot(words) as? any VisitsSubcommand
        guard let parsed else { throw Failure.usage(UndoPhrase.cannot([.command: command])) }
        try parsed.run(in: session)
      } catch {
        let failure = Failure(error)
        if [1404, 1409].contains(failure.error.code) {
          memory.forgetLast()
        } else if index > 0 {
          memory.replaceLast(with: rest(from: index, at: session.changes.versions))
        }
        throw failure
      }
    }
    memory.forgetLast(undoneAs: session.changes.versions)
  }

  /// The rest of an undo whose first commands were run.
  private func rest(from index: Int, at versions: [String: Int64]) -> RememberedChange {
    var rest = self
    rest.undo = Array(undo[index...])
    for place in rest.things.indices {
      if let version = versions[rest.things[place].id] { rest.things[place].after = version }
    }
    return rest
  }
}
