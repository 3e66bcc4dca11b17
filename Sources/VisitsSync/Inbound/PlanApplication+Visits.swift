import VisitsModel
import VisitsStore

/// A stored visit of an Appointment. If several workers make the Appointment, each of them has a visit of their own.
struct KnownVisit {
  let part: Int
  let visit: Visit

  /// Whether a check-in or check-out of the visit was reported here. If so, the visit has happened, whatever the import
  /// file says about it.
  var isRecordedHere: Bool { visit.isRecordedHere }
}

extension Visit {
  /// Whether a device or the office has reported or corrected a check-in or check-out of the visit.
  var isRecordedHere: Bool {
    [life.checkIn, life.checkOut].contains { check in
      check.map { $0.method != .upstream || $0.correction != nil } ?? false
    }
  }
}

extension PlanApplication {
  /// Applies the visits of one Appointment, one for each of its workers. Each worker keeps the visit that they already
  /// have. Only visits that no worker of the Appointment has may go to another worker.
  ///
  /// Upstream may list the workers in any order, and one worker's check-in must never move to another worker.
  mutating func apply(_ parts: [PlannedVisit], of appointment: [UpstreamIdentity]) throws {
    var known = try visits(of: appointment)
    var next = (known.map(\.part).max() ?? 0) + 1
    var unmatched: [(planned: PlannedVisit, client: ClientID, worker: WorkerID?)] = []
    let parts = try onceForEachWorker(parts)
    for planned in parts {
      guard let client = try transaction.clientID(for: planned.client) else {
        summary.refused.append(
          .init(place: .path(planned.place), reason: .fault(TextFault(.fhirUnknownClient))))
        continue
      }
      let worker = try planned.worker.flatMap { try transaction.workerID(for: $0) }
      if let index = known.firstIndex(where: { $0.visit.worker == worker }) {
        try update(known.remove(at: index), with: planned, client, worker, appointment)
      } else {
        unmatched.append((planned, client, worker))
      }
    }
    for (planned, client, worker) in unmatched {
      if let index = known.firstIndex(where: { !$0.isRecordedHere }) {
        try update(known.remove(at: index), with: planned, client, worker, appointment)
      } else if parts.count == 1, let mine = known.popLast() {
        // The only visit of the Appointment has happened with another worker than upstream plans. The visit stays.
        try update(mine, with: planned, client, worker, appointment)
      } else if let twin = try twin(of: planned, client, worker) {
        try update(KnownVisit(part: next, visit: twin), with: planned, client, worker, appointment)
        next += 1
      } else {
        try add(planned, client, worker, appointment, part: next)
        next += 1
      }
    }
    try withdraw(known, place: parts.first?.place)
  }

  /// Returns the visits of one Appointment with one visit for each worker. Two Practitioners of the Appointment may be
  /// one worker here. Of two visits of one worker, the visit that has happened counts. If both have happened, both are
  /// returned.
  private func onceForEachWorker(_ parts: [PlannedVisit]) throws -> [PlannedVisit] {
    guard parts.count > 1 else { return parts }
    var once: [PlannedVisit] = []
    var places: [WorkerID: Int] = [:]
    for planned in parts {
      guard let worker = try planned.worker.flatMap({ try transaction.workerID(for: $0) }) else {
        once.append(planned)
        continue
      }
      guard let place = places[worker] else {
        places[worker] = once.count
        once.append(planned)
        continue
      }
      guard SyncedLife(planned.life).hasHappened else { continue }
      if SyncedLife(once[place].life).hasHappened {
        once.append(planned)
      } else {
        once[place] = planned
      }
    }
    return once
  }

