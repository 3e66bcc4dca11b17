/// An emergency with the people it concerns, as the API shows it.
package struct PlacedEmergency: Sendable, Hashable {
  /// The emergency.
  package var emergency: Emergency
  /// Who needs help.
  package var worker: Worker
  /// The visit with its client, where one is known.
  package var visit: PlacedVisit?
  /// Whether it is on disk, in the database or the spool.
  package var isStored: Bool

  /// An emergency with its people.
  package init(emergency: Emergency, worker: Worker, visit: PlacedVisit?, isStored: Bool = true) {
    self.emergency = emergency
    self.worker = worker
    self.visit = visit
    self.isStored = isStored
  }

  /// An emergency whose people cannot be looked up: the worker is called by the id.
  package init(nameless emergency: Emergency, isStored: Bool = true) {
    let worker = Worker(id: emergency.worker, key: PersonKey(rawValue: ""), name: emergency.worker.rawValue)
    self.init(emergency: emergency, worker: worker, visit: nil, isStored: isStored)
  }

  /// The workers on whose Today it stands: who needs help, and who makes the visit now.
  package var concerned: Set<WorkerID> { Set([worker.id, visit?.visit.worker].compactMap(\.self)) }
}

extension [PlacedEmergency] {
  /// Those whom nobody has taken up before the others, of each the oldest first.
  package var mostUrgentFirst: [PlacedEmergency] {
    sorted {
      let (left, right) = ($0.emergency, $1.emergency)
      let isTaken = (left.acknowledged != nil, right.acknowledged != nil)
      if isTaken.0 != isTaken.1 { return isTaken.1 }
      return (left.receivedAt, left.id.rawValue) < (right.receivedAt, right.id.rawValue)
    }
  }
}
