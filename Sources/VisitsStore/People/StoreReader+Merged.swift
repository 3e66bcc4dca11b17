package import VisitsModel

/// The people whom the office has merged into others, by linking both to one record upstream.
extension StoreReader {
  /// The worker who has taken a worker's place; the worker where nobody has.
  package func successor(of worker: WorkerID) throws -> WorkerID {
    try merged(.worker, worker.rawValue, WorkerID.init(rawValue:)) ?? worker
  }

  /// The workers who were merged into others, each with whom.
  package func mergedWorkers() throws -> [(worker: WorkerID, successor: WorkerID)] {
    try db.all("SELECT person, successor FROM mergedPeople WHERE topic = 'worker'") {
      (try $0.workerID(0), try $0.workerID(1))
    }
  }

  /// The client into whom the office merged a client; the client where it did not.
  func mergedInto(_ client: ClientID) throws -> ClientID {
    try merged(.client, client.rawValue, ClientID.init(rawValue:)) ?? client
  }

  private func merged<ID>(_ kind: PersonKind, _ id: String, _ make: (String) -> ID?) throws -> ID? {
    let found = try db.first(
      "SELECT successor FROM mergedPeople WHERE topic = ? AND person = ?", [.text(kind.topic), .text(id)]
    ) { make($0.text(0)) }
    return found ?? nil
  }

  /// Whether the caller of an entry of the audit was merged into the worker of `?2`.
  static let isMergedCaller = """
    EXISTS (SELECT 1 FROM mergedPeople WHERE topic = 'worker' AND person = caller AND successor = ?2)
    """
}

extension PersonKind {
  /// As the tables name it.
  var topic: String { thing.rawValue }

  /// The noun of the feed and the audit.
  var thing: Refusal.Thing { self == .worker ? .worker : .client }

  /// The type of a person's record upstream (R4).
  package var recordType: String { self == .worker ? "Practitioner" : "Patient" }
}
