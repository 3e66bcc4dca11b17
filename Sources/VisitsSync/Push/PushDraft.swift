import FHIR
import VisitsExchange
import VisitsModel

/// A record that is to be sent, or was and may have arrived.
struct PushDraft: Sendable {
  var thing: SyncThing
  var attempt: Attempt
  /// Which of an Appointment's visits it is.
  var part = 1
  /// The record; `nil`: it was sent before this run, or stood there before, and is only read.
  var body: JSONDocument?
  /// The Appointment that it comes from, by which it is searched for; `nil`: it is known by its id, or an identifier of
  /// ours.
  var appointment: RecordAddress?
  /// The version of the thing that it brings upstream.
  var version: Int

  /// The UUID that its identifier is made of.
  var uuid: String {
    guard let parts = thing.parts else { return "" }
    let isSecond = attempt.type == (parts.topic == .visit ? "Encounter" : "Observation")
    return isSecond ? OwnIdentifier.second(of: parts.id) : parts.id
  }
}

/// The result of a read.
struct PushReading: Sendable {
  var draft: PushDraft
  var finding: PushFinding
  /// The record; `nil`: it is not there.
  var found: FetchedRecord?
}
