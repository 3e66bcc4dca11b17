import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The drafts of the records of emergencies, task records, goals and sessions. Only we write these records, so a draft
/// has the stored state of its entity. If upstream's record already has that state, there is no draft.
struct OwnDrafts {
  let known: KnownRecords
  let settings: SyncContext.Settings
  let capabilities: UpstreamCapabilities

  /// Returns the draft of an emergency's Flag. The Flag is drafted in full, or in its simplest form for a server that
  /// does not accept the full Flag. The array is empty if upstream already has this Flag.
  func drafts(_ emergency: Emergency, _ form: ExpressLane.Form) throws -> [PushDraft] {
    let worker = try present(known.actor(emergency.worker), emergency.worker.rawValue)
    let visit = try emergency.visit.flatMap { try address("Appointment", of: SyncThing(.visit, $0.rawValue)) }
    let own = Own(
      SyncThing(.emergency, emergency.id.rawValue), version: emergency.version, abilities: capabilities.flags)
    return [
      try draft("Flag", own) {
        FlagWriting(emergency, worker: worker).json(form, editing: $0, visit: visit, isOurID: own.isOurID)
      }
    ].compactMap(\.self)
  }

  /// Returns the draft of a task record's Task resource; an empty array if upstream already has it in this state.
  func drafts(_ record: CareTaskRecord) throws -> [PushDraft] {
    let task = try present(known.store.task(record.task), record.task.rawValue)
    let (client, zone) = try client(
      known.store.client(of: record), of: SyncThing(.taskRecord, record.id.rawValue))
    let writing = TaskWriting(
      record, of: task, title: settings.title(of: task), client: client,
      worker: try record.worker.flatMap(known.actor), zone: zone)
    let encounter = try record.visit.flatMap(encounter(of:))
    let own = Own(
      SyncThing(.taskRecord, record.id.rawValue), version: record.version, of: client, abilities: capabilities.tasks)
    let noted = try agreed("Task", on: own.thing).flatMap { try OwnText.note(in: $0.fields) }
    return [
      try draft("Task", own) {
        writing.json(editing: $0, noted: noted, encounter: encounter?.reference, isOurID: own.isOurID)
      }
    ].compactMap(\.self)
  }

  /// Returns the draft of a goal's Goal resource; an empty array if upstream already has it in this state.
  func drafts(_ goal: Goal) throws -> [PushDraft] {
    let (client, zone) = try client(known.store.client(of: goal), of: SyncThing(.goal, goal.id.rawValue))
    let own = Own(
      SyncThing(.goal, goal.id.rawValue), version: goal.version, of: client, abilities: capabilities.sessions)
    return [
      try draft("Goal", own) { GoalWriting(goal, client: client, zone: zone).json(editing: $0, isOurID: own.isOurID) }
    ].compactMap(\.self)
  }

  /// Returns the drafts of a session's two records: an Encounter, and an Observation that refers to the Encounter.
  /// Leaves out a record that upstream already has with the same content.
  func drafts(_ session: GoalSession) throws -> [PushDraft] {
    let trials = try known.store.trials(of: session.id).filter(\.counts)
    let thing = SyncThing(.session, session.id.rawValue)
    let client = try client(known.store.client(of: session), of: thing).actor
    let writing = SessionWriting(
      try known.store.placed(session), trials: trials,
      client: client,
      worker: try present(known.actor(session.worker), session.worker.rawValue))
    let visit = try session.visit.flatMap(encounter(of:))
    let goal = try address("Goal", of: SyncThing(.goal, session.goal.rawValue))
    let own = Own(thing, version: session.version, of: client, abilities: capabilities.sessions)
    let encounter = try draft("Encounter", own) {
      writing.encounter(editing: $0, visit: visit?.reference, isOurID: own.isOurID)
    }
    let made = try address("Encounter", of: thing)?.id ?? (own.isOurID ? session.id.rawValue : nil)
    let observation = try draft("Observation", own) {
      writing.observation(
        editing: $0, of: made.map { "Encounter/\($0)" } ?? OwnIdentifier.value(session.id.rawValue),
        goal: goal?.reference,
        isOurID: own.isOurID)
    }
    return [encounter, observation].compactMap(\.self)
  }

