package import JSON

/// One row of the append-only audit.
package struct AuditEntryView: WireObject {
  /// A thing as it was or is: a visit, a worker, a client, an emergency, a device, a series, an alert, a task, a record
  /// of one, a goal, a session or an absence.
  package enum Snapshot: WireValue {
    case visit(VisitView)
    case worker(WorkerView)
    case client(ClientView)
    case emergency(EmergencyView)
    case device(DeviceView)
    case series(SeriesView)
    case alert(AlertView)
    case task(TaskView)
    case taskRecord(TaskRecordView)
    case goal(GoalView)
    case session(SessionView)
    case absence(AbsenceView)

    package static var schema: Schema {
      .any(of: [
        VisitView.schema, WorkerView.schema, ClientView.schema, EmergencyView.schema, DeviceView.schema,
        SeriesView.schema, AlertView.schema, TaskView.schema, TaskRecordView.schema, GoalView.schema,
        SessionView.schema, AbsenceView.schema,
      ])
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .visit(let view): view.write(to: &writer)
      case .worker(let view): view.write(to: &writer)
      case .client(let view): view.write(to: &writer)
      case .emergency(let view): view.write(to: &writer)
      case .device(let view): view.write(to: &writer)
      case .series(let view): view.write(to: &writer)
      case .alert(let view): view.write(to: &writer)
      case .task(let view): view.write(to: &writer)
      case .taskRecord(let view): view.write(to: &writer)
      case .goal(let view): view.write(to: &writer)
      case .session(let view): view.write(to: &writer)
      case .absence(let view): view.write(to: &writer)
      }
    }
  }

  /// The entry of the feed that it is too.
  package var event: EventView
  /// When, in words.
  package var moment: String
  /// Who.
  package var by: String
  /// Through which door.
  package var from: String
  /// The caller's own id of the change.
  package var requestId: String
  /// The device that reported it.
  package var device: String?
  /// What the device's owner calls it.
  package var deviceName: String?
  /// When it happened, as the device sent it.
  package var toldAt: Timestamp?
  /// The same in words.
  package var told: String?
  /// Why, in the caller's words.
  package var reason: String?
  /// The client's name, where the thing does not hold it.
  package var clientName: String?
  /// As it was; null: it was new.
  package var before: Snapshot?
  /// As it is since.
  package var after: Snapshot

  package init(
    event: EventView, moment: String, by: String, from: String, requestId: String, device: String? = nil,
    deviceName: String? = nil, toldAt: Timestamp? = nil, told: String? = nil, reason: String?,
    clientName: String? = nil, before: Snapshot?, after: Snapshot
  ) {
    self.event = event
    self.moment = moment
    self.by = by
    self.from = from
    self.requestId = requestId
    self.device = device
    self.deviceName = deviceName
    self.toldAt = toldAt
    self.told = told
    self.reason = reason
    self.clientName = clientName
    self.before = before
    self.after = after
  }

  package static let members: [Member<AuditEntryView>] = [
    Member("cursor", { $0.event.cursor }, "Where it stands in the feed."),
    Member("at", { $0.event.at }, "When it happened."),
    Member("moment", { $0.moment }, "When, in words, where the agency is."),
    Member("by", { $0.by }, "Who."),
    Member("from", { $0.from }, "Through which door: socket, gateway, upstream, import; system: by the clock."),
    Member("method", { $0.event.method }, "What did it."),
    Member("requestId", { $0.requestId }, "The caller's own id of the change."),
    Member(optional: "device", { $0.device }, "The device that reported it; absent where none did."),
    Member(optional: "deviceName", { $0.deviceName }, "What the device's owner calls it, where it has a name."),
    Member(
      optional: "toldAt", { $0.toldAt },
      "When it happened, as the device sent it and before any correction; absent where it sent no time."),
    Member(optional: "told", { $0.told }, "The same in words, where the agency is."),
    Member(nullable: "reason", { $0.reason }, "Why, in the caller's words."),
    Member("topic", { $0.event.topic }, "The noun."),
    Member(
      "thing", { $0.event.thing },
      "The id of a thing such as a visit, an alert or a session; the opaque key of a person."),
    Member("version", { $0.event.version }, "The version since."),
    Member(
      optional: "clientName", { $0.clientName }, "Whose a task, a record of one or a goal is; absent of all else."),
    Member(nullable: "before", { $0.before }, "As it was; null: it was new."),
    Member("after", { $0.after }, "As it is since."),
  ]
}
