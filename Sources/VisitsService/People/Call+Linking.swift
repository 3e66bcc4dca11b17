import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync

extension Call {
  /// Returns the operations that link workers and clients to their records on the upstream server. If no server is
  /// configured now, they use the last one.
  func linking(_ transaction: ChangeTransaction) throws -> PersonLinking {
    try PersonLinking(transaction, service.context(of: transaction))
  }
}

extension VisitsService {
  /// Returns the sync context for the configured upstream server, or else for the last one; `nil` if none was ever
  /// configured.
  fileprivate func context(of reader: StoreReader) throws -> SyncContext? {
    guard let base = try sync?.address ?? reader.server()?.base else { return nil }
    let now = now
    return SyncContext(
      store, SyncContext.Settings(base: base, zone: settings.agencyZone), now: now, identities: identities)
  }
}

extension LinkView {
  /// Creates the wire form of the outcome of linking a worker or a client to an upstream record.
  init(_ link: LinkOutcome) {
    self.init(
      record: link.record, isAwaited: link.isAwaited, merged: link.merged, united: link.united,
      twice: link.twice.map(\.rawValue))
  }
}

extension LikenessReason {
  /// Creates the wire form of the reason why two records may describe the same person.
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
  /// Returns the text that a caller sends to link a worker or a client to this record. It includes the address of the
  /// record's server, unless that is `server`.
  func reference(on server: String?) -> String {
    system.hasPrefix("http") && system != server ? "\(system)/\(value)" : value
  }
}
