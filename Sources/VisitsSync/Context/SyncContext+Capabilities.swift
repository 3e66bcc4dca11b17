import VisitsModel
import VisitsStore

extension SyncContext {
  /// Removes from the outbox the task records, sessions and goals that the server does not support, and reports a
  /// problem to the office. Otherwise a visit could wait behind such an entity forever.
  ///
  /// An entity stays in the outbox if it is parked or if the server already has a record of it. Once the server
  /// supports the type, all local changes are added to the outbox again.
  func adapt(to capabilities: UpstreamCapabilities?) throws {
    guard let capabilities else { return }
    let kinds: [(topics: [SyncThing.Topic], isOffered: Bool)] = [
      ([.taskRecord], capabilities.tasks != nil), ([.session, .goal], capabilities.sessions != nil),
    ]
    for (topics, isOffered) in kinds {
      let name = topics[0].rawValue
      let problem = SyncProblem(.overruled, "upstream/\(name)", code: "\(name)NotOffered")
      let (isWaiting, isNoted) = try store.readNow { reader in
        (try topics.contains(where: reader.isWaiting), try reader.isTold(problem))
      }
      let now = now()
      if !isOffered, isWaiting {
        try store.keepNow { try $0.letGo(of: topics, telling: problem, at: now) }
      } else if isOffered, isNoted {
        try store.keepNow { ledger in
          try ledger.takeBack(problem, at: now)
          try ledger.forgetWatermark(of: Self.local)
        }
      }
    }
  }
}
