import VisitsModel

/// The SQL query for one page of a list of visits: the index that it follows, and the conditions for each row.
struct VisitSearch {
  private var conditions = ["isWithdrawn = 0"]
  private var values: [Bound] = []
  private var source = "visits INDEXED BY visitsByStart"

  /// - Parameters:
  ///   - filter: The conditions for the visits to list.
  ///   - after: The position of the previous page's last visit; `nil` for the first page.
  ///   - match: The typed text in ``VisitFilter/match``, parsed.
  ///   - matchLeads: Whether the query first finds all visits that match the typed text and then sorts them. This is
  ///     fast only if few visits match.
  init(_ filter: VisitFilter, after: VisitFilter.Mark?, match: TypedMatch?, matchLeads: Bool) {
    if let from = filter.from {
      if filter.isOvernight {
        // No visit lasts longer than a day. A visit that ends later began less than a day before.
        let earliest = Instant(milliseconds: from.milliseconds - Visit.longest)
        require("startsAt > ? AND endsAt > ?", [Bound(earliest), Bound(from)])
      } else {
        require("startsAt >= ?", [Bound(from)])
      }
    }
    if let to = filter.to { require("startsAt < ?", [Bound(to)]) }
    if let worker = filter.worker { require("worker = ?", [.text(worker.rawValue)]) }
    if let client = filter.client { require("client = ?", [.text(client.rawValue)]) }
    if let isOpen = filter.isOpen { require(isOpen ? "worker IS NULL" : "worker IS NOT NULL", []) }
    if !filter.statuses.isEmpty {
      let names = filter.statuses.map(\.rawValue).sorted()
      require("status IN (\(names.map { _ in "?" }.joined(separator: ", ")))", names.map(Bound.text))
    }
    if let late = filter.late { requireLate(late) }
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

  /// Makes the query follow a partial index if it lists only visits under way, or only cancelled and missed visits.
  /// There are few of each, so each of the two groups has such an index. SQLite uses a partial index only if the query
  /// repeats the index's condition literally.
  private mutating func followRareStates(_ statuses: Set<Status>) {
    if statuses == [.inProgress] {
      require("status = 'inProgress'", [])
      source = "visits INDEXED BY visitsUnderWay"
    } else if !statuses.isEmpty, statuses.isSubset(of: [.cancelled, .missed]) {
      require("status IN ('cancelled', 'missed')", [])
      source = "visits INDEXED BY visitsNotMade"
    }
  }

  /// Keeps the visits whose worker should have come. An open visit has no worker who could be late, and a worker who is
  /// away is not.
  private mutating func requireLate(_ late: VisitFilter.Late) {
    let isTimeCritical = "(SELECT isTimeCritical FROM clients WHERE clients.id = visits.client)"
    require(
      "status = 'scheduled' AND worker IS NOT NULL AND startsAt + iif(\(isTimeCritical), ?, ?) <= ?",
      [
        .integer(late.rule.timeCriticalMinutes * 60_000), .integer(late.rule.minutes * 60_000), Bound(late.now),
      ])
    require(
      """
      NOT EXISTS (SELECT 1 FROM absences INDEXED BY absencesByWorker
        WHERE absences.worker = visits.worker AND absences.endsAt > visits.startsAt
          AND absences.startsAt < visits.endsAt AND takenBackAt IS NULL)
      """, [])
    // Neither kind of client has a late visit that has not begun: the query need not look at the visits ahead.
    require("startsAt <= ?", [Bound(late.now)])
  }

  private mutating func require(_ condition: String, _ more: [Bound]) {
    conditions.append(condition)
    values += more
  }

  /// The SQL of the query.
  var sql: String {
    """
    SELECT \(VisitRow.columns) FROM \(source) WHERE \(conditions.joined(separator: " AND "))
    ORDER BY startsAt, id LIMIT ?
    """
  }

  /// Returns the values of the query's parameters.
  func values(limit: Int) -> [Bound] { values + [Bound(limit)] }
}
