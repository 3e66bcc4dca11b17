import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

/// The operations on one kind of person (workers or clients) that the methods for linking people to upstream records
/// share.
protocol LinkingPerson: LinkablePerson {
  /// The type of the stored person: `Worker` or `Client`.
  associatedtype Kept: LinkedPerson
  /// Returns the stored person with the id. Throws an error if the person has another version than the expected one.
  static func kept(_ id: String, expectedVersion: Int?, in transaction: ChangeTransaction) throws -> Kept
  /// Returns the outcome of a change of the person's link to an upstream record.
  static func outcome(_ person: Kept, _ link: LinkOutcome) -> ChangeOutcome
  /// Returns the person and the link from the outcome of a change of a link; `nil` for the outcome of any other change.
  static func linked(_ outcome: ChangeOutcome) -> (person: Kept, link: LinkOutcome)?
  /// Returns the person in the form that the API returns.
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
