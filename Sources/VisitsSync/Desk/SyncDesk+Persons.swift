package import VisitsModel
import VisitsStore

extension SyncDesk {
  /// A person has tried again what is parked: what upstream refused then is sent as it stands now.
  ///
  /// - Parameter by: Who, as the audit names them.
  package func retry(_ thing: SyncThing, by: String) throws {
    let now = now()
    try store.keepNow { ledger in
      try ledger.park(thing, false)
      try ledger.settle(.parked, of: thing.rawValue, by: by, at: now)
    }
  }
}
