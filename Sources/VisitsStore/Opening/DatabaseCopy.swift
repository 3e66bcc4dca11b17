import GRDB
import Glibc

/// A copy of the database at one moment, verified and on disk before it gets its name.
struct DatabaseCopy {
  /// Pages between two looks at whether to go on; 4 MB.
  private static let step: CInt = 1024

  /// Ends the name of a copy that is not whole yet.
  static let unfinished = ".part"

  let path: String

  /// Makes the copy. The source is read as it is when this begins: whoever writes to it meanwhile neither waits nor
  /// makes the copy begin again.
  ///
  /// - Parameters:
  ///   - source: The connection to read with; nobody else is to use it.
  ///   - mayGoOn: Asked after every few megabytes; throws to give up.
  /// - Throws: A ``StoreRefusal``, what the engine says, or what `mayGoOn` throws. No file is left then.
  func make(from source: DatabaseQueue, mayGoOn: @escaping () throws -> Void = {}) throws {
    let temporary = path + Self.unfinished
    guard DatabaseFile.makeEmpty(temporary) else { throw failure("no file can be made", errno) }
    do {
      try fill(temporary, from: source, mayGoOn)
      guard DatabaseFile.publish(temporary, as: path) else {
        throw failure("the copy cannot be kept", errno)
      }
    } catch {
      DatabaseFile.remove(temporary)
      throw error
    }
  }

  private func fill(_ temporary: String, from source: DatabaseQueue, _ mayGoOn: @escaping () throws -> Void) throws {
    let copy = try DatabaseQueue(path: temporary, configuration: Connections.configuration())
    defer { try? copy.close() }
    let version = try source.read { from in
      // The first read fixes the moment for all the steps.
      let version = try Int.fetchOne(from, sql: "PRAGMA user_version")
      try copy.writeWithoutTransaction { to in
        try from.backup(to: to, pagesPerStep: Self.step) { _ in try mayGoOn() }
      }
      return version
    }
    try copy.writeWithoutTransaction { db in
      // One file that can be read anywhere, from a disc too, and not only where a log can be made beside it.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      let found = [
        try Int.fetchOne(db, sql: "PRAGMA application_id"), try Int.fetchOne(db, sql: "PRAGMA user_version"),
      ]
      guard found == [Int(DatabaseFile.applicationID), version] else { throw failure("the copy is another database") }
      let findings = try Integrity.findings(db)
      guard findings.isEmpty else { throw failure(findings.joined(separator: "; ")) }
      try mayGoOn()
    }
  }

  /// What the system failed; a full disk as the engine tells of it.
  private func failure(_ what: String, _ number: Int32) -> any Error {
    guard !SystemWords.isFull(number) else { return DatabaseError(resultCode: .SQLITE_FULL) }
    return failure("\(what): \(SystemWords.of(number))")
  }

  private func failure(_ reason: String) -> StoreRefusal { .backupFailed(path: path, reason: reason) }
}
