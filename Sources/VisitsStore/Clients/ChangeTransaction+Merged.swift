import VisitsModel

extension ChangeTransaction {
  /// Has all that names a client name whoever has taken their place, as upstream's word: whoever merges two clients means
  /// one person, with one schedule and one routine.
  ///
  /// Each visit, series, task, goal and session tells of it in the audit. A task record follows its task: of these there
  /// may be tens of thousands, and whose they are is told by the task.
  package func followMergedClients() throws {
    for client in try db.all(StoreReader.mergedClients, [], { try $0.clientID(0) }) {
      let successor = try successor(of: client)
      guard successor != client else { continue }
      let wasFromUpstream = isFromUpstream
      // What was sent before stands there once, and is not sent again for this.
      isFromUpstream = true
      defer { isFromUpstream = wasFromUpstream }
      try move(from: client, to: successor)
    }
  }

  /// Has all that names a client name another.
  ///
  /// - Returns: The client's visits, in the order of their starts.
  @discardableResult
  func move(from client: ClientID, to successor: ClientID) throws -> [VisitID] {
    let whose: [Bound] = [.text(client.rawValue)]
    let visits = try db.all(StoreReader.visitsOfClient, whose, { VisitID(rawValue: $0.text(0)) })
    for id in visits {
      try goOn()
      guard var visit = try visit(id) else { continue }
      visit.client = successor
      _ = try put(visit)
    }
    let series: [Series] = try all("SELECT \(Series.table.columns) FROM series WHERE client = ?", whose)
    for var series in series {
      series.client = successor
      _ = try put(series)
    }
    for var task in try tasks(of: client) {
      task.client = successor
      _ = try put(task)
    }
    try db.run("UPDATE taskRecords SET client = ? WHERE client = ?", [.text(successor.rawValue)] + whose)
    for var goal in try goals(of: client) {
      goal.client = successor
      _ = try put(goal)
    }
    for var session in try sessions(SessionFilter(client: client), limit: .max) {
      session.client = successor
      _ = try put(session)
    }
    return visits
  }
}

extension StoreReader {
  static let mergedClients = "SELECT DISTINCT thing FROM agreed WHERE type = 'Patient' AND fields <> '' ORDER BY thing"

  static let visitsOfClient = "SELECT id FROM visits INDEXED BY visitsByClient WHERE client = ? ORDER BY startsAt"
}
