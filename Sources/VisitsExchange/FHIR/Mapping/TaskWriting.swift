package import FHIR
package import VisitsModel

/// What was recorded of a care task on a day as a Task (R4, Task).
package struct TaskWriting: Sendable {
  /// Names of ours; what they are called is part of the mapping.
  enum Name {
    static let preset = "urn:visits:task"
    /// The element id of the note that is ours, among those of others.
    static let note = "visits"
  }

  let record: CareTaskRecord
  let task: CareTask
  let title: String
  let client: UpstreamActor
  let worker: UpstreamActor?
  let zone: Zone

  /// A record of a client's task.
  ///
  /// - Parameters:
  ///   - title: What the task is called, in the agency's language.
  ///   - worker: Who recorded it; `nil`: the office did.
  ///   - zone: The client's, on whose clocks it was done.
  package init(
    _ record: CareTaskRecord, of task: CareTask, title: String, client: UpstreamActor, worker: UpstreamActor?,
    zone: Zone
  ) {
    self.record = record
    self.task = task
    self.title = title
    self.client = client
    self.worker = worker
    self.zone = zone
  }

  /// The Task.
  ///
  /// - Parameters:
  ///   - present: What stands upstream; `nil`: it is new.
  ///   - encounter: The Encounter of the visit during which it was recorded as it is to be referred to, where there is
  ///     one: "Encounter/17".
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func json(
    editing present: JSONDocument?, encounter: String?, isOurID: Bool
  ) -> JSONDocument {
    var json: JSONDocument = present ?? ["resourceType": "Task"]
    if present == nil {
      if isOurID { json["id"] = .string(record.id.rawValue) }
      json["identifier"] = [OwnIdentifier.json(record.id.rawValue)]
      json["intent"] = "plan"
      json["for"] = client.json
      let day: JSONDocument = .string(record.day.text)
      json["restriction"] = ["period": ["start": day, "end": day]]
      if case .preset(let preset) = task.name {
        json["code", default: [:]]["coding"] = [
          ["system": .string(Name.preset), "code": .string(preset.rawValue)]
        ]
      }
    }
    json["status"] = .string(status)
    json["code", default: [:]]["text"] = .string(title)
    if let encounter { json["encounter"] = ["reference": .string(encounter)] }
    json["owner"] = worker?.json
    json["lastModified"] = .string(record.at.fhirText)
    json["executionPeriod"] = moment.map { ["start": .string($0.fhirText), "end": .string($0.fhirText)] }
    // A server that keeps no such ids must not gather copies.
    let foreign = json["note", default: []].items.filter { note in
      note["id"]?.string != Name.note && (note["text"]?.string != record.note || record.note == nil)
    }
    let own: [JSONDocument] = record.note.map { [["id": .string(Name.note), "text": .string($0)]] } ?? []
    let all = foreign + own
    json["note"] = all.isEmpty ? nil : .array(all)
    return json
  }

  /// R4, value set task-status. What nobody has done, and nobody has said why, is still asked for.
  private var status: String {
    if record.isDone { return "completed" }
    return switch record.outcome {
    case .refused: "rejected"
    case .notNeeded: "cancelled"
    case .unable: "failed"
    case nil: "requested"
    }
  }

  /// When it was done: as somebody said, else when they recorded it.
  private var moment: Instant? {
    if let second = record.secondOfDay {
      switch zone.resolve(LocalTime(day: record.day, second: second)) {
      case .unique(let instant), .repeated(let instant, _), .skipped(let instant): return instant
      }
    }
    return record.isDone ? record.at : nil
  }
}

/// What a Task of ours says, to be known when it is met upstream.
package struct MappedTask: Sendable, Hashable, Codable {
  /// Its status in R4's words.
  package var status: String?
  /// When it was done, in whole seconds: servers cut what is finer.
  package var at: Int64?
  /// The notes' texts.
  package var notes: [String]
  /// The Encounter that it refers to, "Encounter/17".
  package var encounter: String?

  /// Reads a Task.
  package init(_ json: JSONDocument) {
    status = json["status"]?.string
    at = json["executionPeriod"]?["start"]?.seconds
    notes = (json["note"]?.items ?? []).compactMap { $0["text"]?.string }
    encounter = json["encounter"]?.referred
  }
}
