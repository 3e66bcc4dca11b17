import VisitsModel

/// A list of visits as a query: which index leads, what is compared row by row.
struct VisitSearch {
  private var conditions = ["isWithdrawn = 0"]
  private var values: [Bound] = []
  private var source = "visits INDEXED BY visitsByStart"

  /// - Parameters:
  ///   - filter: Which visits.
  ///   - after: Where the page before ended.
  ///   - match: What ``VisitFilter/match`` means.
  ///   - matchLeads: Whether the match is looked up first. Good when few match: all of them are sorted.
  init(_ filter: VisitFilter, after: VisitFilter.Mark?, match: TypedMatch?, matchLeads: Bool) {
    if let from = filter.from { require("startsAt >= ?", [Bound(from)]) }
    if let to = filter.to { require("startsAt < ?", [Bound(to)]) }
    if let worker = filter.worker { require("worker = ?", [.text(worker.rawValue)]) }
    if let client = filter.client { require("client = ?", [.text(client.rawValue)]) }
    if let isOpen = filter.isOpen { require(isOpen ? "worker IS NULL" : "worker IS NOT NULL", []) }
    if !filter.statuses.isEmpty {
      let names = filter.statuses.map(\.rawValue).sorted()
      require("status IN (\(names.map { _ in "?" }.joined(separator: ", ")))", names.map(Bound.text))
    }
    if let after {
      require("(startsAt, id) > (?, ?)", [Bound(after.start), .text(after.id.rawValue)])
    }
    if let match {
      if matchLeads {
        require("row IN (\(match.rows))", match.values)
      } else {
        require(match.comparison, match.values)
      }
    }
    if matchLeads {
      source = "visits NOT INDEXED"
    } else if filter.worker != nil {
      source = "visits INDEXED BY visitsByWorker"
    } else if filter.client != nil {
      source = "visits INDEXED BY visitsByClient"
    } else if filter.isOpen == true {
      source = "visits INDEXED BY visitsOpen"
    } else {
      followRareStates(filter.statuses)
    }
  }

  /// Few visits are under way and few are not made, so each have an index of their own. Its condition must stand in the
  /// query word for word.
  private mutating func followRareStates(_ statuses: Set<Status>) {
    if statuses == [.inProgress] {
      require("status = 'inProgress'", [])
      source = "visits INDEXED BY visitsUnderWay"
    } else if !statuses.isEmpty, statuses.isSubset(of: [.cancelled, .missed]) {
      require("status IN ('cancelled', 'missed')", [])
      source = "visits INDEXED BY visitsNotMade"
    }
  }

  private mutating func require(_ condition: String, _ more: [Bound]) {
    conditions.append(condition)
    values += more
  }

  /// The statement.
  var sql: String {
    """
    SELECT \(VisitRow.columns) FROM \(source) WHERE \(conditions.joined(separator: " AND "))
    ORDER BY startsAt, id LIMIT ?
    """
  }

  /// The values of its parameters.
  func values(limit: Int) -> [Bound] { values + [Bound(limit)] }
}
