import FHIR
import VisitsExchange
import VisitsModel

/// A record to send, or a record that was sent and may have arrived.
struct PushDraft: Sendable {
  var thing: SyncThing
  var attempt: Attempt
  /// The number of the visit among the visits of its Appointment, from 1.
  var part = 1
  /// The record to send; `nil` if the run only reads the record, which an earlier run sent or upstream had already.
  var body: JSONDocument?
  /// The Appointment with which the run searches for an Encounter; `nil` if the record is found by its id or by our
  /// identifier.
  var appointment: RecordAddress?
  /// The version of the entity that the draft brings upstream.
  var version: Int

  /// The UUID in our identifier of the record.
  var uuid: String {
    guard let parts = thing.parts else { return "" }
    let isSecond = attempt.type == (parts.topic == .visit ? "Encounter" : "Observation")
    return isSecond ? OwnIdentifier.second(of: parts.id) : parts.id
  }
}

/// The result of reading a record.
struct PushReading: Sendable {
  var draft: PushDraft
  var finding: PushFinding
  /// The record; `nil` if it does not exist.
  var found: FetchedRecord?
}
