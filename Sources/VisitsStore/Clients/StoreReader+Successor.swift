package import VisitsModel

/// Who has taken the place of a client whose record upstream was merged with another's.
extension StoreReader {
  /// Who has taken a client's place, by the office's word or by upstream's; the client where nobody has.
  package func successor(of client: ClientID) throws -> ClientID {
    let client = try mergedInto(client)
    let records = try agreed(on: SyncThing(.client, client.rawValue))
    // One that stands for several records is gone when all of them are.
    guard let merged = records.first, records.allSatisfy({ !$0.fields.isEmpty }) else { return client }
    return try self.client(standingAt: merged.address) ?? client
  }

  /// The client whom a Patient of upstream's stands for, or the one that has taken its place; `nil`: it was never taken in.
  package func client(standingAt address: RecordAddress) throws -> ClientID? {
    guard var last = try patient(address) else { return nil }
    let first = last
    var met: Set<RecordAddress> = [address]
    while let next = last.replacement, let patient = try patient(next) {
      // Of those who replace each other in a circle none has taken another's place.
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
