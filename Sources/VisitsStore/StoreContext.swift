import VisitsModel

/// What readers and changes need besides their connection.
struct StoreContext: Sendable {
  /// Which life of the database this is; a restore begins another while nothing is open.
  let epoch: Int64
  let zones: ZoneCache
  let identities: IdentitySource
  let now: @Sendable () -> Instant
  /// The time since any moment, by a clock that nobody sets.
  let elapsed: @Sendable () -> Duration
  /// Whether what changes here is to be sent to the agency's system of record.
  let hasUpstream: Bool
  let quota = ChangeQuota()
}
