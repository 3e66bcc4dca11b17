import VisitsModel

/// The statements of a table that keeps things of one kind.
struct Table: Sendable {
  /// Where a thing stands, its last entry in the audit, and what is read of it.
  let columns: String
  let lookup: String
  let insertion: String
  let update: String

  /// - Parameters:
  ///   - read: The columns of a thing, in the order in which they are read and written; the first is its id.
  ///   - derived: Those that are written behind them, and serve searching alone.
  init(of topic: Refusal.Thing, _ read: [String], derived: [String] = []) {
    let name = topic.table
    let written = ["change"] + read + derived
    let names = written.joined(separator: ", ")
    let marks = written.map { _ in "?" }.joined(separator: ", ")
    columns = (["row", "change"] + read).joined(separator: ", ")
    lookup = "SELECT \(columns) FROM \(name) WHERE id = ?"
    insertion = "INSERT INTO \(name) (\(names)) VALUES (\(marks))"
    // An id never changes. Where it is set, SQLite looks at every row that refers to it, such as all trials of a session.
    let changed = written.filter { $0 != "id" }
    update = """
      UPDATE \(name) SET (\(changed.joined(separator: ", "))) = (\(changed.map { _ in "?" }.joined(separator: ", ")))
      WHERE row = ?
      """
  }
}
