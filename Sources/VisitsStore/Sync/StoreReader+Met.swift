import JSON
package import VisitsModel

/// The stored state of a record upstream, for the comparison when a pull receives the record again.
package struct MetRecord: Sendable, Hashable {
  /// The version in which each part was imported; empty if no part was agreed on.
  package fileprivate(set) var agreed: [String?] = []
  /// The time of each part's last change, as in the record's `meta.lastUpdated`; `nil` if unknown.
  package fileprivate(set) var changed: [String?] = []
  /// Whether a pull found the record outside the window.
  package fileprivate(set) var isOutside = false
  private var outside: String?
  private var leftOut: String?

  /// Whether every part was imported in exactly this version.
  package func isAgreed(in version: String?) -> Bool {
    version != nil && !agreed.isEmpty && agreed.allSatisfy { $0 == version }
  }

  /// Whether a pull found exactly this version outside the window.
  package func isOutside(in version: String?) -> Bool { isOutside && outside == version }

  /// Whether a pull left out exactly this version of the record.
  package func isLeftOut(in version: String?) -> Bool { version != nil && leftOut == version }

  /// Creates the state of an unknown record.
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

    /// The SQL for the time of the last change, which only the agreed body of a record has.
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

  /// Returns the stored state of records, with one query for each record type. Unknown records are left out.
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

  /// Returns the stored state of a record.
  package func met(_ address: RecordAddress) throws -> MetRecord { try met([address])[address] ?? MetRecord() }
}
