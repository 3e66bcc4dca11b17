package import VisitsModel

/// Finds the client who replaces a client after a merge. The office can merge two clients, and upstream can replace a
/// client's Patient record with another.
extension StoreReader {
  /// Returns the client into whom a client was merged by the office or by upstream; the same client if there was no
  /// merge.
  package func successor(of client: ClientID) throws -> ClientID {
    let client = try mergedInto(client)
    let records = try agreed(on: SyncThing(.client, client.rawValue))
    // A client with several records upstream counts as merged only if all of them are merged.
    guard let merged = records.first, records.allSatisfy({ !$0.fields.isEmpty }) else { return client }
    return try self.client(standingAt: merged.address) ?? client
  }

  /// Returns the client who was imported from a Patient record. If upstream has replaced the record, returns the client
  /// of the replacement; `nil` if the Patient was never imported.
  package func client(standingAt address: RecordAddress) throws -> ClientID? {
    guard var last = try patient(address) else { return nil }
    let first = last
    var met: Set<RecordAddress> = [address]
    while let next = last.replacement, let patient = try patient(next) {
      // Patients that replace each other in a cycle do not replace any client.
      guard met.insert(next).inserted else { return first.client }
      last = patient
    }
    return last.client
  }

  private func patient(_ address: RecordAddress) throws -> (client: ClientID, replacement: RecordAddress?)? {
    let found = try db.first(
      "SELECT thing, fields FROM agreed WHERE type = ? AND id = ? AND topic = 'client' ORDER BY part",
      [.text(address.type), .text(address.id)]
    ) { (client: try $0.clientID(0), replacement: $0.text(1)) }
    guard let found else { return nil }
    let parts = found.replacement.split(separator: "/")
    let replacement = parts.count == 2 ? RecordAddress(type: String(parts[0]), id: String(parts[1])) : nil
    return (found.client, replacement)
  }
}
