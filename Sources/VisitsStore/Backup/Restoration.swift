import GRDB
import Glibc
package import VisitsModel

/// Replaces the database with a backup. No process may have the database open meanwhile.
package struct Restoration: Sendable {
  /// The path of the database. The file need not exist yet.
  let path: String
  /// The path of the backup.
  let file: String
  let now: Instant

  /// The result of a restoration.
  package struct Outcome: Sendable, Hashable {
    /// The path at which the previous database is kept; `nil` if there was none.
    package let kept: String?
    /// The number of visits in the restored database, without withdrawn visits.
    package let visits: Int
    /// The number of changes that were made after the backup and that the restored database lacks. `nil` if unknown,
    /// because there is no readable previous database or because it held another schedule.
    package let undone: Int64?
    /// The emergencies that were open in the previous database and are not open in the backup.
    package let forgotten: [Forgotten]
    /// The number of devices that were revoked after the backup was made. They stay revoked after the restoration.
    /// `nil` if unknown, because the previous database cannot be read.
    package let revoked: Int?
    /// The number of workers who left after the backup was made. They stay inactive after the restoration. The server
    /// still accepts reports from their devices about the time before they left. A worker who was merged into an active
    /// worker does not count.
    package let left: Int
    /// The number of devices that had access in the previous database but do not exist in the backup. The office must
    /// invite them again.
    package let lost: Int
    /// Whether the previous database held another schedule, and not a later state of the backup's schedule.
    package let wasAnother: Bool

    /// Creates a result. The defaults mean that there is nothing to report.
    init(
      kept: String?, visits: Int, undone: Int64?, forgotten: [Forgotten] = [], revoked: Int? = 0, lost: Int = 0,
      left: Int = 0, wasAnother: Bool = false
    ) {
      self.kept = kept
      self.visits = visits
      self.undone = undone
      self.forgotten = forgotten
      self.revoked = revoked
      self.lost = lost
      self.left = left
      self.wasAnother = wasAnother
    }
  }

  /// An emergency that was open in the previous database but is not open in the backup. After the restoration, the
  /// daemon sends no more pages about it.
  package struct Forgotten: Sendable, Hashable {
    /// The name of the worker who needed help, or the worker's id if no name is found.
    package let worker: String
    /// The time at which the worker needed help.
    package let at: Instant
  }

  /// The facts about a database that a restoration compares or carries over. They are read from the database that is
  /// replaced, and again from the restored copy.
  private struct Present {
    var epoch: Int64
    var changes: Int64
    var open: [String: Forgotten]
    /// The revoked devices, by id.
    var revoked: [String: RevokedDevice] = [:]
    /// The workers who have left.
    var left: [Departure] = []
    /// The devices that are enrolled and not revoked, by id.
    var enrolled: [String: Enrolment] = [:]
    /// The time at which the database was created. Two databases with the same time hold the same schedule.
    var madeAt: Int64

    init(_ db: Database) throws {
      guard let epoch = try Restoration.epoch(db) else { throw StoreFault.unreadable("epoch") }
      self.epoch = epoch
      changes = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM audit") ?? 0
      madeAt = try Int64.fetchOne(db, sql: "SELECT appliedAt FROM migrations ORDER BY version LIMIT 1") ?? 0
      open = [:]
      // A database of an old version may lack these tables.
      if try db.tableExists("devices") { (revoked, enrolled) = try (Self.revoked(db), Self.enrolled(db)) }
      left = try Departure.all(db)
      guard try db.tableExists("emergencies") else { return }
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT emergencies.id, coalesce(name, worker), at FROM emergencies LEFT JOIN workers ON workers.id = worker
          WHERE resolvedAt IS NULL
          """)
      for row in rows { open[row[0]] = Forgotten(worker: row[1], at: Instant(nearest: row[2])) }
    }

    private static func enrolled(_ db: Database) throws -> [String: Enrolment] {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, enrolledAt, name, tokenDigest FROM devices
          WHERE enrolledAt IS NOT NULL AND revokedAt IS NULL AND tokenDigest IS NOT NULL
          """)
      return Dictionary(
        rows.map { ($0[0], Enrolment(at: $0[1], name: $0[2], tokenDigest: $0[3])) }, uniquingKeysWith: { $1 })
    }

    private static func revoked(_ db: Database) throws -> [String: RevokedDevice] {
      let token = try Restoration.hasFormerTokens(db) ? "formerTokenDigest" : "NULL"
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, revokedAt, revokedReason, enrolledAt, \(token) FROM devices WHERE revokedAt IS NOT NULL
          """)
      return Dictionary(
        rows.map { ($0[0], RevokedDevice(at: $0[1], reason: $0[2], enrolledAt: $0[3], formerTokenDigest: $0[4])) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// The numbers of devices and workers for ``Outcome``: revoked devices, lost devices and workers who have left.
  private struct People {
    var revoked: Int
    var lost: Int
    var left: Int
  }

  /// The enrolment of a device: its time, the device's name, and the digest of the device's token.
  private struct Enrolment {
    var at: Int64
    var name: String?
    var tokenDigest: String
  }

  /// The revocation of a device: its time, the reason, the time of the enrolment, and the digest of the token with
  /// which the device may still report; `nil` if it may not.
  private struct RevokedDevice {
    var at: Int64
    var reason: String
    var enrolledAt: Int64?
    var formerTokenDigest: String?
  }

  /// Whether the database is of a version that keeps the tokens of revoked devices.
  private static func hasFormerTokens(_ db: Database) throws -> Bool {
    try db.columns(in: "devices").contains { $0.name == "formerTokenDigest" }
  }

  /// Creates a restoration of the backup `file` to the database at `path`.
  package init(of file: String, to path: String, now: Instant) {
    self.file = file
    self.path = path
    self.now = now
  }

  /// Copies the backup, verifies the copy, renames the present database, and moves the copy into its place.
  ///
  /// The copy gets a new epoch, the number that identifies the feed of a database. The server therefore refuses a
  /// client's cursor from before the restoration. With the old epoch, the client would continue from that cursor and
  /// never learn that changes were undone.
  ///
  /// - Throws: A ``StoreRefusal`` if the restoration is impossible. The database then has its old content.
  package func run() throws(StoreRefusal) -> Outcome {
    try DatabaseFile(path: path).makeDirectory()
    let lock = try DatabaseLock(database: path)
    defer { lock.release() }
    if let holder = DatabaseLock.holder(of: file), !DatabaseFile(path: file).isSame(as: path) {
      throw .inUse(path: file, pid: holder.pid)
    }
    let temporary = path + ".restoring"
    defer { DatabaseFile.remove(temporary) }
    try copy(to: temporary)
    let present = settle()
    let (visits, people, restored) = try prepare(temporary, after: present)
    let wasAnother = present.map { $0.madeAt != restored.madeAt } ?? false
    let isUntold = present == nil && DatabaseFile(path: path).exists
    let forgotten = present?.open.filter { restored.open[$0.key] == nil }.values.sorted { $0.at < $1.at }
    return Outcome(
      kept: try exchange(temporary), visits: visits,
      undone: wasAnother ? nil : present.map { max(0, $0.changes - restored.changes) },
      forgotten: forgotten ?? [], revoked: isUntold ? nil : people.revoked, lost: people.lost, left: people.left,
      wasAnother: wasAnother)
  }

  private func copy(to temporary: String) throws(StoreRefusal) {
    let source = DatabaseFile(path: file)
    guard !source.isSame(as: path) else { throw .itself(path: file) }
    if case .nothing = try source.find(toWrite: false) { throw .unreadable(path: file, code: ENOENT) }
    guard DatabaseFile.makeEmpty(temporary) else { throw .unreadable(path: temporary, code: errno) }
    // A database that was copied or set aside while it was open has changes in its log.
    for suffix in ["", "-wal"] where DatabaseFile(path: file + suffix).exists {
      guard DatabaseFile.copy(file + suffix, to: temporary + suffix) else {
        throw .failed(path: temporary, code: errno, reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Moves the content of the present database's write-ahead log into its main file, if the database can be read. The
  /// restoration then has to replace only one file.
  ///
  /// - Returns: The facts of the present database; `nil` if it cannot be read.
  private func settle() -> Present? {
    guard DatabaseFile(path: path).exists, (try? DatabaseFile(path: path).find()) != nil,
      let queue = try? DatabaseQueue(path: path, configuration: Connections.configuration())
    else { return nil }
    defer { try? queue.close() }
    return try? queue.writeWithoutTransaction { db in
      _ = try db.checkpoint(.truncate)
      return try Present(db)
    }
  }

  /// Checks the copy of the backup and gives it a new epoch. Then applies the revocations, enrolments and departures of
  /// the present database to the copy.
  private func prepare(
    _ temporary: String, after present: Present?
  ) throws(StoreRefusal) -> (visits: Int, people: People, Present) {
    do {
      let queue = try DatabaseQueue(path: temporary, configuration: Connections.configuration())
      defer { try? queue.close() }
      let restored = try queue.writeWithoutTransaction { db in
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version <= Migration.latest else {
          throw StoreRefusal.newer(path: file, found: version, known: Migration.latest)
        }
        let findings = try Integrity.findingsOfForeign(db)
        guard findings.isEmpty else { throw StoreRefusal.damaged(path: file, findings: findings) }
        guard let epoch = try Self.epoch(db) else {
          throw StoreRefusal.damaged(path: file, findings: ["there is no epoch"])
        }
        guard Self.epochs.contains(epoch) else {
          let range = "\(Self.epochs.lowerBound) to \(Self.epochs.upperBound)"
          throw StoreRefusal.damaged(path: file, findings: ["the epoch is \(epoch), and must be from \(range)"])
        }
        let presentEpoch = present.map(\.epoch).flatMap { Self.epochs.contains($0) ? $0 : nil } ?? 0
        let next = max(now.milliseconds / 1000, epoch + 1, presentEpoch + 1)
        try db.execute(sql: "UPDATE meta SET value = ? WHERE name = 'epoch'", arguments: [next])
        try RestorationMark.set(now, db)
        let revoked = try Self.revoke(present?.revoked ?? [:], db)
        let lost = try Self.keep(present?.enrolled ?? [:], db)
        let left = try (present?.left ?? []).count { try $0.keepAway(db) }
        // Keeps everything in one file, because a rename replaces only one file atomically.
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        let visits = try Int.fetchOne(db, sql: "SELECT count(*) FROM visits WHERE NOT isWithdrawn") ?? 0
        return (visits, People(revoked: revoked, lost: lost, left: left), try Present(db))
      }
      guard DatabaseFile.sync(temporary) else { throw StoreRefusal.unreadable(path: temporary, code: errno) }
      return restored
    } catch {
      throw Migrator.refusal(error, file)
    }
  }

  /// Revokes devices in the copy that were revoked after the backup was made. Otherwise a stolen device would regain
  /// access. The token of a revoked device may report if it may in the present database. The copy gets no audit entry
  /// for the revocation, because its history ends earlier. The entry remains in the database that was set aside.
  ///
  /// - Returns: The number of devices that this call revoked.
  private static func revoke(_ devices: [String: RevokedDevice], _ db: Database) throws -> Int {
    guard try db.tableExists("devices") else { return 0 }
    let keepsTokens = try hasFormerTokens(db)
    var count = 0
    for (id, revocation) in devices {
      try db.execute(
        sql: """
          UPDATE devices SET revokedAt = ?, revokedReason = ?, codeDigest = NULL, tokenDigest = NULL,
            version = version + 1
          WHERE id = ? AND revokedAt IS NULL
          """, arguments: [revocation.at, revocation.reason, id])
      count += db.changesCount
      guard keepsTokens else { continue }
      try db.execute(
        sql: "UPDATE devices SET formerTokenDigest = ?, enrolledAt = coalesce(enrolledAt, ?) WHERE id = ?",
        arguments: [revocation.formerTokenDigest, revocation.enrolledAt, id])
    }
    return count
  }

  /// Carries over the enrolment of devices that used their invitation codes after the backup was made. Clears these
  /// codes, so that they cannot be used again.
  ///
  /// - Returns: The number of devices that do not exist in the backup.
  private static func keep(_ devices: [String: Enrolment], _ db: Database) throws -> Int {
    guard try db.tableExists("devices") else { return devices.count }
    var lost = 0
    for (id, enrolment) in devices {
      try db.execute(
        sql: """
          UPDATE devices SET enrolledAt = ?, name = ?, tokenDigest = ?, codeDigest = NULL, version = version + 1
          WHERE id = ? AND enrolledAt IS NULL AND revokedAt IS NULL
          """, arguments: [enrolment.at, enrolment.name, enrolment.tokenDigest, id])
      if db.changesCount == 0, try Int.fetchOne(db, sql: "SELECT 1 FROM devices WHERE id = ?", arguments: [id]) == nil {
        lost += 1
      }
    }
    return lost
  }

  /// Renames the present database and moves the copy of the backup into its place.
  ///
  /// - Returns: The path at which the previous database is kept; `nil` if there was none.
  private func exchange(_ temporary: String) throws(StoreRefusal) -> String? {
    let present = DatabaseFile(path: path)
    let kept = FileStamp.freeName(path + ".before-restore-", at: now)
    let hasPresent = present.exists
    // Uses a hard link, so that a database exists at the path at every moment.
    if hasPresent, link(path, kept) != 0 { throw .unreadable(path: kept, code: errno) }
    // Only an unreadable database leaves a log. SQLite must not read it as the new database's log.
    if DatabaseFile(path: present.log).exists, rename(present.log, kept + "-wal") != 0 {
      throw .unreadable(path: present.log, code: errno)
    }
    unlink(path + "-shm")
    guard rename(temporary, path) == 0, DatabaseFile.sync(path) else { throw .unreadable(path: path, code: errno) }
    return hasPresent ? kept : nil
  }

  /// The valid epochs. The first epoch of a database is the time of its creation in seconds since 1970, and each
  /// restoration sets a greater number. An epoch that stands for a time after the year 9999 is invalid.
  private static let epochs: ClosedRange<Int64> = 0...253_402_300_799

  private static func epoch(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'epoch'")
  }
}
