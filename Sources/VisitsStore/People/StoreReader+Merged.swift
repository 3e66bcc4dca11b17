package import VisitsModel

/// The people whom the office merged into other people, by linking both to one record upstream.
extension StoreReader {
  /// Returns the worker who replaced a worker; the same worker if no worker replaced this one.
  package func successor(of worker: WorkerID) throws -> WorkerID {
    try merged(.worker, worker.rawValue, WorkerID.init(rawValue:)) ?? worker
  }

  /// Returns the merged workers, each with the worker who replaced them.
  package func mergedWorkers() throws -> [(worker: WorkerID, successor: WorkerID)] {
    try db.all("SELECT person, successor FROM mergedPeople WHERE topic = 'worker'") {
      (try $0.workerID(0), try $0.workerID(1))
    }
  }

  /// Returns the client into whom the office merged a client; the same client if the office did not merge this one.
  func mergedInto(_ client: ClientID) throws -> ClientID {
    try merged(.client, client.rawValue, ClientID.init(rawValue:)) ?? client
  }

  private func merged<ID>(_ kind: PersonKind, _ id: String, _ make: (String) -> ID?) throws -> ID? {
    let found = try db.first(
      "SELECT successor FROM mergedPeople WHERE topic = ? AND person = ?", [.text(kind.topic), .text(id)]
    ) { make($0.text(0)) }
    return found ?? nil
  }

  /// Whether the caller of an audit entry was merged into the worker in `?2`.
  static let isMergedCaller = """
    EXISTS (SELECT 1 FROM mergedPeople WHERE topic = 'worker' AND person = caller AND successor = ?2)
    """
}

extension PersonKind {
  /// The topic of the kind in the tables.
  var topic: String { thing.rawValue }

  /// The topic of the kind in the feed and the audit.
  var thing: Refusal.Thing { self == .worker ? .worker : .client }

  /// The type of the records of workers or clients upstream (R4).
  package var recordType: String { self == .worker ? "Practitioner" : "Patient" }
}
