import JSON
package import VisitsModel

/// What is remembered of a record of upstream's that comes once more.
package struct MetRecord: Sendable, Hashable {
  /// The versions in which its parts were taken in; none: nothing was agreed on.
  package fileprivate(set) var agreed: [String?] = []
  /// When its parts were changed there, as upstream wrote it; `nil` where that is not known.
  package fileprivate(set) var changed: [String?] = []
  /// Whether it was seen that it lies outside the window.
  package fileprivate(set) var isOutside = false
  private var outside: String?
  private var leftOut: String?

  /// Whether this very version of it was taken in.
  package func isAgreed(in version: String?) -> Bool {
    version != nil && !agreed.isEmpty && agreed.allSatisfy { $0 == version }
  }

  /// Whether it was in this very version that it was seen outside the window.
  package func isOutside(in version: String?) -> Bool { isOutside && outside == version }

  /// Whether it was in this very version that it was met and not taken in.
  package func isLeftOut(in version: String?) -> Bool { version != nil && leftOut == version }

  /// Nothing is remembered.
  package init() {}

  fileprivate mutating func take(_ version: String?, _ changedAt: String?, from table: Table) {
    switch table {
    case .agreed:
      agreed.append(version)
      changed.append(changedAt)
    case .outside: (isOutside, outside) = (true, version)
    case .leftOut: leftOut = version
    }
  }

  fileprivate enum Table: Int, CaseIterable {
    case agreed, outside, leftOut

    /// When a record was changed, as its text says.
    var changedAt: String {
      self == .agreed ? "CASE WHEN known.body <> '' THEN known.body ->> '$.meta.lastUpdated' END" : "NULL"
    }
  }
}

extension StoreReader {
  static let met = MetRecord.Table.allCases
    .map { table in
      """
      SELECT \(table.rawValue), known.id, known.version, \(table.changedAt)
      FROM json_each(?2) AS asked CROSS JOIN \(table) AS known ON known.type = ?1 AND known.id = asked.value
      """
    }
    .joined(separator: " UNION ALL ")

  /// What is remembered of records, looked up for all of them at once; those of which nothing is known are left out.
  package func met(_ addresses: some Sequence<RecordAddress>) throws -> [RecordAddress: MetRecord] {
    var met: [RecordAddress: MetRecord] = [:]
    for (type, addresses) in Dictionary(grouping: addresses, by: \.type) {
      let ids = SnapshotWriter.list(addresses.map(\.id))
      let rows = try db.all(Self.met, [.text(type), .text(ids)]) { row in
        (
          table: MetRecord.Table(rawValue: row.int(0)), id: row.text(1), version: row.textIfAny(2),
          changed: row.textIfAny(3)
        )
      }
      for row in rows {
        guard let table = row.table else { continue }
        met[RecordAddress(type: type, id: row.id), default: MetRecord()].take(row.version, row.changed, from: table)
      }
    }
    return met
  }

  /// What is remembered of one record.
  package func met(_ address: RecordAddress) throws -> MetRecord { try met([address])[address] ?? MetRecord() }
}
