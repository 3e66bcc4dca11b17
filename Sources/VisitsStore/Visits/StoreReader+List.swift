package import VisitsModel

extension StoreReader {
  /// Returns a page of visits in order of (start, id), without withdrawn visits.
  ///
  /// - Parameters:
  ///   - filter: The visits to list.
  ///   - limit: The maximum number of visits.
  ///   - after: The end of the previous page.
  ///   - bytes: The approximate text size, in bytes, at which the page ends even before `limit`.
  /// - Returns: The visits, and the end of this page if there are more.
  package func visits(
    _ filter: VisitFilter, limit: Int, after: VisitFilter.Mark? = nil, bytes: Int = 1 << 20
  ) throws -> (visits: [PlacedVisit], next: VisitFilter.Mark?) {
    guard limit > 0 else { return ([], nil) }
    guard let search = try search(filter, after: after) else { return ([], nil) }
    var visits: [Visit] = []
    var room = bytes
    var hasMore = false
    try db.eachOnce(search.sql, search.values(limit: limit + 1)) { row in
      hasMore = visits.count == limit || room <= 0
      if hasMore { return false }
      let visit = try VisitRow.visit(row)
      visits.append(visit)
      room -= visit.textBytes
      return true
    }
    let next = hasMore ? visits.last.map { VisitFilter.Mark(start: $0.start, id: $0.id) } : nil
    return (try placed(visits), next)
  }

  /// Returns the query for a filter; `nil` if nothing can match.
  func search(_ filter: VisitFilter, after: VisitFilter.Mark?) throws -> VisitSearch? {
    guard let text = filter.match else {
      return VisitSearch(filter, after: after, match: nil, matchLeads: false)
    }
    guard let match = TypedMatch(text, in: "visits") else { return nil }
    let matchLeads = try filter.worker == nil && filter.client == nil && isRare(match)
    return VisitSearch(filter, after: after, match: match, matchLeads: matchLeads)
  }

  /// Whether so few visits match that all of them can be looked up and sorted. If many match, a scan in order soon
  /// fills a page.
  private func isRare(_ match: TypedMatch) throws -> Bool {
    let most = 2000
    let found = try db.allOnce(
      "SELECT count(*) FROM (SELECT 1 FROM (\(match.rows)) LIMIT ?)", match.values + [Bound(most + 1)], { $0.int(0) })
    return found.allSatisfy { $0 <= most }
  }
}

extension Visit {
  /// The approximate size of the visit in an answer, in bytes: a fixed part and the texts that people wrote.
  fileprivate var textBytes: Int { 512 + [address, service, note].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}
