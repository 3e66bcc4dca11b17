import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync

extension Call {
  /// Links people to records of the server that sync is with, or was with last.
  func linking(_ transaction: ChangeTransaction) throws -> PersonLinking {
    try PersonLinking(transaction, service.context(of: transaction))
  }
}

extension VisitsService {
  /// Sync's place for the server that sync is with, or was with last; `nil`: there was none yet.
  fileprivate func context(of reader: StoreReader) throws -> SyncContext? {
    guard let base = try sync?.address ?? reader.server()?.base else { return nil }
    let now = now
    return SyncContext(
      store, SyncContext.Settings(base: base, zone: settings.agencyZone), now: now, identities: identities)
  }
}

extension LinkView {
  /// The same, as callers are told it.
  init(_ link: LinkOutcome) {
    self.init(
      record: link.record, isAwaited: link.isAwaited, merged: link.merged, united: link.united,
      twice: link.twice.map(\.rawValue))
  }
}

extension LikenessReason {
  /// The same, as callers are told it.
  init(_ reason: Likeness.Reason) {
    self =
      switch reason {
      case .name: .name
      case .birthDate: .birthDate
      case .phone: .phone
      }
  }
}

extension UpstreamIdentity {
  /// A record as a link to it is asked for: with its server's address where that is another than the one given.
  func reference(on server: String?) -> String {
    system.hasPrefix("http") && system != server ? "\(system)/\(value)" : value
  }
}
