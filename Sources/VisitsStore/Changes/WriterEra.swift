/// A period in which the writer makes changes, or makes none because of a disk fault. A new era begins when the disk
/// fails and when it works again.
///
/// A change that must not overtake certain earlier changes names the era in which it may be made. Suppose that the
/// earlier changes fail with the disk, and that their caller is about to store them elsewhere. If the disk recovers
/// just then, the later change would be committed first. Because a new era has begun, the writer refuses it instead.
package struct WriterEra: Sendable, Hashable {
  /// The number of the era. The first era after the store opens has number 0.
  let number: Int64
  /// Whether the writer makes changes in this era.
  package let takesChanges: Bool

  /// An era that has ended. The writer refuses every change that names this era.
  package static let past = WriterEra(number: -1, takesChanges: false)
}
