import GRDBSQLite
import VisitsModel

/// The values in the current row of an SQL statement, read by the index of their column. All tables are STRICT, so each
/// value has the declared type of its column.
struct Columns {
  let statement: OpaquePointer

  func isNull(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

  func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }

  func int(_ index: Int32) -> Int { Int(kept: integer(index)) }

  func day(_ index: Int32) -> CareDay { CareDay(nearest: integer(index)) }

  func dayIfAny(_ index: Int32) -> CareDay? { integerIfAny(index).map(CareDay.init(nearest:)) }

  func secondOfDay(_ index: Int32) -> Int { Int(secondOfDay: integer(index)) }

  func truth(_ index: Int32) -> Bool { integer(index) != 0 }

  func text(_ index: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, index) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index))), as: UTF8.self)
  }

  func textIfAny(_ index: Int32) -> String? { isNull(index) ? nil : text(index) }

  func integerIfAny(_ index: Int32) -> Int64? { isNull(index) ? nil : integer(index) }

  func realIfAny(_ index: Int32) -> Double? { isNull(index) ? nil : sqlite3_column_double(statement, index) }

  func instant(_ index: Int32) -> Instant { Instant(nearest: integer(index)) }

  func instantIfAny(_ index: Int32) -> Instant? { integerIfAny(index).map(Instant.init(nearest:)) }

  func workerID(_ index: Int32) throws -> WorkerID { try named(index, "worker") }

  func clientID(_ index: Int32) throws -> ClientID { try named(index, "client") }

  /// Reads a column that has the raw value of an enum or an id.
  ///
  /// - Parameter column: The name of the column, for the error.
  /// - Throws: ``StoreFault/unreadable(_:)`` if the enum or id type has no such value.
  func named<Name: RawRepresentable<String>>(_ index: Int32, _ column: String) throws -> Name {
    guard let name = Name(rawValue: text(index)) else { throw StoreFault.unreadable(column) }
    return name
  }

  /// Reads a position from three adjacent columns, beginning at an index: latitude, longitude, accuracy. Returns `nil`
  /// if the latitude or the longitude is null.
  func position(_ index: Int32) throws -> Position? {
    guard let latitude = realIfAny(index), let longitude = realIfAny(index + 1) else { return nil }
    guard let position = Position(latitude: latitude, longitude: longitude, accuracy: realIfAny(index + 2)) else {
      throw StoreFault.unreadable("position")
    }
    return position
  }
}
