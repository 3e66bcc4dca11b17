package import VisitsModel

extension StoreReader {
  /// The visits whose identities lie between two of one system, the second not in it, each once.
  package func visits(from first: UpstreamIdentity, before end: UpstreamIdentity) throws -> Set<VisitID> {
    Set(
      try db.all(
        "SELECT thing FROM upstream WHERE topic = 'visit' AND system = ? AND value >= ? AND value < ?",
        [.text(first.system), .text(first.value), .text(end.value)]
      ) { VisitID(rawValue: $0.text(0)) })
  }
}
