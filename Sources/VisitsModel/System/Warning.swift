/// Something that an operator should look at, and that lasts until they do.
package enum Warning: Sendable, Hashable {
  /// The machine's time zone cannot be used, and the settings name none: days begin and end in this one.
  case timeZoneUnknown(used: Zone)
  /// Nobody is paged in an emergency.
  case noPager
  /// What is to page a tier is not there, or may not be run.
  case pagerUnusable(tier: Int, program: String)
  /// The last page was not sent.
  case pageFailed(tier: Int, at: Instant)
}
