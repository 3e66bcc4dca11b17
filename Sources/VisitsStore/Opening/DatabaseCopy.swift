import GRDB
import Glibc

/// A copy of the database as it was at one moment. The file gets its final name only after the copy is verified and on
/// disk.
struct DatabaseCopy {
  /// Pages copied between two calls of `mayGoOn`; 4 MB.
  private static let step: CInt = 1024

  /// The suffix of the file name while the copy is unfinished.
  static let unfinished = ".part"

  let path: String

  /// Copies the source database as it is when this function begins. Writers can change the source meanwhile: they do
  /// not wait for the copy, and their changes do not restart it.
  ///
  /// - Parameters:
  ///   - source: The connection to read with. No other code may use it during the copy.
  ///   - mayGoOn: Called after every 4 MB. It throws an error to cancel the copy.
  /// - Throws: A ``StoreRefusal``, a `DatabaseError`, or the error of `mayGoOn`. After an error, no unfinished file
  ///   remains.
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
      // The first read fixes the snapshot for all steps.
      let version = try Int.fetchOne(from, sql: "PRAGMA user_version")
      try copy.writeWithoutTransaction { to in
        try from.backup(to: to, pagesPerStep: Self.step) { _ in try mayGoOn() }
      }
      return version
    }
    try copy.writeWithoutTransaction { db in
      // A single file can be read from read-only media too. In WAL mode, SQLite would have to create files beside it.
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

  /// Returns the error for a failed system call. If the disk is full, this is SQLite's error SQLITE_FULL.
  private func failure(_ what: String, _ number: Int32) -> any Error {
    guard !SystemWords.isFull(number) else { return DatabaseError(resultCode: .SQLITE_FULL) }
    return failure("\(what): \(SystemWords.of(number))")
  }

  private func failure(_ reason: String) -> StoreRefusal { .backupFailed(path: path, reason: reason) }
}
