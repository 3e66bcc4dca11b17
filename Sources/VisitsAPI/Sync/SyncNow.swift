package import JSONRPC

/// `sync.now`: a person does not want to wait.
package enum SyncNow: Method {
  /// What `sync.now` takes.
  package struct Parameters: MethodParameters {
    /// For how many seconds the answer may wait until it is done.
    package let wait: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      wait = try reader.optional("wait", .integer(0...30), "Answer when it is done, or after so many seconds.")
      _ = try reader.optional(
        "requestId", .requestId, "Taken as on a change, and of no use: to sync twice harms nothing.")
    }
  }

  /// `{"sync":…,"changed":n,"outcome":…,"text":…}`
  package struct Answer: WireObject {
    /// What the indicator says now.
    package var sync: SyncIndicator
    /// How many things upstream has changed here meanwhile.
    package var changed: Int
    /// When the next run begins; `nil`: one is under way, or none is planned.
    package var nextAt: Timestamp?
    /// What came of it.
    package var conclusion: SyncConclusion

    package init(sync: SyncIndicator, changed: Int, nextAt: Timestamp?, conclusion: SyncConclusion) {
      self.sync = sync
      self.changed = changed
      self.nextAt = nextAt
      self.conclusion = conclusion
    }

    package static let members: [Member<Answer>] =
      [
        Member("sync", { $0.sync }, "What the indicator says now."),
        Member("changed", { $0.changed }, "How many things upstream has changed here meanwhile."),
        Member(optional: "nextAt", { $0.nextAt }, "When the next run begins, unless one is under way."),
      ] + SyncConclusion.members { $0.conclusion }
  }

  package static let name = "sync.now"
  package static let summary = "Syncs at once, unless the server asked to wait."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = []
}
