import Dispatch
import GRDB
import Glibc
import Synchronization
package import VisitsModel

extension Store {
  /// Copies the whole schedule into a file, while everything else goes on, and checks the copy. It holds whatever was
  /// asked for before it. One is made at a time. It works on a disk that takes no changes, too, if the copy's takes one.
  ///
  /// - Parameters:
  ///   - request: Who asks; a repeat gets the backup that was made the first time.
  ///   - name: The file's name in the folder `backups` beside the database; `nil`: one that tells the time. To be
  ///     checked not to leave that folder.
  /// - Throws: ``Refusal`` (the name is taken, or the id), ``BackupFailure``.
  package func backUp(_ request: ChangeRequest, name: String?) async throws -> Backup {
    try await withCheckedThrowingContinuation { continuation in
      backups.async { continuation.resume(with: Result { try self.backUpNow(request, name: name) }) }
    }
  }

  /// The latest backup that is kept where they are made; `nil`: there is none.
  ///
  /// It is looked for, and not remembered: one that was taken away is none.
  package var latestBackup: Backup? {
    BackupFolder(of: path).latest
  }

  /// The daemon stops: gives up the backup and the long change that are under way, and begins no other.
  package func stopLongWork() {
    isStopping.store(true, ordering: .relaxed)
    changes.stopLong()
  }

  /// Whether ``stopLongWork()`` was called: work in several transactions ends before its next one.
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
    // Where it cannot be kept that it was made, a repeat makes another; the copy itself is as good.
    _ = try? changeNow(request) { _ in .backedUp(backup) }
    return backup
  }

  /// The backup that this request made before. It also waits for whatever was asked for before it.
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

/// Thrown by a change that only asks whether it has been made before.
private struct NotMadeYet: Error {}

extension Instant {
  /// When a file was written. A file can be given any number of seconds, such as one that is no date.
  init(_ time: timespec) {
    let seconds = min(max(Int64(time.tv_sec), -1 << 50), 1 << 50)
    self.init(nearest: seconds * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
