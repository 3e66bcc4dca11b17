import Synchronization

extension Store {
  /// Makes of a spooled alarm what it would have become; under the record's own request id, so that it is made once.
  /// Returns whether it could be made; throws what kept the store from it.
  package typealias SpoolImport = @Sendable (SpoolRecord) async throws -> Bool

  /// In a struct, since a `Mutex` would wrap a bare closure anew with each look at it.
  struct SpoolHook {
    var make: SpoolImport?
  }

  /// Keeps an alarm that the database cannot take. When this returns it is on disk.
  ///
  /// - Parameter owner: Whose record it is: no owner may fill the spool with more than a first one.
  package func keepInSpool(_ record: SpoolRecord, of owner: String) throws(SpoolFault) {
    guard let spool else { throw .missing }
    try spool.append(record, of: owner)
  }

  /// What is in the spool.
  package func spooled() throws(SpoolFault) -> [SpoolRecord] { try spool?.records().records ?? [] }

  /// What an operator should know of the spool.
  package var spoolTroubles: [SpoolTrouble] {
    guard let spool else { return SpoolTrouble.all(beside: path) }
    return (spool.isDamaged ? [.damaged(path: spool.path)] : []) + SpoolTrouble.kept(beside: path)
  }

  /// What is to become of the alarms in the spool.
  package func onSpoolImport(_ make: @escaping SpoolImport) { spoolHook.withLock { $0.make = make } }

  /// Imports what is in the spool, and empties it when all of it was seen to. To be called when changes are taken again,
  /// and after a start: the spool may hold what came just before a stop. What can never be made of it is no reason to
  /// leave what is behind it: then the whole file is kept beside the spool, and so it is when something in it cannot be
  /// read.
  ///
  /// - Throws: What kept the store from one; it and those behind it stay, and are tried again at the next call.
  package func importSpool() async throws -> SpoolOutcome {
    guard let spool, let make = spoolHook.withLock({ $0.make }) else { return SpoolOutcome() }
    let (records, mark) = try spool.records()
    var outcome = SpoolOutcome()
    for record in records {
      if try await make(record) { outcome.imported += 1 } else { outcome.refused += 1 }
    }
    outcome.isDamaged = spool.isDamaged
    if outcome.refused > 0 || outcome.isDamaged { outcome.copy = try spool.keepCopy(at: context.now()) }
    // What has come meanwhile stays with the rest; a second import of the rest changes nothing.
    if !records.isEmpty || outcome.isDamaged { _ = try spool.clear(upTo: mark) }
    return outcome
  }
}

/// What became of the spool.
package struct SpoolOutcome: Sendable, Hashable {
  /// How many alarms are in the database now.
  package var imported = 0
  /// How many could not be made.
  package var refused = 0
  /// Whether something in it could not be read.
  package var isDamaged = false
  /// Where those are kept, and what could not be read.
  package var copy: String?

  /// Nothing yet.
  package init() {}
}
