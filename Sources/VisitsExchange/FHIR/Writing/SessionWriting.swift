package import FHIR
package import VisitsModel

/// A session that has ended as an Encounter, part of the visit's, and an Observation of what came of it (R4, Encounter,
/// Observation).
package struct SessionWriting: Sendable {
  /// Names of ours; what they are called is part of the mapping.
  enum Name {
    static let encounter = "urn:visits:encounter"
    static let observation = "urn:visits:observation"
    /// Codes of a trial, by whether it succeeded.
    static let (success, miss) = ("success", "miss")
  }

  let placed: PlacedSession
  let trials: [Trial]
  let client: UpstreamActor
  let worker: UpstreamActor

  /// A session.
  ///
  /// - Parameter trials: Those that count, in the order of their numbers.
  package init(_ placed: PlacedSession, trials: [Trial], client: UpstreamActor, worker: UpstreamActor) {
    self.placed = placed
    self.trials = trials
    self.client = client
    self.worker = worker
  }

  private var session: GoalSession { placed.session }

  /// The Encounter.
  ///
  /// - Parameters:
  ///   - present: What stands upstream; `nil`: it is new.
  ///   - visit: The Encounter of the visit during which it was as it is to be referred to, where there is one:
  ///     "Encounter/17".
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func encounter(editing present: JSONDocument?, visit: String?, isOurID: Bool) -> JSONDocument {
    var json: JSONDocument = present ?? ["resourceType": "Encounter"]
    if present == nil {
      if isOurID { json["id"] = .string(session.id.rawValue) }
      json["identifier"] = [OwnIdentifier.json(session.id.rawValue)]
      json["class"] = [
        "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "HH", "display": "home health",
      ]
      json["type"] = [["coding": [["system": .string(Name.encounter), "code": "session"]]]]
      json["participant"] = [["individual": worker.json]]
    } else if let participants = json["participant"]?.items {
      json["participant"] = .array(
        participants.map { participant in
          var participant = participant
          if worker.replaces(participant["individual"]) { participant["individual"] = worker.json }
          return participant
        })
    }
    if present == nil || client.replaces(json["subject"]) { json["subject"] = client.json }
    json["status"] = "finished"
    json["period", default: [:]]["start"] = .string(session.start.at.fhirText)
    json["period", default: [:]]["end"] = (session.end?.mark.at.fhirText).map { .string($0) }
    if let visit { json["partOf"] = ["reference": .string(visit)] }
    return json
  }

  /// The Observation: how many of the trials succeeded, and each of them.
  ///
  /// - Parameters:
  ///   - present: What stands upstream; `nil`: it is new.
  ///   - encounter: The session's Encounter as it is to be referred to: "Encounter/17", or its `urn:uuid` in a
  ///     transaction.
  ///   - goal: The Goal, where there is one: "Goal/17".
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func observation(
    editing present: JSONDocument?, of encounter: String, goal: String?, isOurID: Bool
  ) -> JSONDocument {
    var json: JSONDocument = present ?? ["resourceType": "Observation"]
    if present == nil {
      let uuid = OwnIdentifier.second(of: session.id.rawValue)
      if isOurID { json["id"] = .string(uuid) }
      json["identifier"] = [OwnIdentifier.json(uuid)]
      json["performer"] = [worker.json]
    } else if let performers = json["performer"]?.items {
      json["performer"] = .array(performers.map { worker.replaces($0) ? worker.json : $0 })
    }
    if present == nil || client.replaces(json["subject"]) { json["subject"] = client.json }
    json["status"] = "final"
    json["code", default: [:]]["coding"] = [Self.coding("success-rate")]
    json["code", default: [:]]["text"] = .string(placed.goal.title)
    json["encounter"] = ["reference": .string(encounter)]
    if let goal { json["focus"] = [["reference": .string(goal)]] }
    json["effectivePeriod", default: [:]]["start"] = .string(session.start.at.fhirText)
    json["effectivePeriod", default: [:]]["end"] = (session.end?.mark.at.fhirText).map { .string($0) }
    json["valueQuantity"] = rate
    json["dataAbsentReason"] =
      rate == nil
      ? [
        "coding": [["system": "http://terminology.hl7.org/CodeSystem/data-absent-reason", "code": "not-performed"]]
      ] : nil
    json["component"] = .array(
      [Self.count("trials", session.trials), Self.count("successes", session.successes)] + trials.map(component))
    return json
  }

  /// The success rate, in percent with a decimal where it has one; `nil`: there were no trials.
  private var rate: JSONDocument? {
    guard session.trials > 0 else { return nil }
    let thousandths = (session.successes * 1000 + session.trials / 2) / session.trials
    let value = thousandths % 10 == 0 ? "\(thousandths / 10)" : "\(thousandths / 10).\(thousandths % 10)"
    return [
      "value": .scalar(text: value), "unit": "%", "system": "http://unitsofmeasure.org", "code": "%",
    ]
  }

  private func component(_ trial: Trial) -> JSONDocument {
    let code = Self.coding(trial.isSuccess ? Name.success : Name.miss)
    return ["code": ["coding": [code]], "valueDateTime": .string(trial.mark.at.fhirText)]
  }

  private static func count(_ code: String, _ number: Int) -> JSONDocument {
    ["code": ["coding": [coding(code)]], "valueInteger": .number(number)]
  }

  private static func coding(_ code: String) -> JSONDocument {
    ["system": .string(Name.observation), "code": .string(code)]
  }
}

/// What a session's Encounter says, to be known when it is met upstream.
package struct MappedSession: Sendable, Hashable, Codable {
  /// Its status in R4's words.
  package var status: String?
  /// When it began, in whole seconds: servers cut what is finer.
  package var start: Int64?
  /// When it ended, in whole seconds.
  package var end: Int64?
  /// The visit's Encounter that it is part of, "Encounter/17".
  package var visit: String?

  /// Reads an Encounter.
  package init(_ json: JSONDocument) {
    status = json["status"]?.string
    start = json["period"]?["start"]?.seconds
    end = json["period"]?["end"]?.seconds
    visit = json["partOf"]?.referred
  }
}

/// What a session's Observation says, to be known when it is met upstream.
package struct MappedOutcome: Sendable, Hashable, Codable {
  /// Its status in R4's words.
  package var status: String?
  /// Whether each trial succeeded, in their order.
  package var trials: [Bool]
  /// When each was, in whole seconds.
  package var moments: [Int64]
  /// The Goal that it is about, "Goal/17".
  package var goal: String?
  /// When the session ended, in whole seconds.
  package var end: Int64?

  /// Reads an Observation.
  package init(_ json: JSONDocument) {
    status = json["status"]?.string
    let components = json["component"]?.items ?? []
    trials = components.compactMap { component in
      switch component["code"]?["coding"]?.items.first?["code"]?.string {
      case SessionWriting.Name.success: true
      case SessionWriting.Name.miss: false
      default: nil
      }
    }
    moments = components.compactMap { $0["valueDateTime"]?.seconds }
    goal = json["focus"]?.items.first?.referred
    end = json["effectivePeriod"]?["end"]?.seconds
  }
}

extension JSONDocument {
  /// The moment that it names, in seconds since 1970.
  var seconds: Int64? { string.flatMap { try? FHIRInstant($0) }.map { $0.milliseconds / 1000 } }

  /// The record that a reference names, whatever server it says that it is on: "Encounter/17".
  var referred: String? {
    self["reference"]?.string.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
  }
}
