/// What both sides agreed on last of one record of upstream's: the base of the next update, and of a merge.
package struct AgreedRecord: Sendable, Hashable {
  /// Where it stands.
  package var address: RecordAddress
  /// Its version then; `nil`: upstream keeps none.
  package var version: String?
  /// What it belongs to here.
  package var thing: SyncThing
  /// Which of the record's things that is, from 1: an Appointment of two workers is two visits.
  package var part: Int
  /// The mapped fields, as VisitsSync writes them.
  package var fields: String
  /// The record as it came, with all that is not mapped.
  package var body: String

  /// What was agreed on.
  package init(
    _ address: RecordAddress, version: String?, thing: SyncThing, part: Int = 1, fields: String, body: String
  ) {
    self.address = address
    self.version = version
    self.thing = thing
    self.part = part
    self.fields = fields
    self.body = body
  }
}

/// One record that is about to be sent, as it is stored before: so that our own write is known when it is met upstream.
package struct Attempt: Sendable, Hashable {
  /// The type of the record.
  package var type: String
  /// Its id upstream; `nil`: the server chooses one.
  package var id: String?
  /// How it is written.
  package var method: PushEntry.Method
  /// The version that it builds on; `nil`: it is new.
  package var base: String?
  /// The mapped fields, as VisitsSync writes them.
  package var fields: String
  /// Whether a person has decided that it is asked for again where it is not found, though it might be made twice.
  package var isDecided = false

  /// A record that is about to be sent.
  package init(type: String, id: String?, method: PushEntry.Method, base: String?, fields: String) {
    self.type = type
    self.id = id
    self.method = method
    self.base = base
    self.fields = fields
  }
}

/// The attempts at a thing that were stored together.
package struct Attempts: Sendable, Hashable {
  /// The thing's version that they bring upstream: when it is the stored one, it leaves the outbox with them.
  package var version: Int
  /// Its records.
  package var records: [Attempt]

  /// Attempts at a thing.
  package init(version: Int, records: [Attempt]) {
    self.version = version
    self.records = records
  }
}

extension SyncThing {
  /// What kind of thing stands for a record of upstream's.
  package enum Topic: String, Sendable, Hashable, CaseIterable {
    case visit
    case emergency
    /// What was recorded of a care task on a day.
    case taskRecord
    case goal
    /// Practice on a goal, once it has ended.
    case session
    case worker
    case client
    /// A Location, of which just the address is of interest.
    case place

    /// Whether nobody but us says what it is: what stands upstream is just what the next update builds on.
    package var isOursAlone: Bool {
      switch self {
      case .emergency, .taskRecord, .goal, .session: true
      case .visit, .worker, .client, .place: false
      }
    }
  }

  /// A thing of the store: `visit/0199e0c2-…`.
  package init(_ topic: Topic, _ id: String) { self.init(rawValue: "\(topic.rawValue)/\(id)") }

  /// What kind of thing it is, and which.
  package var parts: (topic: Topic, id: String)? {
    let parts = rawValue.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let topic = Topic(rawValue: String(parts[0])) else { return nil }
    return (topic, String(parts[1]))
  }

  /// The visit that it is, if it is one.
  package var visit: VisitID? {
    guard let parts, parts.topic == .visit else { return nil }
    return VisitID(rawValue: parts.id)
  }

  /// The emergency that it is, if it is one.
  package var emergency: EmergencyID? {
    guard let parts, parts.topic == .emergency else { return nil }
    return EmergencyID(rawValue: parts.id)
  }

  /// The task record that it is, if it is one.
  package var taskRecord: TaskRecordID? {
    guard let parts, parts.topic == .taskRecord else { return nil }
    return TaskRecordID(rawValue: parts.id)
  }

  /// The goal that it is, if it is one.
  package var goal: GoalID? {
    guard let parts, parts.topic == .goal else { return nil }
    return GoalID(rawValue: parts.id)
  }

  /// The session that it is, if it is one.
  package var session: SessionID? {
    guard let parts, parts.topic == .session else { return nil }
    return SessionID(rawValue: parts.id)
  }
}
