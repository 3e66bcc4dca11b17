/// From when to when a worker was at a client's home, as far as it was told.
package struct Stay: Sendable, Hashable {
  /// When they came.
  package var since: Instant
  /// When they left; `nil`: not yet, or nobody has told.
  package var until: Instant?

  /// Whether they were there at an instant: at the very moment of coming and of leaving too, for what is recorded last
  /// is often recorded with the tap that ends the visit.
  package func contains(_ instant: Instant) -> Bool {
    since <= instant && until.map { instant <= $0 } ?? true
  }
}

extension Visit {
  /// From when to when a worker was there; `nil`: nobody has told that they came. One who forgot to check in, and did
  /// check out, was there from the planned start on.
  package func stay(of worker: WorkerID) -> Stay? {
    if self.worker == worker, !isWithdrawn {
      switch life {
      case .inProgress(let checkIn): return Stay(since: checkIn?.at ?? start, until: nil)
      case .completed(let checkIn, let checkOut):
        let since = checkIn?.at ?? start
        return Stay(since: checkOut.map { min(since, $0.at) } ?? since, until: checkOut?.at ?? end)
      case .scheduled, .cancelled, .missed: break
      }
    }
    guard let attendance = attendances.first(where: { $0.worker == worker }), let checkIn = attendance.checkIn else {
      return nil
    }
    return Stay(since: checkIn.at, until: attendance.checkOut?.at)
  }
}
