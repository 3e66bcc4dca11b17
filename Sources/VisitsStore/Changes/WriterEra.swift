/// A span of time in which the writer makes changes, or makes none since the disk has failed one.
///
/// A change that must follow another names the era in which it may be made. Without it, a change that comes when the disk
/// works again would be made before those that the disk has just failed and that are about to be kept elsewhere.
package struct WriterEra: Sendable, Hashable {
  /// Which one since the start.
  let number: Int64
  /// Whether changes are made in it.
  package let takesChanges: Bool

  /// An era that is over: a change that names it is never made.
  package static let past = WriterEra(number: -1, takesChanges: false)
}
