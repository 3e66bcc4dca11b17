import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

/// How a kind of person whom the office links is found, told and shown.
protocol LinkingPerson: LinkablePerson {
  /// One of them, as they are kept.
  associatedtype Kept: LinkedPerson
  /// The person whom an id means, in the version that the caller saw.
  static func kept(_ id: String, expectedVersion: Int?, in transaction: ChangeTransaction) throws -> Kept
  /// What a link leaves behind.
  static func outcome(_ person: Kept, _ link: LinkOutcome) -> ChangeOutcome
  /// The same, taken apart; `nil`: the outcome is of something else.
  static func linked(_ outcome: ChangeOutcome) -> (person: Kept, link: LinkOutcome)?
  /// The person as the API shows them.
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
