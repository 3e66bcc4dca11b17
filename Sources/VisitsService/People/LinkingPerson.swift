import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

/// The operations that look up and show one kind of person whom the office links: workers or clients.
protocol LinkingPerson: LinkablePerson {
  /// The stored type: `Worker` or `Client`.
  associatedtype Kept: LinkedPerson
  /// Returns the person with the id, in the version that the caller expects.
  static func kept(_ id: String, expectedVersion: Int?, in transaction: ChangeTransaction) throws -> Kept
  /// Returns the outcome of a change of a link.
  static func outcome(_ person: Kept, _ link: LinkOutcome) -> ChangeOutcome
  /// Returns the person and the link of an outcome; `nil` if it is the outcome of another change.
  static func linked(_ outcome: ChangeOutcome) -> (person: Kept, link: LinkOutcome)?
  /// Returns the person's view for the API.
  static func view(of person: Kept, in context: ViewContext) -> View
}

extension LinkableWorker: LinkingPerson {
  static func kept(_ id: String, expectedVersion: Int?, in transaction: ChangeTransaction) throws -> Worker {
    try transaction.worker(transaction.shownWorker(id).id, expectedVersion: expectedVersion)
  }

  static func outcome(_ person: Worker, _ link: LinkOutcome) -> ChangeOutcome { .linkedWorker(person, link) }

  static func linked(_ outcome: ChangeOutcome) -> (person: Worker, link: LinkOutcome)? {
    if case .linkedWorker(let worker, let link) = outcome { (worker, link) } else { nil }
  }

  static func view(of person: Worker, in context: ViewContext) -> WorkerView { .compose(person, in: context) }
}

extension LinkableClient: LinkingPerson {
  static func kept(_ id: String, expectedVersion: Int?, in transaction: ChangeTransaction) throws -> Client {
    try transaction.client(transaction.knownClient(id).id, expectedVersion: expectedVersion)
  }

  static func outcome(_ person: Client, _ link: LinkOutcome) -> ChangeOutcome { .linkedClient(person, link) }

  static func linked(_ outcome: ChangeOutcome) -> (person: Client, link: LinkOutcome)? {
    if case .linkedClient(let client, let link) = outcome { (client, link) } else { nil }
  }

  static func view(of person: Client, in context: ViewContext) -> ClientView { .compose(person, in: context) }
}
