import Catalog
package import VisitsAPI
package import VisitsModel

extension AuditEntryView {
  /// One row of the audit.
  ///
  /// - Parameters:
  ///   - epoch: Which life of the database it belongs to.
  ///   - describe: The people of a visit as it stands in the row, where they are known.
  ///   - describeEmergency: The same for an emergency.
  ///   - describeSeries: The same for a series.
  ///   - describeAlert: The same for an alert.
  ///   - describeTask: The task of a record.
  ///   - describeSession: The same for a session.
  ///   - describeAbsence: The same for an absence.
  ///   - nameOfClient: What the client of a task or a goal is called.
  ///   - nameOfDevice: What the owner of a device calls it.
  package static func compose(
    _ entry: AuditEntry, epoch: Int64, farAwayMetres: Double, in context: ViewContext,
    describe: (Visit) -> PlacedVisit?,
    describeEmergency: (Emergency) -> PlacedEmergency = { PlacedEmergency(nameless: $0) },
    describeSeries: (Series) -> PlacedSeries? = { _ in nil },
    describeAlert: (Alert) -> PlacedAlert = { PlacedAlert(alert: $0, visit: nil, worker: nil) },
    describeTask: (CareTaskID) -> CareTask? = { _ in nil },
    describeSession: (GoalSession) -> PlacedSession? = { _ in nil },
    describeAbsence: (Absence) -> PlacedAbsence = { PlacedAbsence(absence: $0) },
    nameOfClient: (ClientID) -> String? = { _ in nil },
    nameOfDevice: (DeviceID) -> String? = { _ in nil }
  ) -> AuditEntryView {
    func snapshot(_ snapshot: AuditEntry.Snapshot) -> Snapshot {
      switch snapshot {
      case .visit(let visit):
        let placed = describe(visit)
        return .visit(
          .compose(
            visit, client: placed?.client, worker: placed?.worker, farAwayMetres: farAwayMetres, in: context))
      case .worker(let worker): return .worker(.compose(worker, in: context))
      case .client(let client): return .client(.compose(client, in: context))
      case .emergency(let emergency): return .emergency(.compose(describeEmergency(emergency), in: context))
      case .device(let device): return .device(.compose(PlacedDevice(device: device), in: context))
      case .series(let series):
        let placed = describeSeries(series)
        return .series(.compose(series, client: placed?.client, worker: placed?.worker, in: context))
      case .alert(let alert): return .alert(.compose(describeAlert(alert), in: context))
      case .task(let task):
        return .task(.compose(task, today: context.agencyZone.day(of: task.updatedAt), in: context))
      case .taskRecord(let record):
        return .taskRecord(.compose(record, of: describeTask(record.task), in: context))
      case .goal(let goal): return .goal(.compose(goal, in: context))
      case .session(let session):
        return .session(.compose(session, describeSession(session), in: context))
      case .absence(let absence): return .absence(.compose(describeAbsence(absence), in: context))
      }
    }
    return AuditEntryView(
      event: .compose(entry.event, epoch: epoch), moment: context.moment(entry.event.at), by: entry.by,
      from: entry.from.rawValue, requestId: entry.requestId, device: entry.device?.rawValue,
      deviceName: entry.device.flatMap(nameOfDevice), toldAt: entry.toldAt?.timestamp,
      told: entry.toldAt.map(context.moment), reason: entry.reason,
      clientName: entry.after.careOf.flatMap(nameOfClient), before: entry.before.map(snapshot),
      after: snapshot(entry.after))
  }
}

extension ViewContext {
  /// A moment where the agency is, with its date: "Nov 20, 2026 8:02 AM".
  fileprivate func moment(_ instant: Instant) -> String {
    let words = TimeWords(context: self, zone: agencyZone, readerZone: agencyZone, day: nil)
    let date = formats.date(agencyZone.day(of: instant), .shortWithYear)
    return phrases.text(.timeOnDay, [.day: date, .time: words.moment(instant).written])
  }
}
