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
  ///   - noted: The text of our note there, where it has one (``MappedTask/own``).
  ///   - encounter: The Encounter of the visit during which it was recorded as it is to be referred to, where there is
  ///     one: "Encounter/17".
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func json(
    editing present: JSONDocument?, noted: String? = nil, encounter: String?, isOurID: Bool
  ) -> JSONDocument {
    var json: JSONDocument = present ?? ["resourceType": "Task"]
    if present == nil {
      if isOurID { json["id"] = .string(record.id.rawValue) }
      json["identifier"] = [OwnIdentifier.json(record.id.rawValue)]
      json["intent"] = "plan"
      let day: JSONDocument = .string(record.day.text)
      json["restriction"] = ["period": ["start": day, "end": day]]
      if case .preset(let preset) = task.name {
        json["code", default: [:]]["coding"] = [
          ["system": .string(Name.preset), "code": .string(preset.rawValue)]
        ]
      }
    }
    if present == nil || client.replaces(json["for"]) { json["for"] = client.json }
    json["status"] = .string(status)
    // Codes are somebody else's; words alone are ours.
    if let reason = record.reason {
      json["statusReason", default: [:]]["text"] = .string(reason)
    } else if json["statusReason"]?["coding"] == nil {
      json["statusReason"] = nil
    }
    json["code", default: [:]]["text"] = .string(title)
    if let encounter { json["encounter"] = ["reference": .string(encounter)] }
    json["owner"] = worker?.json
    json["lastModified"] = .string(record.at.fhirText)
    json["executionPeriod"] = moment.map { ["start": .string($0.fhirText), "end": .string($0.fhirText)] }
    var notes = json["note"]?.items ?? []
    // What was known of our note is not: then one that says the same is ours, so that copies do not gather.
    if let own = MappedTask.own(among: notes, sent: [noted ?? record.note].compactMap(\.self)) { notes.remove(at: own) }
    if let note = record.note { notes.append(["id": .string(Name.note), "text": .string(note)]) }
    json["note"] = notes.isEmpty ? nil : .array(notes)
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
    record.time.map(zone.instant) ?? (record.isDone ? record.at : nil)
  }
}

/// What a Task of ours says, to be known when it is met upstream.
package struct MappedTask: Sendable, Hashable, Codable {
  /// Its status in R4's words.
  package var status: String?
  /// Why it was not done.
  package var reason: String?
  /// When it was done, in whole seconds: servers cut what is finer.
  package var at: Int64?
  /// The notes' texts.
  package var notes: [String]
  /// The text of the one among them that is ours.
  package var own: String?
  /// The Encounter that it refers to, "Encounter/17".
  package var encounter: String?

  /// Reads a Task.
  ///
  /// - Parameter sent: What a note of ours there may say.
  package init(_ json: JSONDocument, sent: [String] = []) {
    let notes = json["note"]?.items ?? []
    status = json["status"]?.string
    reason = json["statusReason"]?["text"]?.string
    at = json["executionPeriod"]?["start"]?.seconds
    self.notes = notes.compactMap { $0["text"]?.string }
    own = Self.own(among: notes, sent: sent).flatMap { notes[$0]["text"]?.string }
    encounter = json["encounter"]?.referred
  }

  /// Which note is ours: the one of our element id. Not every server keeps those; there it is the last one that says what
  /// was sent, since ours is sent behind those of others.
  static func own(among notes: [JSONDocument], sent: [String]) -> Int? {
    notes.lastIndex { $0["id"]?.string == TaskWriting.Name.note }
      ?? notes.lastIndex { note in note["text"]?.string.map(sent.contains) ?? false }
  }
}
