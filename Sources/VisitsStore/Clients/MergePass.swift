package import VisitsModel

/// Two clients who are two people again after upstream had merged them.
package struct SeparatedClients: Sendable, Hashable {
  /// The client whose merge was taken back or corrected.
  package var client: ClientID
  /// The client who had everything of theirs meanwhile.
  package var holder: ClientID
}

/// A pass through the merges of clients upstream, in as many changes as it takes: everything of a merged client moves to
/// their successor, and back when upstream takes the merge back or corrects it.
///
/// A pass is dropped between any two changes: the next one starts from the store.
package struct MergePass: Sendable {
  /// A part of the pass, each of which is repeated until nothing of it is left.
  enum Step {
    /// Moves what is noted as a followed client's.
    case things(ClientID)
    /// Moves the visits of a holder whose Appointments and series tell that they are somebody else's.
    case visits(ClientID)
    /// Forgets that a client was followed to the former holder.
    case ending(ClientID)
    /// Moves everything of a merged client.
    case merge(ClientID)
  }

  /// A visit that a pass has looked at.
  struct Place {
    var start: Int64
    var row: Int64
  }

  /// The last thing of a client that was recorded outside of sync, as far as the audit was read.
  struct Recorded {
    var readTo: Int64
    var last: Int64
  }

  /// Each list is worked off from its end.
  private var followed: [ClientID] = []
  private var holders: [ClientID] = []
  private var met: Set<ClientID> = []
  private var changed: [ClientID] = []
  private var merged: [ClientID] = []
  private var isBegun = false
  /// The last visit that was looked at of the present holder.
  var place: Place?
  var recorded: [ClientID: Recorded] = [:]

  /// A pass that has not begun.
  package init() {}

  /// Whether everything is where it belongs.
  package var isDone: Bool { isBegun && next == nil }

  var next: Step? {
    if let client = followed.last { return .things(client) }
    if let holder = holders.last { return .visits(holder) }
    if let client = changed.last { return .ending(client) }
    return merged.last.map { .merge($0) }
  }

  mutating func begin(_ reader: StoreReader) throws {
    guard !isBegun else { return }
    isBegun = true
    followed = try reader.followedMerges().map(\.client).reversed()
    merged = try reader.db.all(StoreReader.mergedClients, [], { try $0.clientID(0) }).reversed()
  }

  /// Notes that a client is no longer where they were followed to.
  mutating func note(_ change: FollowedMerge) {
    if changed.last != change.client { changed.append(change.client) }
    if met.insert(change.holder).inserted { holders.append(change.holder) }
  }

  mutating func end(_ step: Step) {
    switch step {
    case .things:
      followed.removeLast()
      if followed.isEmpty { changed.reverse() }
    case .visits:
      holders.removeLast()
      place = nil
    case .ending: changed.removeLast()
    case .merge: merged.removeLast()
    }
  }
}

extension ChangeTransaction {
  /// Goes on with a pass.
  ///
  /// Each visit, series, task, goal and session tells of its move in the audit. A task record follows its task: there may
  /// be tens of thousands of them, and the task tells whose they are.
  ///
  /// - Parameter limit: How many things it moves or looks at, at most.
  /// - Returns: The clients who were separated after something was recorded that may be either's.
  package func follow(_ pass: inout MergePass, atMost limit: Int) throws -> [SeparatedClients] {
    let wasFromUpstream = isFromUpstream
    // What was sent before stands there once, and is not sent again for this.
    isFromUpstream = true
    defer { isFromUpstream = wasFromUpstream }
    var separated: [SeparatedClients] = []
    var left = limit
    if left > 0 { try pass.begin(self) }
    while left > 0, let step = pass.next {
      let done: Int
      switch step {
      case .things(let client): done = try moveThings(of: client, &pass, atMost: left)
      case .visits(let holder): done = try moveVisits(of: holder, &pass, atMost: left)
      case .ending(let client):
        if let pair = try endMerge(of: client, &pass) { separated.append(pair) }
        done = 0
      case .merge(let client): done = try followMerge(of: client, atMost: left)
      }
      // A step that has done less than it may is through.
      if done < left { pass.end(step) }
      left -= max(1, done)
    }
    return separated
  }

