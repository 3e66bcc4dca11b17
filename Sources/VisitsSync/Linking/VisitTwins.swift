import VisitsModel
import VisitsStore

/// A merge of visits that are stored twice, once planned here and once planned upstream. Such twins appear when two
/// people turn out to be one.
///
/// A visit that upstream does not know replaces its twin from upstream if both have the same client, worker and time,
/// and nothing was recorded or changed here about the twin. All other pairs stay as they are, and the office gets a
/// report of them.
struct VisitTwins {
  let transaction: ChangeTransaction
  let context: SyncContext?

  init(_ transaction: ChangeTransaction, _ context: SyncContext?) {
    self.transaction = transaction
    self.context = context
  }

  /// Merges the twins among visits that have just moved to another worker or client.
  ///
  /// - Returns: The number of merged pairs, and the visits that are still stored twice.
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

  /// Merges the twin of a visit into the visit.
  ///
  /// - Parameters:
  ///   - visit: The visit that was planned here.
  ///   - twin: The same visit, as planned upstream.
  /// - Returns: Whether the two visits are one now.
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
        // If both sides report different outcomes, it is still one visit, and the coordinator decides.
        case .parked, .toSend: break
        case .same:
          let version = try transaction.visit(visit.id)?.version ?? visit.version
          _ = try transaction.ledger.confirm(thing, version: version)
        }
        try transaction.takePlace(of: twin, by: visit.id)
        return true
      }
    }
    // The twin came from an imported Bundle. The merged visit has the twin's plan. If only one of the two visits has an
    // outcome, the merged visit has this outcome. Two different outcomes prevent the merge.
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

  /// Returns the status with check-in and check-out that a visit has after the merge with its twin; `nil` if the two
  /// visits contradict each other.
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
  /// Adds upstream's note to the note of a visit here. Neither note replaces the other.
  func add(_ note: String?, to visit: Visit) throws -> Visit {
    guard let note, visit.note != note else { return visit }
    var noted = visit
    noted.note = visit.note.map { "\($0)\n\(note)" } ?? note
    return try put(noted)
  }

  /// Makes a visit that has no records upstream wait in the outbox until it is merged with its twin from upstream. If
  /// the visit was parked only because of its twin, releases it.
  ///
  /// - Returns: `false` if the visit is parked for another reason, so that the coordinator must decide first.
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
