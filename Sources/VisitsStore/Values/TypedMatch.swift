import VisitsModel

/// A typed text that finds visits or sessions by the beginning or the end of their id, or by a part of their client's
/// name.
///
/// The SQL `rows` selects all matching rows with the help of indexes. The SQL `comparison` is a condition that checks
/// one row. Both have the same parameters, whose values are in `values`.
struct TypedMatch {
  let rows: String
  let comparison: String
  let values: [Bound]

  /// Creates the match from a typed text; `nil` if the text is only white space.
  ///
  /// - Parameter table: The table to search, `visits` or `sessions`.
  init?(_ text: String, in table: String) {
    guard let person = PersonMatch(text) else { return nil }
    let condition = person.condition(index: "clientNames")
    let clients = "client IN (SELECT id FROM clients WHERE \(condition.sql))"
    let id = text.lowercased()
    let isPartOfAnID = id.utf8.count >= 4 && id.utf8.count <= 36 && id.utf8.allSatisfy(Self.standsInIDs)
    guard isPartOfAnID else {
      rows = "SELECT row FROM \(table) WHERE \(clients)"
      comparison = clients
      values = condition.values
      return
    }
    // The last four characters of a visit's id are indexed; "g" sorts after every character of an id.
    let begins = "id >= ? AND id < ?"
    let ends = "substr(id, -4) = ? AND substr(id, -?) = ?"
    rows = [begins, ends, clients].map { "SELECT row FROM \(table) WHERE \($0)" }.joined(separator: " UNION ALL ")
    comparison = "(\(begins) OR \(ends) OR \(clients))"
    values =
      [.text(id), .text(id + "g"), .text(String(id.suffix(4))), Bound(id.utf8.count), .text(id)] + condition.values
  }

  private static func standsInIDs(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
