import GRDB
import GRDBSQLite

/// Functions that execute SQL with SQLite's C functions. GRDB compiles each statement once per connection and caches
/// it. The C functions then bind its parameters and read its rows, because with GRDB's own types a change takes twice
/// as long.
extension Database {
  /// Executes a statement that returns no rows.
  func run(_ sql: String, _ values: [Bound] = []) throws {
    try step(cachedStatement(sql: sql), values) { _ in true }
  }

  /// Returns the first row of a statement, converted by `make`; `nil` if there is no row.
  func first<Value>(_ sql: String, _ values: [Bound] = [], _ make: (Columns) throws -> Value) throws -> Value? {
    var value: Value?
    try step(cachedStatement(sql: sql), values) { row in
      value = try make(row)
      return false
    }
    return value
  }

  /// Returns all rows of a statement, each converted by `make`.
  func all<Value>(_ sql: String, _ values: [Bound] = [], _ make: (Columns) throws -> Value) throws -> [Value] {
    try all(cachedStatement(sql: sql), values, make)
  }

  /// Returns all rows of a statement, each converted by `make`. The statement is not cached, because its SQL was
  /// composed for this call.
  func allOnce<Value>(_ sql: String, _ values: [Bound], _ make: (Columns) throws -> Value) throws -> [Value] {
    try all(makeStatement(sql: sql), values, make)
  }

  /// Calls `body` with each row of a statement until it returns `false`. The statement is not cached, because its SQL
  /// was composed for this call.
  func eachOnce(_ sql: String, _ values: [Bound], _ body: (Columns) throws -> Bool) throws {
    try step(makeStatement(sql: sql), values, body)
  }

  private func all<Value>(
    _ statement: Statement, _ values: [Bound], _ make: (Columns) throws -> Value
  ) throws -> [Value] {
    var results: [Value] = []
    try step(statement, values) { row in
      results.append(try make(row))
      return true
    }
    return results
  }

  /// Executes a statement and calls `body` with each row until it returns `false`.
  private func step(_ statement: Statement, _ values: [Bound], _ body: (Columns) throws -> Bool) throws {
    let pointer = statement.sqliteStatement
    // If there is a value for each parameter, the new values replace all the old values, and clearing the old values
    // first would only cost new memory.
    if values.count < Int(sqlite3_bind_parameter_count(pointer)) { sqlite3_clear_bindings(pointer) }
    var isLong = false
    // A statement that is not reset keeps its reader's snapshot open, so the log could not be emptied.
    defer {
      sqlite3_reset(pointer)
      // Frees a long value, which would otherwise stay in memory for as long as the connection is open.
      if isLong { sqlite3_clear_bindings(pointer) }
    }
    for (index, value) in values.enumerated() {
      try check(value.bind(to: pointer, at: Int32(index + 1)))
      if case .text(let text) = value, text.utf8.count > 65_536 { isLong = true }
    }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: if try !body(Columns(statement: pointer)) { return }
      case SQLITE_DONE: return
      case let code: try check(code)
      }
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
  }
}
