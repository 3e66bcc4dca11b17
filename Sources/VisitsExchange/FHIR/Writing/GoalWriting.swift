package import FHIR
package import VisitsModel

/// A goal of a client's as a Goal (R4, Goal).
package struct GoalWriting: Sendable {
  let goal: Goal
  let client: UpstreamActor
  let zone: Zone

  /// A client's goal.
  ///
  /// - Parameter zone: The client's, whose days it counts in.
  package init(_ goal: Goal, client: UpstreamActor, zone: Zone) {
    self.goal = goal
    self.client = client
    self.zone = zone
  }

  /// The Goal.
  ///
  /// - Parameters:
  ///   - present: What stands upstream; `nil`: it is new.
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func json(editing present: JSONDocument?, isOurID: Bool) -> JSONDocument {
    var json: JSONDocument = present ?? ["resourceType": "Goal"]
    if present == nil {
      if isOurID { json["id"] = .string(goal.id.rawValue) }
      json["identifier"] = [OwnIdentifier.json(goal.id.rawValue)]
      json["startDate"] = .string(zone.day(of: goal.setAt).text)
    }
    if present == nil || client.replaces(json["subject"]) { json["subject"] = client.json }
    json["lifecycleStatus"] = .string(status)
    json["achievementStatus"] = goal.status == .achieved ? Self.achieved : nil
    json["statusDate"] = .string(zone.day(of: goal.statusAt).text)
    json["description", default: [:]]["text"] = .string(goal.title)
    return json
  }

  /// R4, value set goal-status.
  private var status: String {
    switch goal.status {
    case .active: "active"
    case .achieved: "completed"
    case .retired: "cancelled"
    }
  }

  private static let achieved: JSONDocument = [
    "coding": [["system": "http://terminology.hl7.org/CodeSystem/goal-achievement", "code": "achieved"]]
  ]
}

/// What a Goal of ours says, to be known when it is met upstream.
package struct MappedGoal: Sendable, Hashable, Codable {
  /// Its status in R4's words.
  package var status: String?
  /// What it is.
  package var title: String?

  /// Reads a Goal.
  package init(_ json: JSONDocument) {
    status = json["lifecycleStatus"]?.string
    title = json["description"]?["text"]?.string
  }
}
