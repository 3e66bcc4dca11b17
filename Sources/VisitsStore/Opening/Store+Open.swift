import Dispatch
import GRDB
import VisitsModel

extension Store {
  /// Opens the database, or creates it if the file does not exist.
  ///
  /// The function locks the database, inspects its file and reads the schema version. If a migration is due, it copies
  /// the database and then migrates it. After a migration or an unclean stop, and on a disk that accepts no changes, it
  /// also checks the whole database before it returns. In all other cases, ``check()`` can check the database later.
  ///
  /// - Parameters:
  ///   - options: The settings of the store.
  ///   - report: Called before each slow step, and for each unusual finding.
  package static func open(
    _ options: Options, report: (OpeningStep) -> Void = { _ in }
  ) throws(StoreRefusal) -> Store {
    try open(options, migrations: Migration.all, report)
  }

  /// Opens the database on a separate thread. The opening waits for the disk, and would block one of the few threads of
  /// the task pool.
  package static func openAside(
    _ options: Options, report: @escaping @Sendable (OpeningStep) -> Void
  ) async throws -> Store {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "opening the database").async {
        continuation.resume(with: Result { try open(options, report: report) })
      }
    }
  }

  static func open(
    _ options: Options, migrations: [Migration], _ report: (OpeningStep) -> Void
  ) throws(StoreRefusal) -> Store {
    let path = options.path
    let file = DatabaseFile(path: path)
    try file.makeDirectory()
    let lock = try DatabaseLock(database: path)
    BackupFolder(of: path).removeUnfinished()
    let migrator = Migrator(path: path, migrations: migrations, now: options.now())
    let found = try file.find()
    var reason: OpeningStep?
    if found == .nothing {
      try migrator.create()
    } else {
      if found == .unclean { reason = .checkingAfterUncleanStop }
      let version = if case .database(let version) = found { version } else { try migrator.version() }
      guard version <= migrator.latest else { throw .newer(path: path, found: version, known: migrator.latest) }
      if version < migrator.latest {
        report(.migrating(version: migrator.latest))
        let copy = try migrator.upgrade(from: version, report)
        report(.migrated(version: migrator.latest, copy: copy))
        reason = reason ?? .checkingAfterMigration
      }
    }
    return try open(options, lock: lock, mayHaveLog: found == .unclean, checking: reason, report)
  }

  private static func open(
    _ options: Options, lock: DatabaseLock, mayHaveLog: Bool, checking reason: OpeningStep?,
    _ report: (OpeningStep) -> Void
  ) throws(StoreRefusal) -> Store {
    let path = options.path
    var reason = reason
    do {
      let log = WriteAheadLog()
      let steps = WriterSteps()
      var fault: DiskFault?
      let pool: DatabasePool
      do {
        pool = try connect(to: path, readers: options.readers, log: log, steps: steps)
      } catch {
        fault = DiskFault(error)
        // If the log holds changes, the file alone is not the whole database.
        guard let fault, !fault.isDamage, !mayHaveLog else { throw error }
        pool = try Connections.asItStands(path, readers: options.readers)
        // Check now: these connections ignore changes to the file, so a check is unreliable once the disk accepts
        // changes again.
        reason = reason ?? .checkingOnFailingDisk
      }
      if let reason {
        report(reason)
        let findings = try pool.read { try Integrity.findings($0) }
        guard findings.isEmpty else { throw StoreRefusal.damaged(path: path, findings: findings) }
      }
      let epoch = try pool.read { try Int64.fetchOne($0, sql: "SELECT value FROM meta WHERE name = 'epoch'") }
      guard let epoch else { throw StoreRefusal.damaged(path: path, findings: ["there is no epoch"]) }
      if let moment = try pool.read(RestorationMark.moment) {
        report(.restored(at: moment))
        // While the disk accepts no changes, the mark stays, and the next start reports the restoration again.
        if fault == nil { try? pool.write(RestorationMark.remove) }
      }
      return Store(
        path: path, pool: pool, fault: fault,
        context: StoreContext(
          epoch: epoch, zones: ZoneCache(), identities: options.identities, now: options.now,
          elapsed: options.elapsed, hasUpstream: options.hasUpstream),
        lock: lock, log: log, steps: steps, spool: openSpool(beside: path, report), readers: options.readers,
        isChecked: reason != nil
      )
    } catch {
      throw Migrator.refusal(error, path)
    }
  }

  private static func openSpool(beside path: String, _ report: (OpeningStep) -> Void) -> Spool? {
    do throws(SpoolFault) {
      let spool = try Spool(path: SpoolTrouble.spool(beside: path))
      if spool.isDamaged { report(.spoolDamaged(path: spool.path)) }
      return spool
    } catch {
      report(.noSpool(error))
      return nil
    }
  }

  /// Checks the whole database while reads and changes go on. A finding becomes the store's ``fault``, and so does an
  /// error of the disk: on a badly damaged database SQLite does not list findings but throws.
  ///
  /// - Returns: The first findings; empty if the database is intact.
  /// - Throws: ``Refusal`` if the database cannot be read, `CancellationError` if the task is cancelled.
  @discardableResult
  package func check() async throws -> [String] {
    do {
      // This does not use `read`, because the check takes long and must end when its task is cancelled.
      let findings = try await pool.read { try Integrity.findings($0) }
      if let fault = DiskFault(findings: findings) { changes.report(fault) }
      return findings
    } catch {
      if !changes.isClosed, let fault = DiskFault(error) { changes.report(fault) }
      throw translate(error)
    }
  }
}
