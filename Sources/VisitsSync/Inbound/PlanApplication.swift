package import VisitsModel
package import VisitsStore

/// Applies the plan of an import file (``ImportPlan``) to the store, on behalf of upstream: it accepts overlapping
/// visits, and changes of visits that the office itself could not make.
///
/// It never overwrites a check-in or check-out that was reported here. For a record whose content has not changed since
/// the last import, it only fills in missing facts, or restores a visit that an import had withdrawn. So a second import
/// of the same file does not undo later decisions of the office.
package struct PlanApplication {
  let transaction: ChangeTransaction
  var summary = ImportSummary()
  /// The visits that are new or have changed. They are checked for overlaps at the end.
  var touched: [VisitID] = []
  /// The path of the applied Encounter in the import file, by visit. It lists only Encounters whose Appointment came
  /// with an earlier file. A second Encounter of the same visit is refused with this path.
  var told: [VisitID: String] = [:]
  /// The clients of new or changed visits, and the clients who are no longer in care. At the end, an alert is raised
  /// for each visit of a client who is not in care.
  var concerned: Set<ClientID> = []

  /// Creates an application that makes its changes in this transaction.
  package init(transaction: ChangeTransaction) {
    self.transaction = transaction
    transaction.isFromUpstream = true
  }

  /// Applies the plan of an import file. Workers and clients come first, because visits refer to them.
  ///
  /// A worker, client or visit that sync keeps equal to a record of the server stays as it is. A value from the file
  /// would count as the server's value, but without a version. So sync would not send it, and no pull would correct it.
  package mutating func apply(_ plan: ImportPlan) throws -> ImportSummary {
    summary.refused = plan.refused
    summary.passedOver = plan.passedOver
    summary.notes = plan.notes
    let appointments = plan.appointments
    var progress = Refusal.Progress(
      done: 0,
      total: plan.workers.count + plan.clients.count + appointments.count + plan.encounters.count
        + plan.withdrawals.count)
    let transaction = transaction
    func goOn() throws {
      transaction.progress = progress
      try transaction.goOn()
      progress.done += 1
    }
    for worker in plan.workers {
      try goOn()
      let known = try first(worker.identities, transaction.workerID(for:))
      if try isInStep(.worker, known?.rawValue) { leave() } else { try apply(worker) }
    }
    for client in plan.clients {
      try goOn()
      let known = try first(client.identities, transaction.clientID(for:))
      if try isInStep(.client, known?.rawValue) { leave() } else { try apply(client) }
    }
    for (appointment, parts) in appointments {
      try goOn()
      let known = try visits(of: appointment)
      if try known.contains(where: { try isInStep(.visit, $0.visit.id.rawValue) }) {
        for part in parts { leave(at: part.isKnown(as: known) ? nil : part.place) }
      } else {
        try apply(parts, of: appointment)
      }
    }
    for encounter in plan.encounters {
      try goOn()
      try apply(encounter)
    }
    for withdrawal in plan.withdrawals {
      try goOn()
      let known = try visits(of: withdrawal.identities)
      if known.isEmpty { summary.passedOver.count("Appointment", .neverPlanned) }
      let own = try known.filter { try !isInStep(.visit, $0.visit.id.rawValue) }
      if own.count < known.count { leave(at: withdrawal.place) }
      try withdraw(own, place: withdrawal.place)
    }
    transaction.progress = nil
    try raiseQuestions()
    return summary
  }

  /// Returns whether sync keeps a worker, client or visit equal to a record of the server.
  func isInStep(_ topic: SyncThing.Topic, _ id: String?) throws -> Bool {
    try id.map { try transaction.isInStep(SyncThing(topic, $0)) } ?? false
  }

  /// Counts a worker, client or visit of the import file as unchanged.
  ///
  /// - Parameter place: The path of the visit in the import file, for a note in the summary; `nil` if the summary needs
  ///   no note.
  mutating func leave(at place: String? = nil) {
    summary.unchanged += 1
    if let place { summary.kept.append(.init(place: .path(place), reason: .fault(TextFault(.fhirInStep)))) }
  }

  /// Raises alerts about overlapping visits and about visits of clients who are not in care. Call this after everything
  /// is stored.
  func raiseQuestions() throws {
    try transaction.raiseOverlaps(of: touched)
    try transaction.raiseNotInCare(of: concerned)
  }

  /// Records that a visit is new or has changed, for the alerts at the end.
  mutating func touch(_ visit: Visit) {
    touched.append(visit.id)
    concerned.insert(visit.client)
  }

  mutating func apply(_ planned: PlannedWorker) throws {
    let known = try first(planned.identities, transaction.workerID(for:))
    let id = try known ?? transaction.freeWorkerID(base: planned.slug)
    let present = try known.flatMap { try transaction.worker($0) }
    var worker = present ?? Worker(id: id, key: transaction.newPersonKey(), name: planned.name)
    worker.name = planned.name
    if !planned.nameParts.isEmpty { worker.nameParts = planned.nameParts }
    worker.zone = planned.zone ?? worker.zone
    worker.phone = planned.phone ?? worker.phone
    worker.locale = planned.locale ?? worker.locale
    worker.isActive = planned.isActive
    worker.later = planned.later
    if present == nil { worker = try transaction.put(worker) }
    for identity in planned.identities { try transaction.link(identity, to: id) }
    let news = try transaction.news(
      planned.words, formerly: planned.formerWords, of: .worker, planned.identities[0])
    guard news == .new, let present else {
      guard var known = present,
        known.learn(from: planned, since: planned.earlier.read(as: news, of: planned.formerWords))
      else { return count(isNew: present == nil) }
      return count(before: known.version, after: try transaction.put(known).version)
    }
    count(before: present.version, after: try transaction.put(worker).version)
  }

  mutating func apply(_ planned: PlannedClient) throws {
    let known = try first(planned.identities, transaction.clientID(for:))
    let id = try known ?? transaction.freeClientID(base: planned.slug)
    let present = try known.flatMap { try transaction.client($0) }
    var client = present ?? Client(id: id, key: transaction.newPersonKey(), name: planned.name)
    client.name = planned.name
    if !planned.nameParts.isEmpty { client.nameParts = planned.nameParts }
    client.address = planned.address ?? client.address
    if !planned.addressParts.isEmpty { client.addressParts = planned.addressParts }
    client.zone = planned.zone ?? planned.homeZone ?? client.zone
    client.birthDate = planned.birthDate ?? client.birthDate
    client.phone = planned.phone ?? client.phone
    client.emergencyContact = planned.emergencyContact ?? client.emergencyContact
    client.photo = planned.photo ?? client.photo
    client.isActive = planned.isActive
    client.isDeceased = planned.isDeceased
    client.later = planned.later
    client.earlierHomes = planned.earlierHomes(besides: client.earlierHomes)
    if !planned.isActive { concerned.insert(id) }
    if present == nil { client = try transaction.put(client) }
    for identity in planned.identities { try transaction.link(identity, to: id) }
    let news = try transaction.news(
      planned.words, formerly: planned.formerWords, of: .client, planned.identities[0])
    guard news == .new, let present else {
      guard var known = present,
        known.learn(from: planned, since: planned.earlier.read(as: news, of: planned.formerWords))
      else { return count(isNew: present == nil) }
      return count(before: known.version, after: try transaction.put(known).version)
    }
    count(before: present.version, after: try transaction.put(client).version)
  }

  private func first<ID>(
    _ identities: [UpstreamIdentity], _ known: (UpstreamIdentity) throws -> ID?
  ) rethrows -> ID? {
    for identity in identities {
      if let id = try known(identity) { return id }
    }
    return nil
  }

  func visits(of identities: [UpstreamIdentity]) throws -> [KnownVisit] {
    for identity in identities {
      let known = try transaction.visitIDs(for: identity)
      guard !known.isEmpty else { continue }
      return try known.compactMap { part, id in
        try transaction.visit(id).map { KnownVisit(part: part, visit: $0) }
      }
    }
    return []
  }

  mutating func count(before: Int, after: Int) {
    if before == after { summary.unchanged += 1 } else { summary.changed += 1 }
  }

  mutating func count(isNew: Bool) {
    if isNew { summary.added += 1 } else { summary.unchanged += 1 }
  }
}

extension Array {
  /// Returns the earlier reading of a record that was imported last; `nil` if the record was read as now.
  ///
  /// - Parameter words: The record's texts of before, of which those of the earlier readings are the last.
  fileprivate func read<Planned>(
    as news: ChangeTransaction.News, of words: [String]
  ) -> Element? where Element == EarlierReading<Planned> {
    guard case .formerly(let index) = news, index >= words.count - count else { return nil }
    return self[index - (words.count - count)]
  }
}
