import VisitsModel

/// The SQL statements that read and write the table of one entity type.
struct Table: Sendable {
  /// The columns to read: the row number, the number of the last audit entry, and the columns of the entity.
  let columns: String
  let lookup: String
  let insertion: String
  let update: String

  /// - Parameters:
  ///   - topic: The entity type.
  ///   - read: The columns of an entity, in the order in which they are read and written. The first is the id.
  ///   - derived: Further columns for searches. They are written but never read into an entity.
  init(of topic: Refusal.Thing, _ read: [String], derived: [String] = []) {
    let name = topic.table
    let written = ["change"] + read + derived
    let names = written.joined(separator: ", ")
    let marks = written.map { _ in "?" }.joined(separator: ", ")
    columns = (["row", "change"] + read).joined(separator: ", ")
    lookup = "SELECT \(columns) FROM \(name) WHERE id = ?"
    insertion = "INSERT INTO \(name) (\(names)) VALUES (\(marks))"
    // An id never changes. Setting it would make SQLite check every row that references it, such as all trials of a
    // session.
    let changed = written.filter { $0 != "id" }
    update = """
      UPDATE \(name) SET (\(changed.joined(separator: ", "))) = (\(changed.map { _ in "?" }.joined(separator: ", ")))
      WHERE row = ?
      """
  }
}
