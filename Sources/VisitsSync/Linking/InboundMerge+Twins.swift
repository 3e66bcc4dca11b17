import VisitsExchange
import VisitsModel
import VisitsStore

extension InboundMerge {
  /// Returns the twins of a new Appointment: visits planned here that are the same as visits of this Appointment. A
  /// twin has the same client, worker and time, and upstream does not know it. The office must have linked its client
  /// or worker to a record upstream.
  ///
  /// Each twin gets the Appointment's note and identities, and waits in the outbox until it is merged.
  func twins(of read: MappedAppointment, known identities: [UpstreamIdentity]) throws -> [Part] {
    guard try transaction.hasLinks(), ![.cancelled, .noshow, .enteredInError].contains(read.status) else { return [] }
    var visits = try known.twins(of: read).compactMap(transaction.visit).filter { visit in
      try visit.occupiesItsTime && transaction.isOfLinkedPeople(visit) && transaction.isUnheardOf(visit.id)
    }
    var parts: [Part] = []
    for (number, worker) in try workers(of: read).enumerated() {
      let id = try worker.flatMap { try transaction.workerID(for: $0) }
      guard let index = visits.firstIndex(where: { $0.worker == id }) else { continue }
      let visit = visits.remove(at: index)
      guard try transaction.awaitTwin(visit) else { continue }
      let noted = try transaction.add(read.note, to: visit)
      for identity in identities { try transaction.link(identity, part: number + 1, to: visit.id) }
      parts.append(Part(number: number + 1, visit: noted, worker: nil, isAgreed: false))
    }
    return parts
  }
}

extension PlanApplication {
  /// Returns the visit planned here that is the same as a visit in an import file, by the rules of
  /// ``InboundMerge/twins(of:known:)``.
  func twin(of planned: PlannedVisit, _ client: ClientID, _ worker: WorkerID?) throws -> Visit? {
    guard try transaction.hasLinks(), planned.life.status != .cancelled, planned.life.status != .missed else {
      return nil
    }
    return try transaction.simultaneous(of: client, planned.start, planned.end)
      .filter { $0.worker == worker }.compactMap { try transaction.visit($0.id) }
      .first { visit in
        try visit.occupiesItsTime && transaction.isOfLinkedPeople(visit) && transaction.isUnheardOf(visit.id)
      }
  }
}

extension KnownRecords {
  /// Returns whether upstream already plans this visit, for a client and a worker who may be the same people as here.
  /// If the visit were sent, upstream would have it twice.
  ///
  /// The check applies only to a visit that upstream does not know and whose client or worker has no record upstream.
  /// Such a visit waits until the office has linked the client and worker to their records, or decides to send the
  /// visit anyway.
  func standsThereAlready(_ visit: Visit) throws -> Bool {
    let worker = try visit.worker.flatMap(store.worker)
    let isClientThere = try isThere(.client, visit.client.rawValue)
    let isWorkerThere = try worker.map { try isThere(.worker, $0.id.rawValue) } ?? true
    guard visit.occupiesItsTime, !isClientThere || !isWorkerThere, try !store.isTwinDecided(visit.id),
      try store.attempts(at: SyncThing(.visit, visit.id.rawValue)).isEmpty, let client = try store.client(visit.client)
    else { return false }
    let clients = try [client] + (isClientThere ? [] : likely(client))
    return try clients.contains { client in
      try store.simultaneous(of: client.id, visit.start, visit.end).contains { other in
        guard other.id != visit.id, try store.visit(other.id)?.occupiesItsTime == true,
          try !records(of: other.id, type: "Appointment").isEmpty
        else { return false }
        if other.worker == visit.worker { return true }
        guard let worker, !isWorkerThere, let theirs = try other.worker.flatMap(store.worker) else { return false }
        return Likeness(PersonFacts(worker), PersonFacts(theirs)) != nil
      }
    }
  }

  private func isThere(_ topic: SyncThing.Topic, _ id: String) throws -> Bool {
    try !store.agreed(on: SyncThing(topic, id)).isEmpty
  }

  /// Returns the clients with a record upstream who may be the same person as a client here. The search uses the
  /// longest word of the client's name.
  private func likely(_ client: Client) throws -> [Client] {
    let facts = PersonFacts(client)
    guard let part = facts.nameParts.max(by: { $0.count < $1.count }) else { return [] }
    return try store.clients(matching: part, limit: 100).filter { other in
      try other.id != client.id && Likeness(facts, PersonFacts(other)) != nil && isThere(.client, other.id.rawValue)
    }
  }
}
