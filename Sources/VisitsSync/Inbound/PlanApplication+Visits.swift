import VisitsModel
import VisitsStore

/// A visit that stands for a part of an Appointment.
struct KnownVisit {
  let part: Int
  let visit: Visit

  /// Whether a check was reported here: then it has happened, whatever upstream says of it.
  var isRecordedHere: Bool { visit.isRecordedHere }
}

extension Visit {
  /// Whether a device or the office reported that somebody came or left.
  var isRecordedHere: Bool {
    [life.checkIn, life.checkOut].contains { check in
      check.map { $0.method != .upstream || $0.correction != nil } ?? false
    }
  }
}

extension PlanApplication {
  /// Applies the visits of one Appointment. Each is the one that its worker has already; only what is left over takes
  /// another's place: upstream may list the workers in any order, and a check of one must never become another's.
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
        // The one visit of the Appointment has happened here, with another worker than upstream plans: it stays.
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

  /// The visits of one Appointment without those of a worker who has another of them: two of its Practitioners may be one
  /// worker here. The one that has happened stays; two that have happened both do.
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

  /// Withdraws visits that upstream no longer plans; one that was recorded here stays, and that is told.
  ///
  /// - Parameter place: Where the text says so; `nil`: nowhere.
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
  /// A visit that was made here stays as it was reported, whatever a text says of it.
  private mutating func keep(_ known: KnownVisit, _ place: String) {
    summary.kept.append(.init(place: .path(place), reason: .fault(TextFault(.fhirRecordedHere))))
  }
}

extension PlannedVisit {
  /// Whether one of these visits has the same times and life already.
  func isKnown(as visits: [KnownVisit]) -> Bool {
    visits.contains { known in
      (start, end) == (known.visit.start, known.visit.end) && life.tells(known.visit.life)
    }
  }

  /// Whether it says otherwise of who came, to whom, when, or what became of it than stands here.
  fileprivate func contradicts(_ visit: Visit, _ client: ClientID, _ worker: WorkerID?) -> Bool {
    (client, worker, start, end) != (visit.client, visit.worker, visit.start, visit.end)
      || life.status != .scheduled && !life.tells(visit.life)
  }
}

extension Life {
  /// Whether both tell the same of a visit, whenever we heard of it.
  fileprivate func tells(_ other: Life) -> Bool {
    status == other.status && reason == other.reason && missedBy == other.missedBy
      && checkIn?.at == other.checkIn?.at && checkOut?.at == other.checkOut?.at
  }
}
