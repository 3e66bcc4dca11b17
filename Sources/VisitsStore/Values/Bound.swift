import GRDBSQLite
import VisitsModel

/// A value to bind to a parameter of an SQL statement.
enum Bound: Hashable {
  case none
  case integer(Int64)
  case real(Double)
  case text(String)

  init(_ text: String?) { self = text.map(Bound.text) ?? .none }
  init(_ text: String) { self = .text(text) }
  init(_ number: Int64?) { self = number.map(Bound.integer) ?? .none }
  init(_ number: Int) { self = .integer(Int64(number)) }
  init(_ number: Double?) { self = number.map(Bound.real) ?? .none }
  init(_ truth: Bool) { self = .integer(truth ? 1 : 0) }
  init(_ instant: Instant?) { self = instant.map { .integer($0.milliseconds) } ?? .none }

  /// Binds the value to a parameter of a statement. Texts are bound with their length in bytes, because a text may
  /// contain the character NUL.
  ///
  /// - Parameter index: The number of the parameter, from 1.
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .none: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          sqlite3_bind_text64(
            statement, index, bytes.baseAddress, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  /// SQLITE_TRANSIENT, which makes SQLite copy a text. Swift cannot import this C macro, because it casts a number to a
  /// function pointer.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
