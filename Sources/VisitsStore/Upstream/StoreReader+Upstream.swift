package import VisitsModel

extension StoreReader {
  /// The worker that stands for a record of the agency's system.
  package func workerID(for identity: UpstreamIdentity) throws -> WorkerID? {
    try things(.worker, identity) { try $0.workerID(1) }.first
  }

  /// The client that stands for a record of the agency's system.
  package func clientID(for identity: UpstreamIdentity) throws -> ClientID? {
    try things(.client, identity) { try $0.clientID(1) }.first
  }

  /// The visits that stand for one Appointment, one for each worker who makes it, in the order of the parts.
  package func visitIDs(for identity: UpstreamIdentity) throws -> [(part: Int, id: VisitID)] {
    try things(.visit, identity) { ($0.int(0), VisitID(rawValue: $0.text(1))) }
  }

  private func things<Thing>(
    _ topic: Refusal.Thing, _ identity: UpstreamIdentity, _ make: (Columns) throws -> Thing
  ) throws -> [Thing] {
    try db.all(
      "SELECT part, thing FROM upstream WHERE topic = ? AND system = ? AND value = ? ORDER BY part",
      [.text(topic.rawValue), .text(identity.system), .text(identity.value)], make)
  }
}
