import Synchronization

extension Store {
  /// Makes of a spooled alarm what it would have become; under the record's own request id, so that it is made once.
  package typealias SpoolImport = @Sendable (SpoolRecord) async throws -> Void

  /// In a struct, since a `Mutex` would wrap a bare closure anew with each look at it.
  struct SpoolHook {
    var make: SpoolImport?
  }

  /// Keeps an alarm that the database cannot take. When this returns it is on disk.
  package func keepInSpool(_ record: SpoolRecord) throws(SpoolFault) {
    guard let spool else { throw .missing }
    try spool.append(record)
  }

  /// What is in the spool.
  package func spooled() throws(SpoolFault) -> [SpoolRecord] { try spool?.records().records ?? [] }

  /// What is to become of the alarms in the spool.
  package func onSpoolImport(_ make: @escaping SpoolImport) { spoolHook.withLock { $0.make = make } }

  /// Imports what is in the spool, and empties it when all of it is in the database. To be called when changes are
  /// taken again, and after a start: the spool may hold what came just before a stop.
  ///
  /// - Returns: How many were imported.
  /// - Throws: What the import of one threw; it and those behind it stay, and are tried again at the next call.
  package func importSpool() async throws -> Int {
    guard let spool, let make = spoolHook.withLock({ $0.make }) else { return 0 }
    let (records, mark) = try spool.records()
    for record in records { try await make(record) }
    // What has come meanwhile stays with the rest; a second import of the rest changes nothing.
    if !records.isEmpty { _ = try spool.clear(upTo: mark) }
    return records.count
  }
}
