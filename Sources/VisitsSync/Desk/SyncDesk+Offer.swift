import VisitsModel
import VisitsStore

extension SyncDesk {
  /// Has nothing wait for a server that knows no records of its kind, and tells a person so; all of it goes once there is
  /// one that does. A visit is not held up by what upstream has no place for.
  func heed(_ said: SaidAbilities?) throws {
    guard let said else { return }
    let kinds: [(topics: [SyncThing.Topic], isOffered: Bool)] = [
      ([.taskRecord], said.tasks != nil), ([.session, .goal], said.sessions != nil),
    ]
    for (topics, isOffered) in kinds {
      let name = topics[0].rawValue
      let problem = SyncProblem(.overruled, "upstream/\(name)", code: "\(name)NotOffered")
      let (isWaiting, isTold) = try store.readNow { reader in
        (try topics.contains(where: reader.isWaiting), try reader.isTold(problem))
      }
      let now = now()
      if !isOffered, isWaiting {
        try store.keepNow { try $0.letGo(of: topics, telling: problem, at: now) }
      } else if isOffered, isTold {
        try store.keepNow { ledger in
          try ledger.takeBack(problem, at: now)
          try ledger.forgetWatermark(of: Self.local)
        }
      }
    }
  }
}
