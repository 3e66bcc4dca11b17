/// A period in which the writer makes changes, or makes none because the disk failed.
///
/// A change that must follow another change names the era in which it may be made. Otherwise, if the disk recovers, the
/// change could overtake earlier changes that have just failed on the disk and that the caller is about to store
/// elsewhere.
package struct WriterEra: Sendable, Hashable {
  /// The number of the era since the start.
  let number: Int64
  /// Whether the writer makes changes in this era.
  package let takesChanges: Bool

  /// An era that is over. A change that names it is never made.
  package static let past = WriterEra(number: -1, takesChanges: false)
}
