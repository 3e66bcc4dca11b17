import Dispatch
import GRDB
import GRDBSQLite
import Glibc
import Synchronization
package import VisitsModel

extension Store {
  /// Checks the whole database, then copies the whole schedule into a file while the daemon keeps working, and checks
  /// the copy. The copy contains every change that was requested before the backup. Only one backup runs at a time.
  /// While a disk fault prevents changes, a backup is still possible if the backup folder is on a disk that can be
  /// written. A damaged database is not copied: the copy would take the place of a good one.
  ///
  /// - Parameters:
  ///   - request: The caller's request. A repeated request returns the backup that the first request made.
  ///   - name: The file's name in the folder `backups` beside the database; `nil` for a name that contains the present
  ///     time. The caller must have checked that the name does not lead out of that folder.
  ///   - reserve: The bytes that must still be free after the backup; `nil` for the default, see ``BackupRoom``.
  /// - Throws: ``Refusal`` if a file of that name exists, the request id was used for another request, or the database
  ///   is damaged; ``BackupShortage`` if there is too little room; ``BackupFailure`` if the copy fails.
  package func backUp(_ request: ChangeRequest, name: String?, reserve: Int64? = nil) async throws -> Backup {
    try await withCheckedThrowingContinuation { continuation in
      backups.async {
        continuation.resume(with: Result { try self.backUpNow(request, name: name, reserve: reserve) })
      }
    }
  }

  /// Returns the room for backups; `nil` if the file system does not tell.
  ///
  /// - Parameter reserve: The bytes that must still be free after a backup; `nil` for the default, see ``BackupRoom``.
  package func backupRoom(reserve: Int64?) -> BackupRoom? { BackupRoom(of: path, reserve: reserve) }

  /// The latest backup in the backup folder; `nil` if there is none.
  ///
  /// Each access searches the folder, so that a deleted backup does not count.
  package var latestBackup: Backup? {
    BackupFolder(of: path).latest
  }

  /// Cancels the running backup, the running long change, and every backup or long change that starts later. Call this
  /// when the daemon stops.
  package func stopLongWork() {
    isStopping.store(true, ordering: .relaxed)
    changes.stopLong()
  }

  /// Whether ``stopLongWork()`` was called. Work that spans several transactions checks this before each next
  /// transaction.
  package var isStoppingLongWork: Bool { isStopping.load(ordering: .relaxed) }

  private func backUpNow(_ request: ChangeRequest, name: String?, reserve: Int64?) throws -> Backup {
    if let made = try madeBefore(request) { return made }
    if let fault, fault.isDamage { throw Refusal.unavailable(fault.reason) }
    let moment = context.now()
    let folder = BackupFolder(of: path).path
    let file = DatabaseFile(
      path: name.map { folder + $0 } ?? FileStamp.freeName(folder + "visits-", at: moment, ".sqlite"))
    do {
      let source = try checkedSource()
      defer { try? source.close() }
      try file.makeDirectory()
      if let name, file.exists { throw Refusal.invalid(field: "name", .taken(name)) }
      if let room = backupRoom(reserve: reserve), room.free < room.needed { throw BackupShortage(room: room) }
      try DatabaseCopy(path: file.path).make(from: source) {
        if self.isStopping.load(ordering: .relaxed) { throw BackupStopped() }
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch let shortage as BackupShortage {
      throw shortage
    } catch {
      throw BackupFailure(error, path: file.path)
    }
    file.date(moment)
    let backup = Backup(path: file.path, bytes: file.bytes, at: moment)
    // If the record of this request cannot be stored, a repeat makes another backup. This backup is still valid.
    _ = try? changeNow(request) { _ in .backedUp(backup) }
    return backup
  }

  /// Opens a connection to the database for a backup, and checks the whole database. The connection is new, so that no
  /// page that is still in memory hides its damage on the disk.
  ///
  /// - Throws: ``Refusal/unavailable(_:)`` if the database is damaged. The damage is then the store's ``fault``.
  private func checkedSource() throws -> DatabaseQueue {
    do {
      let source = try DatabaseQueue(path: path, configuration: Connections.looking)
      let findings = try source.read { db in
        endWhenStopping(db)
        return try Integrity.findings(db, isThorough: true)
      }
      guard let fault = DiskFault(findings: findings) else { return source }
      throw fault
    } catch {
      if isStopping.load(ordering: .relaxed) { throw BackupStopped() }
      guard let fault = error as? DiskFault ?? DiskFault(error), fault.isDamage else { throw error }
      changes.report(fault)
      throw Refusal.unavailable(fault.reason)
    }
  }

  /// Interrupts the statements of a connection when the daemon stops, because a check of a large database takes long.
  /// The connection must not outlive the store, because SQLite holds an unretained reference to the store.
  private func endWhenStopping(_ db: Database) {
    sqlite3_progress_handler(
      db.sqliteConnection, 10_000,
      { store in
        guard let store else { return 0 }
        let isStopping = Unmanaged<Store>.fromOpaque(store).takeUnretainedValue().isStopping.load(ordering: .relaxed)
        return isStopping ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Returns the backup that an earlier copy of this request made; `nil` if there is none. Waits until all changes that
  /// were requested earlier are done.
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

/// The error with which `madeBefore(_:)` ends its change if the request was not made before. That change only
/// checks for a repeat and must store nothing.
private struct NotMadeYet: Error {}

extension Instant {
  /// Creates an instant from a file's time. Clamps the seconds, because a file system can hold times that would
  /// overflow in milliseconds.
  init(_ time: timespec) {
    let seconds = min(max(Int64(time.tv_sec), -1 << 50), 1 << 50)
    self.init(nearest: seconds * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
