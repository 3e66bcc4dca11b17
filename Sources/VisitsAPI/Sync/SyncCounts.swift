/// How many problems of sync of each kind are open.
package struct SyncCounts: WireObject {
  /// Changes of ours that upstream does not take.
  package var parked: Int
  /// Values of ours that gave way.
  package var overruled: Int
  /// Records of upstream's that could not be taken in.
  package var unread: Int

  package init(parked: Int, overruled: Int, unread: Int) {
    self.parked = parked
    self.overruled = overruled
    self.unread = unread
  }

  package static let members: [Member<SyncCounts>] = [
    Member("parked", { $0.parked }, "Changes of ours that upstream does not take."),
    Member("overruled", { $0.overruled }, "Values of ours that gave way."),
    Member("unread", { $0.unread }, "Records of upstream's that could not be taken in."),
  ]
}
