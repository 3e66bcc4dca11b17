import ArgumentParser

/// The visit that a command is about.
struct VisitArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("An id, a part of one, or with --worker a card's number.", valueName: "visit"))
  var text: String

  @Option(name: .shortAndLong, help: "In whose list the number stands; default $VISITS_WORKER.")
  var worker: String?

  /// Looks the visit up.
  func choose(in session: Session) throws -> ChosenVisit {
    try session.visit(text, of: worker)
  }
}
