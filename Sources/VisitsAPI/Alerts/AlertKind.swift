/// What is wrong with a visit.
package enum AlertKind: String, WireWord {
  /// Nobody has checked in.
  case late
  /// Nobody has checked in, and the worker's device is silent.
  case noNews
  /// Nobody has checked in for so long that the visit may have been missed.
  case missed
  /// Nobody has checked out.
  case overrun
  /// What a device reported is not what the office has decided meanwhile.
  case conflict
  /// Upstream plans two visits of a worker at once.
  case overlap
  /// Nobody makes a visit that begins soon.
  case openNotTaken
  /// Upstream no longer plans a visit of today or the next two days.
  case withdrawn
  /// The client receives no care any more, or has died, and a visit is planned.
  case notInCare
}
