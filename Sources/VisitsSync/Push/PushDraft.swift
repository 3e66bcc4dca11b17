import FHIR
import VisitsExchange
import VisitsModel

/// A record of an entity to send, or an earlier attempt to send one that may have arrived.
struct PushDraft: Sendable {
  var thing: SyncThing
  var attempt: Attempt
  /// The number of the visit among the visits of its Appointment, from 1.
  var part = 1
  /// The content to send; `nil` if the run only reads the record. It reads a record that an earlier run sent, or that
  /// upstream already had when its visit was imported.
  var body: JSONDocument?
  /// The Appointment by which the run searches for its Encounter. `nil` if the run finds the record by its id or by our
  /// identifier.
  var appointment: RecordAddress?
  /// The version of the entity whose state the record has.
  var version: Int

  /// The UUID in our identifier, which we write into each record that we create. The second record of an entity (the
  /// Encounter of a visit, the Observation of a session) has a UUID of its own.
  var uuid: String {
    guard let parts = thing.parts else { return "" }
    let isSecond = attempt.type == (parts.topic == .visit ? "Encounter" : "Observation")
    return isSecond ? OwnIdentifier.second(of: parts.id) : parts.id
  }
}

/// The result of reading a record upstream to find out whether an earlier write has arrived.
struct PushReading: Sendable {
  var draft: PushDraft
  var finding: PushFinding
  /// The record as read; `nil` if upstream has no such record.
  var found: FetchedRecord?
}
