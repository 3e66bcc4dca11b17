package import VisitsModel

extension StoreReader {
  /// Returns one page of a list of visits, ordered by start and then by id. Withdrawn visits are left out.
  ///
  /// - Parameters:
  ///   - filter: The conditions for the visits to list.
  ///   - limit: The maximum number of visits.
  ///   - after: The position of the previous page's last visit; `nil` for the first page.
  ///   - bytes: The approximate size of the visits' texts, in bytes, at which the page ends even before `limit`.
  /// - Returns: The visits, and the position of the last of them if more visits follow.
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

  /// Returns the query for a filter; `nil` if no visit can match the filter.
  func search(_ filter: VisitFilter, after: VisitFilter.Mark?) throws -> VisitSearch? {
    guard let text = filter.match else {
      return VisitSearch(filter, after: after, match: nil, matchLeads: false)
    }
    guard let match = TypedMatch(text, in: "visits") else { return nil }
    let matchLeads = try filter.worker == nil && filter.client == nil && isRare(match)
    return VisitSearch(filter, after: after, match: match, matchLeads: matchLeads)
  }

  /// Whether the typed text matches at most 2000 visits, so that the query can find all of them first and then sort
  /// them. If it matches more, a scan of all visits in the order of the list soon fills a page.
  private func isRare(_ match: TypedMatch) throws -> Bool {
    let most = 2000
    let found = try db.allOnce(
      "SELECT count(*) FROM (SELECT 1 FROM (\(match.rows)) LIMIT ?)", match.values + [Bound(most + 1)], { $0.int(0) })
    return found.allSatisfy { $0 <= most }
  }
}

extension Visit {
  /// The approximate size of the visit in an answer, in bytes. It is a fixed size plus the size of the address, the
  /// service and the note.
  fileprivate var textBytes: Int { 512 + [address, service, note].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}
