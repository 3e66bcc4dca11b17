import GRDB
import Glibc
package import VisitsModel

/// Puts a backup in the place of the database, while nobody has it open.
package struct Restoration: Sendable {
  /// Where the database is, or is to be.
  let path: String
  /// The backup.
  let file: String
  let now: Instant

  /// What was done.
  package struct Outcome: Sendable, Hashable {
    /// Where the database is kept that stood there before; `nil`: there was none.
    package let kept: String?
    /// How many visits there are now, withdrawn ones aside.
    package let visits: Int
    /// How many changes the database that stood there has and the backup has not; `nil`: it cannot be told.
    package let undone: Int64?
    /// Of the emergencies that were open there, those that are not open in the backup.
    package let forgotten: [Forgotten]
    /// How many devices the backup let in that were revoked since: they stay revoked. `nil`: the database that stood there
    /// cannot be read, and so it cannot be told.
    package let revoked: Int?
    /// How many workers work here by the backup who have left since: they stay away. What their devices have to tell of
    /// before is taken still. A worker who was merged into another has not left.
    package let left: Int
    /// How many devices that were let in there the backup does not know: they are to be invited again.
    package let lost: Int
    /// Whether what stood there is another schedule, and no later state of the backup's.
    package let wasAnother: Bool

    /// What was done; of what there is nothing to tell need not be given.
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

  /// An emergency that was open, and of which nobody is told any more.
  package struct Forgotten: Sendable, Hashable {
    /// Who needed help.
    package let worker: String
    /// When help was needed.
    package let at: Instant
  }

  /// What the database that stands there has, and a backup may not have.
  private struct Present {
    var epoch: Int64
    var changes: Int64
    var open: [String: Forgotten]
    /// Devices that are let in no more, by their ids.
    var revoked: [String: Device.Revocation] = [:]
    /// Workers who have left.
    var left: [Departure] = []
    /// Devices that are let in, by their ids.
    var enrolled: [String: Enrolment] = [:]
    /// What tells one schedule from another: when it was made.
    var madeAt: Int64

    init(_ db: Database) throws {
      guard let epoch = try Restoration.epoch(db) else { throw StoreFault.unreadable("epoch") }
      self.epoch = epoch
      changes = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM audit") ?? 0
      madeAt = try Int64.fetchOne(db, sql: "SELECT appliedAt FROM migrations ORDER BY version LIMIT 1") ?? 0
      open = [:]
      // Old versions knew of none.
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

    private static func revoked(_ db: Database) throws -> [String: Device.Revocation] {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, revokedAt, revokedReason FROM devices WHERE revokedAt IS NOT NULL
          """)
      return Dictionary(
        rows.map { ($0[0], Device.Revocation(at: Instant(nearest: $0[1]), reason: $0[2])) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// What a restoration does to those whom the backup lets in otherwise than what stood there.
  private struct People {
    var revoked: Int
    var lost: Int
    var left: Int
  }

  /// How a device was let in.
  private struct Enrolment {
    var at: Int64
    var name: String?
    var tokenDigest: String
  }

  /// A restoration.
  package init(of file: String, to path: String, now: Instant) {
    self.file = file
    self.path = path
    self.now = now
  }

  /// Verifies a copy of the backup, keeps the database beside its place, and puts the copy there. The copy begins a new
  /// epoch, so that a cursor of the life before is refused instead of missing what was undone.
  ///
  /// - Throws: A ``StoreRefusal``; then the database is as it was.
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
    // A database that was copied or kept while it was open has changes in its log.
    for suffix in ["", "-wal"] where DatabaseFile(path: file + suffix).exists {
      guard DatabaseFile.copy(file + suffix, to: temporary + suffix) else {
        throw .failed(path: temporary, code: errno, reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Brings the log of the present database into it, if it can be read at all, so that one file is to be exchanged.
  ///
  /// - Returns: What it has.
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

  /// Checks the copy and begins its new life.
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
        // All of it in one file, which is exchanged at once.
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

  /// Lets devices in no more: a stolen one would come in again with the backup. No change of the pipeline says so, since
  /// the history of the backup ends before it; the database that is kept has it.
  ///
  /// - Returns: How many the backup let in.
  private static func revoke(_ devices: [String: Device.Revocation], _ db: Database) throws -> Int {
    guard try db.tableExists("devices") else { return 0 }
    var count = 0
    for (id, revocation) in devices {
      try db.execute(
        sql: """
          UPDATE devices SET revokedAt = ?, revokedReason = ?, codeDigest = NULL, tokenDigest = NULL,
            version = version + 1
          WHERE id = ? AND revokedAt IS NULL
          """, arguments: [revocation.at.milliseconds, revocation.reason, id])
      count += db.changesCount
    }
    return count
  }

  /// A device that has used its code since the backup was made stays let in, and the code is of no use any more.
  ///
  /// - Returns: How many the backup does not know.
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

  /// - Returns: Where the database is kept that stood there before.
  private func exchange(_ temporary: String) throws(StoreRefusal) -> String? {
    let present = DatabaseFile(path: path)
    let kept = FileStamp.freeName(path + ".before-restore-", at: now)
    let hasPresent = present.exists
    // A second name, so that there is a database in its place at every moment.
    if hasPresent, link(path, kept) != 0 { throw .unreadable(path: kept, code: errno) }
    // Only of a database that could not be read a log is left; it must not be taken for the new one's.
    if DatabaseFile(path: present.log).exists, rename(present.log, kept + "-wal") != 0 {
      throw .unreadable(path: present.log, code: errno)
    }
    unlink(path + "-shm")
    guard rename(temporary, path) == 0, DatabaseFile.sync(path) else { throw .unreadable(path: path, code: errno) }
    return hasPresent ? kept : nil
  }

  /// An epoch begins as seconds since 1970 and grows by one with a restoration: none comes near the year 9999.
  private static let epochs: ClosedRange<Int64> = 0...253_402_300_799

  private static func epoch(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'epoch'")
  }
}
