/// What a worker's device reported of a visit that has no room for it: the worker had the visit before it was given to
/// somebody else, or another time counts that the office or another device recorded. Both facts are kept (`product.md`,
/// A visit's life).
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
