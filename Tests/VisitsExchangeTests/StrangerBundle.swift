import VisitsExchange
import VisitsModel

/// Margaret Chen and Tom Li, and an Appointment of theirs on 25 November 2026 from 17:00 to 18:00 UTC.
enum StrangerBundle {
  static let margaret = """
    {"resourceType":"Patient","id":"p","name":[{"text":"Margaret Chen"}],
     "address":[{"use":"home","line":["9 Home St"],"city":"Edmonton"}]}
    """
  static let tom = #"{"resourceType":"Practitioner","id":"w","name":[{"text":"Tom Li"}]}"#
  static let ann = #"{"resourceType":"Practitioner","id":"w2","name":[{"text":"Ann Roy"}]}"#
  static let patient = #"{"actor":{"reference":"Patient/p"},"status":"accepted"}"#
  static let worker = #"{"actor":{"reference":"Practitioner/w"},"status":"accepted"}"#

  /// The Appointment.
  ///
  /// - Parameter more: Further members, each with a comma behind it.
  static func appointment(
    _ participants: String..., status: String = "booked", more: String = ""
  ) -> String {
    """
    {"resourceType":"Appointment","id":"a","status":"\(status)","start":"2026-11-25T17:00:00Z",
     "end":"2026-11-25T18:00:00Z",\(more)"participant":[\(participants.joined(separator: ","))]}
    """
  }

  /// A finished Encounter.
  static func encounter(
    _ id: String, from start: String = "17:05", to end: String = "18:07", of appointment: String = "a",
    subject: String = "p", by worker: String = "w", _ more: String = ""
  ) -> String {
    """
    {"resourceType":"Encounter","id":"\(id)","status":"finished",\(more)
     "appointment":[{"reference":"Appointment/\(appointment)"}],"subject":{"reference":"Patient/\(subject)"},
     "participant":[{"individual":{"reference":"\(worker.contains("/") ? worker : "Practitioner/\(worker)")"}}],
     "period":{"start":"2026-11-25T\(start):00Z","end":"2026-11-25T\(end):00Z"}}
    """
  }

  /// Plans the import of a Bundle of these, beside Margaret Chen and Tom Li.
  static func plan(_ resources: String..., head: String = #""type":"collection""#) -> ImportPlan {
    let entries = ([margaret, tom] + resources).map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return FHIRBundleReader(now: now).plan(from: "{\"resourceType\":\"Bundle\",\(head),\"entry\":[\(entries)]}")
  }
}
