import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync

extension Call {
  /// Returns the operations that link people to records of the current or the last upstream server.
  func linking(_ transaction: ChangeTransaction) throws -> PersonLinking {
    try PersonLinking(transaction, service.context(of: transaction))
  }
}

extension VisitsService {
  /// Returns the sync context of the current or the last upstream server; `nil` if there has been none yet.
  fileprivate func context(of reader: StoreReader) throws -> SyncContext? {
    guard let base = try sync?.address ?? reader.server()?.base else { return nil }
    let now = now
    return SyncContext(
      store, SyncContext.Settings(base: base, zone: settings.agencyZone), now: now, identities: identities)
  }
}

extension LinkView {
  /// Creates the wire form of an outcome.
  init(_ link: LinkOutcome) {
    self.init(
      record: link.record, isAwaited: link.isAwaited, merged: link.merged, united: link.united,
      twice: link.twice.map(\.rawValue))
  }
}

extension LikenessReason {
  /// Creates the wire form of a reason.
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
  /// Returns the reference that a caller sends to link to the record. It includes the address of the record's server
  /// unless that is the given one.
  func reference(on server: String?) -> String {
    system.hasPrefix("http") && system != server ? "\(system)/\(value)" : value
  }
}
