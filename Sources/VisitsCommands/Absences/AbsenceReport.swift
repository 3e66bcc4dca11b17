import Catalog
import CommandCatalog
import JSON

extension Session {
  /// The most freed visits for which a substitute is looked up: a sick call is in a hurry, a long holiday is not.
  private static let mostLookedUp = 12

  /// Prints an absence that was recorded: the freed visits with the command that assigns each, the visits that stay,
  /// and the undo.
  func report(recorded answer: JSONValue, _ absence: AbsenceWords) throws {
    print(screen.paragraph(absence(.recorded), .bold, indent: 2, first: screen.style(.green, "✓ ")))
    let freed = answer["visits"]?.array ?? []
    let kept = answer["kept"]?.array ?? []
    if !freed.isEmpty {
      print(screen.paragraph(AbsencePhrase.freed(count: Int64(freed.count)), indent: 2))
    } else if kept.isEmpty {
      print(screen.paragraph(AbsencePhrase.noneFreed.text, .dim, indent: 2))
    }
    for (number, visit) in freed.enumerated() { report(open: visit, looksUp: number < Self.mostLookedUp) }
    for visit in kept { report(kept: visit) }
    print(.command(absence.undo))
  }

  /// Prints an absence that was ended: the visits that the worker has again, and those that are still open.
  func report(ended answer: JSONValue, _ before: AbsenceWords) throws {
    guard let json = answer["absence"] else { throw Failure.unfit("absence.end") }
    let absence = AbsenceWords(json)
    let phrase: AbsencePhrase = absence.state == "takenBack" ? .takenBack : .ended
    print(screen.paragraph(absence(phrase), .bold, indent: 2, first: screen.style(.green, "✓ ")))
    let given = answer["visits"]?.array ?? []
    if !given.isEmpty { print(screen.paragraph(AbsencePhrase.givenBack(count: Int64(given.count)), indent: 2)) }
    for visit in given { print(screen.paragraph(VisitWords(visit).sentence, indent: 4)) }
    let open = answer["open"]?.array ?? []
    if !open.isEmpty { print(screen.paragraph(AbsencePhrase.stillOpen(count: Int64(open.count)), indent: 2)) }
    for visit in open { report(open: visit, offering: (absence.worker, absence.title)) }
    print(before.again(freeing: given))
  }

  private func report(kept: JSONValue) {
    let phrase: AbsencePhrase =
      switch kept["why"]?.string {
      case "inProgress": .inProgress
      case "past": .past
      default: .asked
      }
    let words = VisitWords(kept["visit"] ?? .null)
    print(screen.paragraph(phrase([.visit: "\(words.shortID)  \(words.sentence)"]), .yellow, indent: 2))
  }

  /// Prints an open visit with the command that gives it to the worker who fits best.
  private func report(open visit: JSONValue, looksUp: Bool) {
    var answer: JSONValue?
    // Without an answer the command that suggests is printed.
    if looksUp { answer = try? read("visit.suggest", ["visit": visit["id"], "limit": 1]) }
    let best = answer?["suggestions"]?.array?.first
    report(
      open: visit, offering: best.map { ($0["worker"]?.string ?? "", $0["name"]?.string?.onOneLine ?? "") },
      hasNobody: answer != nil)
  }

  private func report(open visit: JSONValue, offering worker: (id: String, name: String)?, hasNobody: Bool = false) {
    let words = VisitWords(visit)
    let plan = "\(words.title), \(words.date), \(words.time)"
    print(screen.paragraph(plan, indent: 4, first: "  \(Mark.visit(words.state)) "))
    let command = "\(Invocation.name) assign \(words.shortID)"
    // Not wrapped: it is there to be copied.
    if let worker {
      print("    " + AbsencePhrase.assignTo([.name: worker.name, .command: "\(command) --worker \(worker.id)"]))
    } else if hasNobody {
      print("    \(words.shortID)  \(VisitPhrase.nobodyFree.text)")
    } else {
      print("    " + AbsencePhrase.whoCould([.command: "\(command) --suggest"]))
    }
  }
}
