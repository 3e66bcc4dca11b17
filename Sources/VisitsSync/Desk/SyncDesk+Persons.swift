package import VisitsModel
import VisitsStore

extension SyncDesk {
  /// A person has tried again what is parked. Nothing of it was taken in meanwhile: it is read before anything is sent,
  /// as if what both sides agreed on had just been written.
  ///
  /// - Parameter by: Who, as the audit names them.
  package func retry(_ thing: SyncThing, by: String) throws {
    let now = now()
    let (agreed, visit) = try store.readNow { reader in
      (try reader.agreed(on: thing), try thing.visit.flatMap(reader.visit))
    }
    let seen = agreed.map { record in
      Attempt(
        type: record.address.type, id: record.address.id, method: .update, base: record.version, fields: record.fields)
    }
    try store.keepNow { ledger in
      if let visit, !seen.isEmpty { try ledger.prepare(thing, Attempts(version: visit.version, records: seen)) }
      try ledger.park(thing, false)
      try ledger.settle(.parked, of: thing.rawValue, by: by, at: now)
    }
  }
}
