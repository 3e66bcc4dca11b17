/// A field that an aggregator's record of a visit needs and lacks, or has in a form that the aggregator does not take.
package struct RecordGap: Sendable, Hashable {
  /// Where what is missing is set.
  package enum Remedy: Sendable, Hashable {
    /// In the operator's configuration, under this key; of this reason, service or payer.
    case setting(String, of: String?)
    /// Of the client, by these options of `visits clients change`.
    case client(ClientID, options: String)
    /// Of the worker, by these options of `visits workers change`.
    case worker(WorkerID, options: String)
    /// Of the visit, by this command of `visits` and these options of it.
    case visit(VisitID, command: String, options: String)
    /// Nowhere: the client has moved since, and where they lived is not known in parts.
    case moved(ClientID)
  }

  /// The field, by the aggregator's name.
  package var field: String
  /// What stands there and cannot; `nil`: nothing does.
  package var value: String?
  /// Where it is set.
  package var remedy: Remedy

  /// A gap.
  package init(_ field: String, value: String? = nil, _ remedy: Remedy) {
    self.field = field
    self.value = value
    self.remedy = remedy
  }
}
