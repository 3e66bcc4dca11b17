import VisitsModel
import VisitsStore

/// Brings together the visits that stand twice since two people were one: planned here, and planned upstream.
///
/// A visit that upstream has never heard of takes the place of its twin from upstream when both have the same client,
/// worker and time, and nothing but upstream's plan is known of the twin. Every other two stay as they are, and are told.
struct VisitTwins {
  let transaction: ChangeTransaction
  let context: SyncContext?

  init(_ transaction: ChangeTransaction, _ context: SyncContext?) {
    self.transaction = transaction
    self.context = context
  }

  /// Settles the visits that have just been given to a person.
  ///
  /// - Returns: How many stood twice and are one now, and those that stand twice still.
  func settle(_ visits: [VisitID]) throws -> (united: Int, twice: [VisitID]) {
    var united = 0
    var twice: [VisitID] = []
    for id in try transaction.twinned(among: visits) {
      try transaction.goOn()
      guard let visit = try transaction.visit(id) else { continue }
      let twins = try transaction.twins(of: visit)
      guard !twins.isEmpty else { continue }
      let isPlanAlone = try !transaction.isUnheardOf(visit.id) && transaction.isAsUpstreamSaid(visit)
      let unheard = try isPlanAlone ? twins.first { try transaction.isUnheardOf($0.id) } : nil
      if let unheard, try unite(unheard, with: visit) { united += 1 } else { twice.append(id) }
    }
    return (united, twice)
  }

  /// - Returns: Whether one stands for both now.
  private func unite(_ visit: Visit, with twin: Visit) throws -> Bool {
    let wasFromUpstream = transaction.isFromUpstream
    transaction.isFromUpstream = true
    defer { transaction.isFromUpstream = wasFromUpstream }
    if let context {
      var inbound = InboundMerge(transaction, context)
      if let records = try inbound.known.records(of: SyncThing(.visit, twin.id.rawValue)) {
        guard try transaction.awaitTwin(visit) else { return false }
        let visit = try transaction.add(twin.note, to: visit)
        let thing = SyncThing(.visit, visit.id.rawValue)
        switch try inbound.merge(records, into: visit) {
        // Both sides say what happened, and not the same: it is one visit all the same, and the coordinator decides.
        case .parked, .toSend: break
        case .same:
          let version = try transaction.visit(visit.id)?.version ?? visit.version
          _ = try transaction.ledger.confirm(thing, version: version)
        }
        try transaction.takePlace(of: twin, by: visit.id)
        return true
      }
    }
    // A Bundle has brought it: its plan counts, and what happened, unless both say so and not the same.
    guard let life = life(of: visit, and: twin) else { return false }
    var merged = visit
    merged.takePlace(of: twin)
    merged.service = twin.service
    merged.serviceCode = visit.serviceCode ?? twin.serviceCode
    (merged.purpose, merged.instruction, merged.virtual) = (twin.purpose, twin.instruction, twin.virtual)
    merged.life = life
    _ = try transaction.add(twin.note, to: transaction.put(merged))
    try transaction.takePlace(of: twin, by: visit.id)
    return true
  }

  /// What became of a visit, and of its twin; `nil`: one contradicts the other.
  private func life(of visit: Visit, and twin: Visit) -> Life? {
    guard visit.status != .scheduled else { return twin.life }
    let ours = SyncedVisit(visit)
    var (base, theirs) = (ours, ours)
    (base.life, theirs.life) = (.scheduled, SyncedLife(twin.life))
    let merge = Merge(base: base, ours: ours, theirs: theirs, isRecordedHere: visit.isRecordedHere)
    guard case .merged(let merged, _) = merge.result else { return nil }
    return merged.life == ours.life ? visit.life : merged.life.life(over: visit.life, heardAt: transaction.now)
  }
}

extension ChangeTransaction {
  /// Adds what upstream notes of a visit to what is noted here: of notes none gives way.
  func add(_ note: String?, to visit: Visit) throws -> Visit {
    guard let note, visit.note != note else { return visit }
    var noted = visit
    noted.note = visit.note.map { "\($0)\n\(note)" } ?? note
    return try put(noted)
  }

  /// Has a visit that upstream has never heard of wait to be brought together with its record there.
  ///
  /// - Returns: `false` when a person must see to the visit first, for another reason than that it stands twice.
  func awaitTwin(_ visit: Visit) throws -> Bool {
    let thing = SyncThing(.visit, visit.id.rawValue)
    switch try syncState(of: thing) {
    case .pending: break
    case .parked:
      let problem = try problem(.parked, of: thing.rawValue)
      guard problem?.code == SyncProblem.twinCode else { return false }
      try ledger.park(thing, false)
      try ledger.settle(.parked, of: thing.rawValue, by: request.caller.by, at: now)
    case .local, .synced:
      try ledger.enqueue(.visit, visit.id.rawValue, version: visit.version, worker: visit.worker, at: now)
    }
    return true
  }
}