  private func moveThings(of client: ClientID, _ pass: inout MergePass, atMost limit: Int) throws -> Int {
    guard let followed = try followedMerge(of: client), let (target, isBack) = try target(of: followed) else {
      return 0
    }
    pass.note(followed)
    var done = 0
    for thing in try things(of: followed, limit: limit) {
      // The Appointment tells whose a visit is.
      if try thing.topic != .visit || !hasAppointment(thing.id) {
        if thing.topic == .goal {
          done += try moveSessions(of: GoalID(rawValue: thing.id), followed, to: target, atMost: limit - done)
          if done >= limit { return done }
        }
        try move(thing, from: followed.holder, to: target, isSent: true)
      }
      done += 1
      // Until the end, a series tells whose the visits are that it has given meanwhile.
      if thing.topic != .series { try note(thing, of: followed, hasMovedTo: isBack ? nil : target) }
      if done >= limit { break }
    }
    return done
  }

  /// Moves the sessions that were held on a goal since its client was merged.
  private func moveSessions(
    of goal: GoalID, _ followed: FollowedMerge, to target: ClientID, atMost limit: Int
  ) throws -> Int {
    let filter = SessionFilter(client: followed.holder, goal: goal)
    let sessions = try sessions(filter, limit: limit)
    for session in sessions {
      let thing = MergedThing(topic: .session, id: session.id.rawValue)
      try move(thing, from: followed.holder, to: target, isSent: true)
    }
    return sessions.count
  }

  private func moveVisits(of holder: ClientID, _ pass: inout MergePass, atMost limit: Int) throws -> Int {
    let visits = try heldVisits(of: holder, after: pass.place, limit: limit)
    for held in visits {
      pass.place = held.place
      if let client = try held.patient.flatMap(client(standingAt:)), client != holder {
        try move(MergedThing(topic: .visit, id: held.id), from: holder, to: client)
      } else if let client = held.seriesClient, client != holder {
        // Upstream has it as the holder's, so this is sent.
        isFromUpstream = false
        defer { isFromUpstream = true }
        try movePlanned(VisitID(rawValue: held.id), to: client)
      }
    }
    return visits.count
  }

  private func movePlanned(_ id: VisitID, to client: ClientID) throws {
    guard var visit = try visit(id), visit.status == .scheduled, !visit.isWithdrawn else { return }
    visit.client = client
    _ = try put(visit)
  }

  /// - Returns: The client with the former holder, who keeps something that may be the client's; `nil`: the holder does not.
  private func endMerge(of client: ClientID, _ pass: inout MergePass) throws -> SeparatedClients? {
    guard let followed = try followedMerge(of: client), let (target, isBack) = try target(of: followed),
      // A link to a record upstream may have brought more meanwhile: the next pass sees to it.
      try things(of: followed, limit: 1).isEmpty
    else { return nil }
    // A holder who was merged on keeps nothing.
    let isTold = try successor(of: followed.holder) != target && hasRecords(since: followed, &pass)
    try noteFollowed(followed, to: isBack ? nil : target)
    return isTold ? SeparatedClients(client: client, holder: followed.holder) : nil
  }

  /// Whether something was recorded of the holder after a merge was followed.
  private func hasRecords(since followed: FollowedMerge, _ pass: inout MergePass) throws -> Bool {
    let before = pass.recorded[followed.holder]
    let from = try before?.readTo ?? earliestMerge(heldBy: followed.holder)
    let last = try lastRecorded(of: followed.holder, since: from) ?? before?.last ?? 0
    pass.recorded[followed.holder] = MergePass.Recorded(readTo: try cursor.sequence, last: last)
    return last > followed.since
  }

  private func followMerge(of client: ClientID, atMost limit: Int) throws -> Int {
    let successor = try successor(of: client)
    guard successor != client else { return 0 }
    try note(client, followedTo: successor)
    let things = try things(of: client, limit: limit)
    for thing in things {
      try move(thing, from: client, to: successor)
      try note(thing, of: client, movedTo: successor)
    }
    return things.count
  }
}
