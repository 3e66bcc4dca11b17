import VisitsModel
import VisitsStore

extension SyncDesk {
  /// Has nothing wait for a server that knows no records of its kind, and tells a person so; all of it goes once there is
  /// one that does. A visit is not held up by what upstream has no place for.
  func heed(_ said: SaidAbilities?) throws {
    guard let said else { return }
    for (topic, abilities) in [(SyncThing.Topic.taskRecord, said.tasks)] {
      let problem = SyncProblem(.overruled, "upstream/\(topic.rawValue)", code: "\(topic.rawValue)NotOffered")
      let (isWaiting, isTold) = try store.readNow { (try $0.isWaiting(topic), try $0.isTold(problem)) }
      let now = now()
      if abilities == nil, isWaiting {
        try store.keepNow { try $0.letGo(of: topic, telling: problem, at: now) }
      } else if abilities != nil, isTold {
        try store.keepNow { ledger in
          try ledger.takeBack(problem, at: now)
          try ledger.forgetWatermark(of: Self.local)
        }
      }
    }
  }
}
