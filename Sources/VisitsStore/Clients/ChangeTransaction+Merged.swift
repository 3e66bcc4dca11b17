import VisitsModel

/// Moves the visits, series, tasks, goals and sessions of one client to another client, when two clients are merged or
/// separated again.
extension ChangeTransaction {
  /// Moves all visits, series, tasks, goals and sessions of a client to another client.
  ///
  /// - Returns: The visits that the first client had before the move, in the order of their starts.
  @discardableResult
  func move(from client: ClientID, to successor: ClientID) throws -> [VisitID] {
    let visits = try db.all(StoreReader.visitsOfClient, [.text(client.rawValue)]) { VisitID(rawValue: $0.text(0)) }
    try moveVisitsOfLongAgo(.client, from: client.rawValue, to: successor.rawValue)
    for thing in try things(of: client) {
      try goOn()
      try move(thing, from: client, to: successor)
    }
    return visits
  }

  /// Moves one entity from `client` to `other`. Does nothing if the entity no longer belongs to `client`.
  ///
  /// - Parameter isSent: Whether upstream may have received the entity as an entity of `client`. If so, a goal, a
  ///   session or the already sent records of a task are queued to be sent again. Nothing is sent if upstream already
  ///   has `other` as the client.
  func move(_ thing: MergedThing, from client: ClientID, to other: ClientID, isSent: Bool = false) throws {
    let wasFromUpstream = isFromUpstream
    if isSent, thing.topic == .goal || thing.topic == .session { isFromUpstream = false }
    defer { isFromUpstream = wasFromUpstream }
    switch thing.topic {
    case .visit:
      guard var visit = try visit(VisitID(rawValue: thing.id)), visit.client == client else { return }
      visit.client = other
      _ = try put(visit)
    case .series:
      guard var series = try series(SeriesID(rawValue: thing.id)), series.client == client else { return }
      series.client = other
      _ = try put(series)
    case .task:
      guard var task = try task(CareTaskID(rawValue: thing.id)), task.client == client else { return }
      task.client = other
      _ = try put(task)
      try db.run(
        "UPDATE taskRecords SET client = ? WHERE client = ? AND task = ?",
        [.text(other.rawValue), .text(client.rawValue), .text(thing.id)])
      if isSent { try ledger.enqueueSentRecords(of: thing.id, at: now) }
    case .goal:
      guard var goal = try goal(GoalID(rawValue: thing.id)), goal.client == client else { return }
      goal.client = other
      _ = try put(goal)
    case .session:
      guard var session = try session(SessionID(rawValue: thing.id)), session.client == client else { return }
      session.client = other
      _ = try put(session)
    }
  }
}
