package import VisitsModel

/// Queries for the workers and clients whom the office merged into others, by linking both to one record upstream.
extension StoreReader {
  /// Returns the worker into whom the office merged a worker; the same worker if this worker was not merged.
  package func successor(of worker: WorkerID) throws -> WorkerID {
    try merged(.worker, worker.rawValue, WorkerID.init(rawValue:)) ?? worker
  }

  /// Returns all merged workers, each with the worker into whom they were merged.
  package func mergedWorkers() throws -> [(worker: WorkerID, successor: WorkerID)] {
    try db.all("SELECT person, successor FROM mergedPeople WHERE topic = 'worker'") {
      (try $0.workerID(0), try $0.workerID(1))
    }
  }

  /// Returns the client into whom the office merged a client; the same client if this client was not merged.
  func mergedInto(_ client: ClientID) throws -> ClientID {
    try merged(.client, client.rawValue, ClientID.init(rawValue:)) ?? client
  }

  private func merged<ID>(_ kind: PersonKind, _ id: String, _ make: (String) -> ID?) throws -> ID? {
    let found = try db.first(
      "SELECT successor FROM mergedPeople WHERE topic = ? AND person = ?", [.text(kind.topic), .text(id)]
    ) { make($0.text(0)) }
    return found ?? nil
  }

  /// An SQL condition on an audit entry: its caller is a worker who was merged into the worker in `?2`.
  static let isMergedCaller = """
    EXISTS (SELECT 1 FROM mergedPeople WHERE topic = 'worker' AND person = caller AND successor = ?2)
    """
}

extension PersonKind {
  /// The name of the kind in the column `topic` of the tables.
  var topic: String { thing.rawValue }

  /// The entity type of the kind in the feed and the audit.
  var thing: Refusal.Thing { self == .worker ? .worker : .client }

  /// The FHIR R4 type of the upstream records that stand for workers or for clients.
  package var recordType: String { self == .worker ? "Practitioner" : "Patient" }
}
