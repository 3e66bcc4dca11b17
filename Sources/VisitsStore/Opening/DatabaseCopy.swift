import GRDB

/// A copy of the database at one moment, verified and on disk before it gets its name.
struct DatabaseCopy {
  let path: String

  /// - Returns: The copy's path.
  func make(from source: DatabaseQueue) throws -> String {
    let temporary = path + ".part"
    guard DatabaseFile.makeEmpty(temporary) else { throw failure("no file can be made") }
    do {
      let copy = try DatabaseQueue(path: temporary, configuration: Connections.configuration())
      defer { try? copy.close() }
      try source.backup(to: copy)
      let findings = try copy.read(Integrity.findings)
      guard findings.isEmpty else { throw failure(findings.joined(separator: "; ")) }
    } catch let error as DatabaseError {
      throw failure(error.message ?? "\(error.resultCode.rawValue)")
    }
    guard DatabaseFile.publish(temporary, as: path) else { throw failure("the copy cannot be kept") }
    return path
  }

  private func failure(_ reason: String) -> StoreRefusal { .backupFailed(path: path, reason: reason) }
}
