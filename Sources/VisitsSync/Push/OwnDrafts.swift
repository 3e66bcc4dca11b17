import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The records that bring upstream what is ours alone, as it is stored now: none for one that stands there just so.
struct OwnDrafts {
  let known: KnownRecords
  let settings: SyncDesk.Settings
  let said: SaidAbilities

  /// An emergency's Flag, in a form that upstream may take.
  func draft(_ emergency: Emergency, _ form: ExpressLane.Form) throws -> PushDraft? {
    let thing = SyncThing(.emergency, emergency.id.rawValue)
    let worker = try present(known.actor(emergency.worker), emergency.worker.rawValue)
    let visit = try emergency.visit.flatMap {
      try known.store.agreed(on: SyncThing(.visit, $0.rawValue)).first { $0.address.type == "Appointment" }?.address
    }
    return try draft("Flag", of: thing, emergency.version, said.flags) { present, isOurID in
      FlagWriting(emergency, worker: worker).json(form, editing: present, visit: visit, isOurID: isOurID)
    }
  }

  /// The Task of what was recorded.
  func draft(_ record: CareTaskRecord) throws -> PushDraft? {
    let thing = SyncThing(.taskRecord, record.id.rawValue)
    let task = try present(known.store.task(record.task), record.task.rawValue)
    let client = try present(known.store.client(known.successor(of: record.client)), record.client.rawValue)
    let writing = TaskWriting(
      record, of: task, title: settings.title(of: task),
      client: try present(known.actor(client.id), client.id.rawValue),
      worker: try record.worker.flatMap(known.actor), zone: client.zone ?? settings.zone)
    // Whatever became of the visit since: that is where it was recorded.
    let encounter = try record.visit.flatMap {
      try known.records(of: SyncThing(.visit, $0.rawValue))?.encounter?.address
    }
    return try draft("Task", of: thing, record.version, said.tasks ?? said.visits) { present, isOurID in
      writing.json(editing: present, encounter: encounter, isOurID: isOurID)
    }
  }

  private func draft(
    _ type: String, of thing: SyncThing, _ version: Int, _ abilities: ServerAbilities,
    _ write: (_ present: JSONDocument?, _ isOurID: Bool) -> JSONDocument
  ) throws -> PushDraft? {
    let agreed = try known.store.agreed(on: thing).first { $0.address.type == type }
    let isOurID = abilities.takesOurIds
    let body = write(try agreed.map { try JSONDocument(json: Array($0.body.utf8)) }, isOurID)
    let fields = try OwnText.of(type, body)
    guard agreed?.fields != fields, let uuid = thing.parts?.id else { return nil }
    let attempt = Attempt(type, agreed, uuid: uuid, isOurID: isOurID, fields: fields)
    return PushDraft(thing: thing, attempt: attempt, body: body, version: version)
  }

  private func present<Value>(_ value: Value?, _ id: String) throws -> Value {
    guard let value else { throw RecordFault(words: "\(id) is not here any more") }
    return value
  }
}

extension SyncDesk.Settings {
  /// What a task is called upstream.
  fileprivate func title(of task: CareTask) -> String {
    switch task.name {
    case .words(let words): words
    case .preset(let preset): titles[preset] ?? preset.rawValue
    }
  }
}
