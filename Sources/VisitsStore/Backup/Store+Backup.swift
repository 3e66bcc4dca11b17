import Dispatch
import GRDB
import Glibc
import Synchronization
package import VisitsModel

extension Store {
  /// Copies the whole schedule into a file while the daemon keeps working, and checks the copy. The backup contains
  /// every change that was requested before it. Only one backup runs at a time. A backup is possible even while the
  /// database accepts no changes, if the backup folder is on a disk that can be written.
  ///
  /// - Parameters:
  ///   - request: The caller's request; a repeat of it returns the first backup.
  ///   - name: The file's name in the folder `backups` beside the database; `nil` for a name made of the time. The
  ///     caller must have checked that the name does not leave that folder.
  /// - Throws: ``Refusal`` if the name or the request id is already used, ``BackupFailure`` if the copy fails.
  package func backUp(_ request: ChangeRequest, name: String?) async throws -> Backup {
    try await withCheckedThrowingContinuation { continuation in
      backups.async { continuation.resume(with: Result { try self.backUpNow(request, name: name) }) }
    }
  }

  /// The latest backup in the backup folder; `nil` if there is none.
  ///
  /// Each access searches the folder, so that a deleted backup does not count.
  package var latestBackup: Backup? {
    BackupFolder(of: path).latest
  }

  /// Ends the running backup and the running long change, and any that begin later. Call this when the daemon stops.
  package func stopLongWork() {
    isStopping.store(true, ordering: .relaxed)
    changes.stopLong()
  }

  /// Whether ``stopLongWork()`` was called. Work that spans several transactions checks this before each next
  /// transaction.
  package var isStoppingLongWork: Bool { isStopping.load(ordering: .relaxed) }

  private func backUpNow(_ request: ChangeRequest, name: String?) throws -> Backup {
    if let made = try madeBefore(request) { return made }
    let moment = context.now()
    let folder = BackupFolder(of: path).path
    let file = DatabaseFile(
      path: name.map { folder + $0 } ?? FileStamp.freeName(folder + "visits-", at: moment, ".sqlite"))
    do {
      try file.makeDirectory()
      if let name, file.exists { throw Refusal.invalid(field: "name", .taken(name)) }
      let source = try DatabaseQueue(path: path, configuration: Connections.looking)
      defer { try? source.close() }
      try DatabaseCopy(path: file.path).make(from: source) {
        if self.isStopping.load(ordering: .relaxed) { throw BackupStopped() }
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw BackupFailure(error, path: file.path)
    }
    file.date(moment)
    let backup = Backup(path: file.path, bytes: file.bytes, at: moment)
    // If the record of this request cannot be stored, a repeat makes another backup. This backup is still valid.
    _ = try? changeNow(request) { _ in .backedUp(backup) }
    return backup
  }

  /// Returns the backup that this request made before; `nil` if it made none. Waits for all changes that were requested
  /// earlier.
  private func madeBefore(_ request: ChangeRequest) throws -> Backup? {
    do {
      guard case .backedUp(let backup) = try changeNow(request, { _ in throw NotMadeYet() }) else { return nil }
      return backup
    } catch is NotMadeYet {
      return nil
    } catch Refusal.unavailable(let reason) where reason != .shuttingDown {
      return nil
    }
  }
}

/// The error of a change that only checks whether the request was made before.
private struct NotMadeYet: Error {}

extension Instant {
  /// Creates an instant from a file's time. Clamps the seconds, because a file system can hold times that would
  /// overflow in milliseconds.
  init(_ time: timespec) {
    let seconds = min(max(Int64(time.tv_sec), -1 << 50), 1 << 50)
    self.init(nearest: seconds * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