  /// Withdraws visits that upstream no longer plans. A visit with a check-in or check-out that was reported here stays,
  /// and the summary of the import notes it.
  ///
  /// - Parameters:
  ///   - visits: The visits.
  ///   - place: The path of the entry in the import file that withdraws the visits; `nil` if there is none.
  mutating func withdraw(_ visits: [KnownVisit], place: String?) throws {
    for known in visits {
      guard !known.isRecordedHere else {
        if let place { keep(known, place) }
        continue
      }
      var visit = known.visit
      visit.isWithdrawn = true
      count(before: known.visit.version, after: try transaction.put(visit).version)
    }
  }

  private mutating func add(
    _ planned: PlannedVisit, _ client: ClientID, _ worker: WorkerID?, _ appointment: [UpstreamIdentity], part: Int
  ) throws {
    let visit = Visit(
      id: try transaction.newVisitID(of: appointment, part: part), worker: worker, client: client,
      start: planned.start, end: planned.end, address: planned.address, addressParts: planned.addressParts,
      virtual: planned.virtual, service: planned.service, purpose: planned.purpose, instruction: planned.instruction,
      note: planned.note,
      life: planned.life)
    _ = try transaction.put(visit)
    touch(visit)
    for identity in appointment { try transaction.link(identity, part: part, to: visit.id) }
    _ = try transaction.isNews(
      planned.words, formerly: planned.formerWords, of: .visit, appointment[0], part: part)
    count(isNew: true)
  }

  private mutating func update(
    _ known: KnownVisit, with planned: PlannedVisit, _ client: ClientID, _ worker: WorkerID?,
    _ appointment: [UpstreamIdentity]
  ) throws {
    for identity in appointment { try transaction.link(identity, part: known.part, to: known.visit.id) }
    let isNews = try transaction.isNews(
      planned.words, formerly: planned.formerWords, of: .visit, appointment[0], part: known.part)
    if known.isRecordedHere, isNews, planned.contradicts(known.visit, client, worker) {
      return keep(known, planned.place)
    }
    guard isNews || known.visit.isWithdrawn, !known.isRecordedHere else {
      var visit = known.visit
      guard visit.learn(from: planned) else { return count(isNew: false) }
      return count(before: known.visit.version, after: try transaction.put(visit).version)
    }
    var visit = known.visit
    visit.worker = worker
    visit.client = client
    visit.start = planned.start
    visit.end = planned.end
    visit.place(at: planned.address, planned.addressParts)
    visit.virtual = planned.virtual
    visit.service = planned.service
    visit.purpose = planned.purpose
    visit.instruction = planned.instruction
    visit.note = visit.note ?? planned.note
    if !planned.life.tells(known.visit.life) { visit.life = planned.life }
    visit.isWithdrawn = false
    touch(visit)
    count(before: known.visit.version, after: try transaction.put(visit).version)
  }
}

extension PlanApplication {
  /// Notes in the summary of the import that a visit stays as it was reported here, although the file differs.
  private mutating func keep(_ known: KnownVisit, _ place: String) {
    summary.kept.append(.init(place: .path(place), reason: .fault(TextFault(.fhirRecordedHere))))
  }
}

extension PlannedVisit {
  /// Returns whether one of the stored visits already has the times, the status, the check-in and the check-out of this
  /// visit.
  func isKnown(as visits: [KnownVisit]) -> Bool {
    visits.contains { known in
      (start, end) == (known.visit.start, known.visit.end) && life.tells(known.visit.life)
    }
  }

  /// Returns whether the import file differs from the stored visit in the client, the worker, the times or the outcome.
  fileprivate func contradicts(_ visit: Visit, _ client: ClientID, _ worker: WorkerID?) -> Bool {
    (client, worker, start, end) != (visit.client, visit.worker, visit.start, visit.end)
      || life.status != .scheduled && !life.tells(visit.life)
  }
}

extension Life {
  /// Returns whether two visits have the same status, reason, check-in and check-out. The moments at which these were
  /// reported may differ.
  fileprivate func tells(_ other: Life) -> Bool {
    status == other.status && reason == other.reason && missedBy == other.missedBy
      && checkIn?.at == other.checkIn?.at && checkOut?.at == other.checkOut?.at
  }
}
