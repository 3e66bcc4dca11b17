/// A report of a worker's device that does not count. The office has given the visit to another worker since, or the
/// office or another device has recorded another time. The visit keeps both facts (`product.md`, A visit's life).
package struct Attendance: Sendable, Hashable, Codable {
  /// Who came.
  package var worker: WorkerID
  /// When they came, where their device told.
  package var checkIn: Check?
  /// When they left, where their device told.
  package var checkOut: Check?

  /// What a device reported.
  package init(worker: WorkerID, checkIn: Check? = nil, checkOut: Check? = nil) {
    self.worker = worker
    self.checkIn = checkIn
    self.checkOut = checkOut
  }
}
