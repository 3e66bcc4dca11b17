import GRDB

/// The settings of the connections to the database. Each connection has a small SQLite page cache, because the
/// operating system's page cache already holds the database file.
///
/// With `recursive_triggers`, a REPLACE statement also fires the triggers that prevent changes to existing audit
/// entries. `temp_store` keeps its default. If it were set to memory, SQLite would keep the statement journal as a list
/// and walk it with every statement, so a large import would take quadratic time.
enum Connections {
  /// Returns the settings that all connections share.
  static func configuration(readers: Int = 1) -> Configuration {
    var configuration = Configuration()
    configuration.label = "visits"
    configuration.busyMode = .timeout(30)
    configuration.maximumReaderCount = max(1, readers)
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA cache_size = -2000;
          PRAGMA mmap_size = 0;
          PRAGMA recursive_triggers = ON;
          """)
    }
    return configuration
  }

  /// The settings of a read-only connection, for inspecting a database without changing it.
  static var looking: Configuration {
    var configuration = configuration()
    configuration.readonly = true
    return configuration
  }

  /// Opens read-only connections on a disk that has no room for SQLite's auxiliary files. The connections ignore the
  /// write-ahead log and do not notice changes to the database file. So the log must be empty, and no other process may
  /// use the file.
  static func asItStands(_ path: String, readers: Int) throws -> DatabasePool {
    var configuration = configuration(readers: readers)
    configuration.readonly = true
    // sqlite.org/uri.html
    let special = Array("%?#".utf8)
    let escaped = path.utf8.reduce(into: "") { escaped, byte in
      if byte >= 0x80 || special.contains(byte) {
        escaped += "%" + String(byte, radix: 16)
      } else {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return try DatabasePool(
      path: "file:\(path.hasPrefix("/") ? "//" : "")\(escaped)?immutable=1", configuration: configuration)
  }

  /// Sets up the pool's writer right after the pool was opened. ``WriteAheadLog`` does the writer's checkpoints.
  ///
  /// - Returns: The value of `PRAGMA synchronous` afterwards; only 2 (FULL) guarantees that a commit is on disk. GRDB
  ///   sets NORMAL when it opens a pool, so this function sets the value, and the configuration does not.
  static func setUpWriter(_ db: Database) throws -> Int {
    try db.execute(
      sql: """
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -8000;
        PRAGMA journal_size_limit = 33554432;
        PRAGMA secure_delete = FAST;
        """)
    return try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0
  }
}
