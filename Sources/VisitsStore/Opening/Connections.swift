import GRDB

/// How connections are set up. Memory stays small: the system's page cache holds the database already.
///
/// With `recursive_triggers` a REPLACE, too, meets the triggers that keep the audit as it is.
/// `temp_store` stays as it is. In memory, the journal that can take one change back is a list that the engine walks with
/// every statement, so that a large import takes quadratic time.
enum Connections {
  /// For every connection.
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

  /// For the one that looks and changes nothing.
  static var looking: Configuration {
    var configuration = configuration()
    configuration.readonly = true
    return configuration
  }

  /// Connections that only read, for a disk that has no room for what the engine keeps beside a database. They neither
  /// look for a log nor see what is changed in the file: it must have no log, and be ours alone.
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

  /// Sets up the pool's writer, which has just been opened. Its checkpoints are the ``WriteAheadLog``'s.
  ///
  /// - Returns: `PRAGMA synchronous` as it reads afterwards; only 2 (FULL) promises that a commit is on disk. GRDB sets it
  ///   to NORMAL when it opens a pool, so it is set here and not with the rest.
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
