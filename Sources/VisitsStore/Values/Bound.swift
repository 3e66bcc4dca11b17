import GRDBSQLite
import VisitsModel

/// A value for a parameter of an SQL statement.
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

  /// Binds the value to a statement's parameter, counted from 1. Texts are copied with their length, because they may
  /// contain any character.
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

  /// SQLITE_TRANSIENT, a cast that Swift cannot import.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
