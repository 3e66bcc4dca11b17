import GRDB
import GRDBSQLite

/// Statements are compiled once per connection and kept by GRDB, but bound, stepped and read by the C functions: with
/// GRDB's arguments and rows a change costs twice as much.
extension Database {
  /// Carries out a statement that answers nothing.
  func run(_ sql: String, _ values: [Bound] = []) throws {
    try step(cachedStatement(sql: sql), values) { _ in true }
  }

  /// The first row, made into a value while it is there.
  func first<Value>(_ sql: String, _ values: [Bound] = [], _ make: (Columns) throws -> Value) throws -> Value? {
    var value: Value?
    try step(cachedStatement(sql: sql), values) { row in
      value = try make(row)
      return false
    }
    return value
  }

  /// Every row, each made into a value while it is there.
  func all<Value>(_ sql: String, _ values: [Bound] = [], _ make: (Columns) throws -> Value) throws -> [Value] {
    try all(cachedStatement(sql: sql), values, make)
  }

  /// The same for SQL that is put together for one call: nothing is kept of it.
  func allOnce<Value>(_ sql: String, _ values: [Bound], _ make: (Columns) throws -> Value) throws -> [Value] {
    try all(makeStatement(sql: sql), values, make)
  }

  /// Goes through the rows of a statement that is not used often, until the body says `false`.
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

  /// Goes through the rows until the body says `false`.
  private func step(_ statement: Statement, _ values: [Bound], _ body: (Columns) throws -> Bool) throws {
    let pointer = statement.sqliteStatement
    // What was bound before stays until these values take its place, which need no new memory then.
    if values.count < Int(sqlite3_bind_parameter_count(pointer)) { sqlite3_clear_bindings(pointer) }
    var isLong = false
    // A statement that is not reset holds its reader's view of the database, and the log with it.
    defer {
      sqlite3_reset(pointer)
      // It would keep its memory for as long as the connection is open.
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
