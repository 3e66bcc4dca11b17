import ArgumentParser

/// The visit that a command is about.
struct VisitArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("An id or its end as list shows it, or with --worker a card's number.", valueName: "visit"),
    completion: .visit)
  var text: String

  @Option(
    name: .shortAndLong, help: "The worker whose list has the number; default $VISITS_WORKER.",
    completion: .worker)
  var worker: String?

  /// Looks the visit up.
  func choose(in session: Session) throws -> ChosenVisit {
    try session.visit(text, of: worker)
  }
}
