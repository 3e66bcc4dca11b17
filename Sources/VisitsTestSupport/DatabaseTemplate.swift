import Foundation
import Glibc
import Synchronization
package import VisitsModel
import VisitsStore

/// New databases for tests: migrated once for each moment and process, and copied for each test.
///
/// The moment of creation is all that tells a new database from another: its epoch and the dates of its migrations
/// follow from it. A copy for the same moment equals the database that ``Store`` would have created.
package enum DatabaseTemplate {
  /// The databases by the moment of their creation.
  private static let files = Mutex<[Instant: Data]>([:])

  /// Puts a new database into an empty folder, where the store then finds it.
  ///
  /// - Parameters:
  ///   - path: The database's path.
  ///   - now: What the clock of the store shows.
  package static func copy(to path: String, now: Instant) throws {
    let file = try files.withLock { files in
      if let file = files[now] { return file }
      let file = try create(now)
      files[now] = file
      return file
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: file)
  }

  private static func create(_ now: Instant) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.path + "/visits-template-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let identities = IdentitySource(now: { now }, random: { (1, 1) })
    let path = folder + "/visits.db"
    // The store goes at once, and closes the database, which is then whole in its file.
    _ = try Store.open(Store.Options(path: path, readers: 1, now: { now }, identities: identities, elapsed: { .zero }))
    guard !FileManager.default.fileExists(atPath: path + "-wal") else { throw CocoaError(.fileReadUnknown) }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
