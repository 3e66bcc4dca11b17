import JSON
package import VisitsModel

/// The facts that the store remembers about one record upstream. When a pull receives the record again, it compares the
/// record's version with them.
package struct MetRecord: Sendable, Hashable {
  /// The versions in which the record was imported. There is one for each part of the record, such as each worker's
  /// visit of an Appointment with several workers. Empty if the record was never imported.
  package fileprivate(set) var agreed: [String?] = []
  /// The record's `meta.lastUpdated` when it was imported, once for each part; `nil` if unknown.
  package fileprivate(set) var changed: [String?] = []
  /// Whether a pull left the record out because it lies outside the window of days that sync pulls.
  package fileprivate(set) var isOutside = false
  private var outside: String?
  private var leftOut: String?

  /// Whether all parts of the record were imported in exactly this version.
  package func isAgreed(in version: String?) -> Bool {
    version != nil && !agreed.isEmpty && agreed.allSatisfy { $0 == version }
  }

  /// Whether a pull left out exactly this version because it lies outside the window.
  package func isOutside(in version: String?) -> Bool { isOutside && outside == version }

  /// Whether a pull left out exactly this version because the record could not be read or was not merged.
  package func isLeftOut(in version: String?) -> Bool { version != nil && leftOut == version }

  /// Creates the value for a record about which the store remembers nothing.
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

    /// The SQL expression for the `meta.lastUpdated` of a record. Only the table `agreed` stores the body of a record,
    /// which contains this time.
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

  /// Returns the facts that the store remembers about records upstream, with one query for each record type. Records
  /// about which it remembers nothing are left out.
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

  /// Returns the facts that the store remembers about a record upstream.
  package func met(_ address: RecordAddress) throws -> MetRecord { try met([address])[address] ?? MetRecord() }
}
