import VisitsModel
import VisitsStore

/// Keeps what an ``ImportPlan`` says, as upstream's word: overlaps and moves that the office could not make are taken,
/// and a check-in or check-out of ours is never overwritten.
struct PlanApplication {
  let transaction: ChangeTransaction
  private var summary = ImportSummary()

  init(transaction: ChangeTransaction) {
    self.transaction = transaction
  }

  /// Applies a plan; people first, since visits name them.
  mutating func apply(_ plan: ImportPlan) throws -> ImportSummary {
    summary.refused = plan.refused
    for worker in plan.workers { try apply(worker) }
    for client in plan.clients { try apply(client) }
    for visit in plan.visits { try apply(visit) }
    for withdrawal in plan.withdrawals { try apply(withdrawal) }
    return summary
  }

  private mutating func apply(_ planned: PlannedWorker) throws {
    let known = try first(planned.identities, transaction.workerID(for:))
    let present = try known.flatMap { try transaction.worker($0) }
    var worker =
      try present
      ?? Worker(
        id: transaction.freeWorkerID(base: planned.slug), key: transaction.newPersonKey(), name: planned.name)
    worker.name = planned.name
    worker.zone = planned.zone ?? worker.zone
    worker.phone = planned.phone ?? worker.phone
    worker.locale = planned.locale ?? worker.locale
    worker.isActive = planned.isActive
    count(before: present?.version, after: try transaction.put(worker).version)
    for identity in planned.identities { try transaction.link(identity, to: worker.id) }
  }

  private mutating func apply(_ planned: PlannedClient) throws {
    let known = try first(planned.identities, transaction.clientID(for:))
    let present = try known.flatMap { try transaction.client($0) }
    var client =
      try present
      ?? Client(
        id: transaction.freeClientID(base: planned.slug), key: transaction.newPersonKey(), name: planned.name)
    client.name = planned.name
    client.address = planned.address ?? client.address
    client.zone = planned.zone ?? client.zone
    client.birthDate = planned.birthDate ?? client.birthDate
    client.phone = planned.phone ?? client.phone
    client.emergencyContact = planned.emergencyContact ?? client.emergencyContact
    client.photo = planned.photo ?? client.photo
    client.isActive = planned.isActive
    count(before: present?.version, after: try transaction.put(client).version)
    for identity in planned.identities { try transaction.link(identity, to: client.id) }
  }

  private mutating func apply(_ planned: PlannedVisit) throws {
    guard let client = try transaction.clientID(for: planned.client) else {
      return refuse(planned.place, "its client is not known here, and is not in this text.")
    }
    let worker = try planned.worker.flatMap { try transaction.workerID(for: $0) }
    let known = try visitIDs(planned.appointment).first { $0.part == planned.part }?.id
    let present = try known.flatMap { try transaction.visit($0) }
    var visit =
      present
      ?? Visit(
        id: transaction.newVisitID(), worker: worker, client: client, start: planned.start, end: planned.end)
    visit.worker = worker
    visit.client = client
    visit.start = planned.start
    visit.end = planned.end
    visit.address = planned.address
    visit.service = planned.service
    visit.note = visit.note ?? planned.note
    visit.isWithdrawn = false
    if visit.life.checkIn == nil, visit.life.checkOut == nil { visit.life = planned.life }
    count(before: present?.version, after: try transaction.put(visit).version)
    for identity in planned.appointment { try transaction.link(identity, part: planned.part, to: visit.id) }
    if planned.part == 1 { try withdraw(planned.appointment, beyond: planned.parts) }
  }

  private mutating func apply(_ planned: PlannedWithdrawal) throws {
    try withdraw(planned.identities, beyond: 0)
  }

  /// Withdraws the visits that an Appointment no longer is: those beyond that many parts. One that has a check-in has
  /// happened, whatever upstream says: it stays.
  private mutating func withdraw(_ identities: [UpstreamIdentity], beyond parts: Int) throws {
    for (part, id) in try visitIDs(identities) where part > parts {
      guard var visit = try transaction.visit(id), visit.life.checkIn == nil, visit.life.checkOut == nil else {
        continue
      }
      let before = visit.version
      visit.isWithdrawn = true
      count(before: before, after: try transaction.put(visit).version)
    }
  }

  private func first<ID>(
    _ identities: [UpstreamIdentity], _ known: (UpstreamIdentity) throws -> ID?
  ) rethrows -> ID? {
    for identity in identities {
      if let id = try known(identity) { return id }
    }
    return nil
  }

  private func visitIDs(_ identities: [UpstreamIdentity]) throws -> [(part: Int, id: VisitID)] {
    for identity in identities {
      let known = try transaction.visitIDs(for: identity)
      if !known.isEmpty { return known }
    }
    return []
  }

  private mutating func count(before: Int?, after: Int) {
    switch before {
    case nil: summary.added += 1
    case after: summary.unchanged += 1
    default: summary.changed += 1
    }
  }

  private mutating func refuse(_ place: String, _ reason: String) {
    summary.refused.append(.init(place: place, reason: reason))
  }
}
