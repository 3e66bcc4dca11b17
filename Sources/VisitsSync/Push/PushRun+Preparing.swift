import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension PushRun {
  /// Loads entities (visits, task records and so on) that wait in the outbox, at most `limit`. If several of them are
  /// visits of one Appointment, only one is loaded. The Appointment's update for the next visit must start from the
  /// version that this update creates.
  mutating func load(_ limit: Int, _ skipping: [SyncThing]) throws -> [WaitingThing] {
    try context.adapt(to: capabilities)
    let things = try context.store.readNow { reader in
      var appointments: Set<RecordAddress> = []
      return try reader.waiting(limit: limit, skipping: Set(skipping)).filter { thing in
        let record = try reader.agreed(on: thing).first { $0.address.type == "Appointment" }
        return record.map { appointments.insert($0.address).inserted } ?? true
      }
    }
    return try things.map { WaitingThing($0, attempts: try attempts(at: $0)) }
  }

  /// Returns the stored attempts to send the records of an entity, each record once, as it was last sent. For an
  /// imported visit that was never synced, returns the imported records. The run then reads them before it sends
  /// anything.
  mutating func attempts(at thing: SyncThing) throws -> [PushEntry] {
    let (stored, agreed) = try context.store.readNow { (try $0.attempts(at: thing), try $0.agreed(on: thing)) }
    var entries: [PushEntry] = []
    for attempts in stored {
      for var attempt in attempts.records {
        // A pull may have fetched the record meanwhile. It is then read by its id, because a search may lag.
        attempt.id = attempt.id ?? agreed.last { $0.address.type == attempt.type }?.address.id
        let same = entries.firstIndex { entry in
          drafts[entry.handle].map { ($0.attempt.type, $0.attempt.id) == (attempt.type, attempt.id) } ?? false
        }
        let draft = PushDraft(thing: thing, attempt: attempt, version: attempts.version)
        if let same {
          drafts[entries[same].handle] = draft
          entries[same].method = attempt.method
          entries[same].isDecided = attempt.isDecided
        } else {
          let handle = newHandle()
          drafts[handle] = draft
          entries.append(PushEntry(handle, attempt.method, isDecided: attempt.isDecided))
        }
      }
    }
    return try entries.isEmpty && agreed.isEmpty ? imported(thing) : entries
  }

  /// Returns the records of a visit that was imported from a file of the same server with which sync works. The run
  /// reads them before it sends anything. Otherwise it would create a second Appointment or Encounter.
  private mutating func imported(_ thing: SyncThing) throws -> [PushEntry] {
    let base = context.settings.base
    let found = try context.store.readNow { reader in
      try thing.visit.flatMap(reader.visit).flatMap { visit in
        visit.isWithdrawn ? nil : try reader.appointment(of: visit.id, on: base).map { ($0, visit.version) }
      }
    }
    guard let ((identity, part), version) = found, let address = context.reader.address(of: identity) else { return [] }
    let appointment = Attempt(type: address.type, id: address.id, method: .update, base: nil, fields: "")
    let encounter = Attempt(type: "Encounter", id: nil, method: .create, base: nil, fields: "")
    return [
      PushDraft(thing: thing, attempt: appointment, part: part, version: version),
      PushDraft(thing: thing, attempt: encounter, appointment: address, version: version),
    ].map { draft in
      let handle = newHandle()
      drafts[handle] = draft
      return PushEntry(handle, draft.attempt.method)
    }
  }

  /// Drafts the records of entities from the stored state, and stores the attempts to send them. Parks an entity if no
  /// record can express its state.
  mutating func prepare(_ things: [SyncThing]) throws -> [PreparedThing] {
    var prepared: [PreparedThing] = []
    var parked: [(thing: SyncThing, problem: SyncProblem)] = []
    var attempts: [(thing: SyncThing, Attempts)] = []
    try context.store.readNow { reader in
      for thing in things {
        do {
          var made = try make(thing, reader)
          let sendsApart = sendsApart(thing)
          isUnfinished[thing] = sendsApart && made.drafts.count > 1
          if sendsApart { made.drafts = Array(made.drafts.prefix(1)) }
          let entries = made.drafts.map { draft in
            let handle = newHandle()
            drafts[handle] = draft
            return PushEntry(handle, draft.attempt.method, hasBase: draft.attempt.base != nil)
          }
          versions[thing] = made.version
          overtaken.remove(thing)
          prepared.append(PreparedThing(thing, entries))
          attempts.append((thing, Attempts(version: made.version, records: made.drafts.map(\.attempt))))
        } catch let fault as RecordFault {
          parked.append((thing, try SyncProblem(.parked, thing.rawValue, fault)))
        }
      }
    }
    try context.store.keepNow { ledger in for (thing, attempts) in attempts { try ledger.prepare(thing, attempts) } }
    for (thing, problem) in parked { try park(thing, problem) }
    return prepared
  }

  /// Returns whether each new record of an entity is sent in its own POST. The second record is then prepared only
  /// after the first has arrived. Otherwise its attempt would be stored before it is sent, and would look the same as
  /// an attempt whose answer was lost.
  private func sendsApart(_ thing: SyncThing) -> Bool {
    let own = thing.session == nil ? abilities : capabilities?.sessions ?? abilities
    return own?.takesOurIds == false && abilities?.takesTransactions == false
  }

  private func make(_ thing: SyncThing, _ reader: StoreReader) throws -> (drafts: [PushDraft], version: Int) {
    let known = KnownRecords(store: reader, reader: context.reader)
    if let visit = try thing.visit.flatMap(reader.visit) {
      return (try VisitDrafts(visit, known, isOurID: abilities?.takesOurIds ?? true).drafts(), visit.version)
    }
    let own = OwnDrafts(known: known, settings: context.settings, capabilities: capabilities ?? .presumed)
    if let emergency = try thing.emergency.flatMap(reader.emergency) {
      return (try own.drafts(emergency, form ?? .whole), emergency.version)
    }
    if let record = try thing.taskRecord.flatMap(reader.record) { return (try own.drafts(record), record.version) }
    if let goal = try thing.goal.flatMap(reader.goal) { return (try own.drafts(goal), goal.version) }
    if let session = try thing.session.flatMap(reader.session) { return (try own.drafts(session), session.version) }
    throw RecordFault(TextFault(.recordGone, [.value: thing.rawValue]))
  }
}

extension Attempt {
  /// Creates an attempt that updates the record on which the store and upstream last agreed. If `agreed` is `nil`, the
  /// attempt creates a new record.
  init(_ type: String, _ agreed: AgreedRecord?, uuid: String, isOurID: Bool, fields: String) {
    if let agreed {
      self.init(type: type, id: agreed.address.id, method: .update, base: agreed.version, fields: fields)
    } else {
      self.init(
        type: type, id: isOurID ? uuid : nil, method: isOurID ? .create : .post, base: nil, fields: fields)
    }
  }
}