  /// An entity whose records only we write, with the facts that all its drafts share.
  private struct Own {
    let thing: SyncThing
    let version: Int
    /// Whether we choose the id of a new record. If not, the server chooses it.
    let isOurID: Bool
    /// The reference to another client that upstream's records of the entity still have. The next update must replace
    /// it. `nil` if there is none.
    let displaced: String?

    init(_ thing: SyncThing, version: Int, of client: UpstreamActor? = nil, abilities: ServerAbilities?) {
      self.thing = thing
      self.version = version
      displaced = client?.displaced
      isOurID = abilities?.takesOurIds ?? true
    }
  }

  /// Drafts one record of an entity.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - own: The entity.
  ///   - write: Writes the record. It edits the last known copy of upstream's record; the copy is `nil` if upstream has
  ///     no such record.
  /// - Returns: The draft; `nil` if upstream already has the record in this state.
  private func draft(_ type: String, _ own: Own, _ write: (JSONDocument?) -> JSONDocument) throws -> PushDraft? {
    let agreed = try agreed(type, on: own.thing)
    let present = try agreed.map { try JSONDocument(json: Array($0.body.utf8)) }
    let body = write(present)
    let fields = try OwnText.of(type, body)
    let isMisplaced = own.displaced.map { $0 == present?.subject } ?? false
    guard agreed?.fields != fields || isMisplaced else { return nil }
    var draft = PushDraft(
      thing: own.thing, attempt: Attempt(type: type, id: nil, method: .create, base: nil, fields: fields), body: body,
      version: own.version)
    draft.attempt = Attempt(type, agreed, uuid: draft.uuid, isOurID: own.isOurID, fields: fields)
    return draft
  }

  /// Returns the address of a visit's Encounter; `nil` if upstream has none. A task record or session made during the
  /// visit refers to this Encounter, even if the visit was cancelled or withdrawn later.
  private func encounter(of visit: VisitID) throws -> RecordAddress? {
    try known.records(of: SyncThing(.visit, visit.rawValue))?.encounter?.address
  }

  private func address(_ type: String, of thing: SyncThing) throws -> RecordAddress? {
    try agreed(type, on: thing)?.address
  }

  private func agreed(_ type: String, on thing: SyncThing) throws -> AgreedRecord? {
    try known.store.agreed(on: thing).first { $0.address.type == type }
  }

  private func client(_ id: ClientID, of thing: SyncThing) throws -> (actor: UpstreamActor, zone: Zone) {
    let client = try present(known.store.client(id), id.rawValue)
    var actor = try present(known.actor(id), id.rawValue)
    actor.displaced = try otherClient(than: id, in: thing)
    return (actor, client.zone ?? settings.zone)
  }

  /// Returns the reference to another client in the records of an entity; `nil` if there is none. Such a reference
  /// remains if upstream had merged the two clients when the records were sent, and has separated them since.
  private func otherClient(than id: ClientID, in thing: SyncThing) throws -> String? {
    for record in try known.store.agreed(on: thing) {
      let body = try JSONDocument(json: Array(record.body.utf8))
      guard let reference = body.subject, let address = ResourceAddress(reference), address.base == nil else {
        continue
      }
      let patient = RecordAddress(type: address.type, id: address.id)
      if let other = try known.store.client(standingAt: patient), other != id { return reference }
    }
    return nil
  }

  private func present<Value>(_ value: Value?, _ id: String) throws -> Value {
    guard let value else { throw RecordFault(TextFault(.recordGone, [.value: id])) }
    return value
  }
}

extension SyncContext.Settings {
  /// Returns the title with which a task is sent upstream.
  fileprivate func title(of task: CareTask) -> String {
    switch task.name {
    case .words(let words): words
    case .preset(let preset): titles[preset] ?? preset.rawValue
    }
  }
}

extension JSONDocument {
  /// The reference to the client in the record's `for` or `subject`.
  fileprivate var subject: String? { (self["for"] ?? self["subject"])?["reference"]?.string }
}
