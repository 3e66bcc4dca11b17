/// One step in the life of a visit, as the audit keeps it: who changed it, when, how and why.
package struct VisitStep: Sendable, Hashable {
  /// The version that it has since: counts up from 1 without a gap.
  package var version: Int
  /// When we heard of it.
  package var at: Instant
  /// Who, as ``Caller/by``; `nil`: not for whoever reads it.
  package var by: String?
  /// Through which door.
  package var from: Caller.Origin
  /// The API's method.
  package var method: String
  /// Why, in the caller's words, where they gave a reason.
  package var reason: String?

  /// A step.
  package init(
    version: Int, at: Instant, by: String?, from: Caller.Origin, method: String, reason: String? = nil
  ) {
    self.version = version
    self.at = at
    self.by = by
    self.from = from
    self.method = method
    self.reason = reason
  }
}
