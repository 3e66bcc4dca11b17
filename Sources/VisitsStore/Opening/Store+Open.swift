import GRDB
package import Logging
import VisitsModel

extension Store {
  /// Opens the database, or makes it where there is none.
  ///
  /// In this order: lock, look, version, a copy when a migration is due, migrate, check. It is checked before this
  /// returns after a migration or an unclean stop; otherwise ``findings()`` does it when there is time.
  package static func open(_ options: Options, logger: Logger) throws(StoreRefusal) -> Store {
    try open(options, logger: logger, migrations: Migration.all)
  }

  static func open(_ options: Options, logger: Logger, migrations: [Migration]) throws(StoreRefusal) -> Store {
    let path = options.path
    let file = DatabaseFile(path: path)
    try file.makeDirectory()
    let lock = try DatabaseLock(database: path)
    let migrator = Migrator(path: path, migrations: migrations, now: options.now())
    var mustCheck = false
    switch try file.find() {
    case .nothing: try migrator.create()
    case .database(let isUnclean):
      mustCheck = isUnclean
      let version = try migrator.version()
      guard version <= migrator.latest else { throw .newer(path: path, found: version, known: migrator.latest) }
      if version < migrator.latest {
        let copy = try migrator.upgrade(from: version)
        logger.notice("database migrated", metadata: ["version": "\(migrator.latest)", "copy": "\(copy)"])
        mustCheck = true
      }
    }
    return try open(options, lock: lock, mustCheck: mustCheck, logger)
  }

  private static func open(
    _ options: Options, lock: DatabaseLock, mustCheck: Bool, _ logger: Logger
  ) throws(StoreRefusal) -> Store {
    let path = options.path
    do {
      let log = WriteAheadLog()
      let pool = try connect(to: path, readers: options.readers, log: log)
      if mustCheck {
        logger.notice("checking the database", metadata: ["path": "\(path)"])
        let findings = try pool.read(Integrity.findings)
        guard findings.isEmpty else { throw StoreRefusal.damaged(path: path, findings: findings) }
      }
      let epoch = try pool.read { try Int64.fetchOne($0, sql: "SELECT value FROM meta WHERE name = 'epoch'") }
      guard let epoch else { throw StoreRefusal.damaged(path: path, findings: ["there is no epoch"]) }
      return Store(
        pool: pool,
        context: StoreContext(epoch: epoch, zones: ZoneCache(), identities: options.identities, now: options.now),
        lock: lock, log: log, readers: options.readers)
    } catch {
      throw Migrator.refusal(error, path)
    }
  }

  /// Checks the whole database on a reader, while everything else goes on.
  ///
  /// - Returns: The first findings; none when it is whole.
  package func findings() async throws -> [String] {
    try await read { try Integrity.findings($0.db) }
  }
}
