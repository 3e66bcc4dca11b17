package import VisitsModel

/// Two clients who are two people again after upstream had merged them.
package struct SeparatedClients: Sendable, Hashable {
  /// The client whose merge was taken back or corrected.
  package var client: ClientID
  /// The client who had everything of theirs meanwhile.
  package var holder: ClientID
}

extension ChangeTransaction {
  /// Moves everything of merged clients to their successors, and back when upstream takes a merge back or corrects it.
  ///
  /// Each visit, series, task, goal and session tells of it in the audit. A task record follows its task: there may be
  /// tens of thousands of them, and the task tells whose they are.
  ///
  /// - Returns: The clients who were separated after something was recorded that may be either's.
  package func followMergedClients() throws -> [SeparatedClients] {
    let wasFromUpstream = isFromUpstream
    // What was sent before stands there once, and is not sent again for this.
    isFromUpstream = true
    defer { isFromUpstream = wasFromUpstream }
    var separated: [SeparatedClients] = []
    for followed in try followedMerges() {
      guard try followAgain(followed) else { continue }
      separated.append(SeparatedClients(client: followed.client, holder: followed.holder))
    }
    for client in try db.all(StoreReader.mergedClients, [], { try $0.clientID(0) }) {
      let successor = try successor(of: client)
      guard successor != client else { continue }
      try follow(client, to: successor)
    }
    return separated
  }

  private func follow(_ client: ClientID, to successor: ClientID) throws {
    try note(client, followedTo: successor)
    for thing in try things(of: client) {
      try move(thing, from: client, to: successor)
      try note(thing, of: client, movedTo: successor)
    }
  }

  /// Has all that names a client name another.
  ///
  /// - Returns: The client's visits, in the order of their starts.
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

  /// Moves what is a merged client's on to the holder that upstream names now, or back to the client.
  ///
  /// - Returns: Whether the former holder keeps something that may be the client's.
  private func followAgain(_ followed: FollowedMerge) throws -> Bool {
    let (client, holder) = (followed.client, followed.holder)
    let records = try agreed(on: SyncThing(.client, client.rawValue))
    // A merged Patient that was deleted since tells nothing.
    guard !records.isEmpty else { return false }
    let isBack = records.contains(where: \.fields.isEmpty)
    let target = try isBack ? client : successor(of: client)
    // Clients who replace each other in a circle have no successor: everything stays where it is.
    guard target != holder, isBack || target != client else { return false }
    try moveVisitsByAppointment(of: holder)
    var goals: Set<GoalID> = []
    for thing in try things(of: followed) {
      // The Appointment tells whose a visit is, and has been followed.
      if thing.topic == .visit, try hasAppointment(thing.id) { continue }
      guard try move(thing, from: holder, to: target) else { continue }
      switch thing.topic {
      case .goal: goals.insert(GoalID(rawValue: thing.id))
      case .series: try movePlannedVisits(ofSeries: thing.id, from: holder, to: target)
      case .visit, .task, .session: break
      }
    }
    for var session in try sessions(SessionFilter(client: holder), limit: .max) where goals.contains(session.goal) {
      session.client = target
      _ = try put(session)
    }
    try noteFollowed(followed, to: isBack ? nil : target)
    // A holder who was merged on keeps nothing.
    return try successor(of: holder) != target && hasRecords(of: holder, since: followed.since)
  }

  /// Moves one thing, if it is still the first client's.
  @discardableResult
  private func move(_ thing: MergedThing, from client: ClientID, to other: ClientID) throws -> Bool {
    switch thing.topic {
    case .visit:
      guard var visit = try visit(VisitID(rawValue: thing.id)), visit.client == client else { return false }
      visit.client = other
      _ = try put(visit)
    case .series:
      guard var series = try series(SeriesID(rawValue: thing.id)), series.client == client else { return false }
      series.client = other
      _ = try put(series)
    case .task:
      guard var task = try task(CareTaskID(rawValue: thing.id)), task.client == client else { return false }
      task.client = other
      _ = try put(task)
      try db.run(
        "UPDATE taskRecords SET client = ? WHERE client = ? AND task = ?",
        [.text(other.rawValue), .text(client.rawValue), .text(thing.id)])
    case .goal:
      guard var goal = try goal(GoalID(rawValue: thing.id)), goal.client == client else { return false }
      goal.client = other
      _ = try put(goal)
    case .session:
      guard var session = try session(SessionID(rawValue: thing.id)), session.client == client else { return false }
      session.client = other
      _ = try put(session)
    }
    return true
  }

  /// Gives each visit of a client to the client whom its Appointment names.
  private func moveVisitsByAppointment(of holder: ClientID) throws {
    let visits = try db.all(StoreReader.patientsOfVisits, [.text(holder.rawValue)]) {
      (id: VisitID(rawValue: $0.text(0)), patient: $0.text(1))
    }
    var clients: [String: ClientID] = [:]
    for (id, patient) in visits {
      if clients[patient] == nil {
        let parts = patient.split(separator: "/")
        guard parts.count == 2 else { continue }
        clients[patient] = try self.client(standingAt: RecordAddress(type: String(parts[0]), id: String(parts[1])))
      }
      guard let client = clients[patient], client != holder, var visit = try visit(id) else { continue }
      visit.client = client
      _ = try put(visit)
    }
  }

  /// Gives the planned visits that a series has given meanwhile to the client of the series. Upstream has them as the
  /// holder's, so this is sent.
  private func movePlannedVisits(ofSeries series: String, from holder: ClientID, to client: ClientID) throws {
    isFromUpstream = false
    defer { isFromUpstream = true }
    for id in try db.all(StoreReader.visitsOfClient, [.text(holder.rawValue)], { VisitID(rawValue: $0.text(0)) }) {
      guard var visit = try visit(id), visit.series == series, visit.status == .scheduled, !visit.isWithdrawn else {
        continue
      }
      visit.client = client
      _ = try put(visit)
    }
  }
}
