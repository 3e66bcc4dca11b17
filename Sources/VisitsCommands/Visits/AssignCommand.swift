import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits assign`: another worker.
struct AssignCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", abstract: "Assign a visit to a worker; with --suggest, list who could make it.")

  @Argument(help: "An id or its end as list shows it, or with --from a card's number.", completion: .visit)
  var visit: String

  @Option(name: .shortAndLong, help: "The new worker.", completion: .worker)
  var worker: String?

  @Flag(help: "List who is free, the best choice first, and assign nobody.")
  var suggest = false

  @Option(
    name: .shortAndLong, help: "The worker whose list has the number; default $VISITS_WORKER.",
    completion: .worker)
  var from: String?

  @Flag(help: "Allow it to overlap another visit of the worker.")
  var allowOverlap = false

  @Flag(help: "Allow it while the worker is away.")
  var allowAbsence = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (worker == nil) == suggest else { throw ValidationError(VisitPhrase.workerOrSuggest.text) }
  }

  func run(in session: Session) throws {
    let visit = try session.visit(visit, of: from, option: "--from")
    guard let worker else { return try session.suggest(for: visit) }
    let answer = try session.with(.worker, worker) { worker in
      try session.change(
        "visit.change", of: visit,
        [
          "worker": worker.json, "allowOverlap": allowOverlap ? true : nil,
          "allowAbsence": allowAbsence ? true : nil,
        ])
    }
    try session.report(answer, of: visit, undo: .assign(visit))
  }
}
