package import VisitsModel

/// Merges two workers, or two clients, after the office has declared that they are one person. All entities of the
/// merged person move to the person who stays.
///
/// The merge neither adds entities to the outbox nor removes any: upstream already has a record for each of the two,
/// and changes that wait in the outbox still have to be sent.
extension ChangeTransaction {
  /// Merges the worker `other` into `worker`. The result keeps the id, the key and the devices of `worker`, and takes
  /// the name, the activity and other facts from `other`, whose values come from upstream.
  ///
  /// Each visit, series, session, emergency, device, absence and alert of `other` moves and gets an audit entry,
  /// including old visits. Task records also move, but get no audit entries: there may be tens of thousands of them, and
  /// the audit entries of the two workers already show the merge.
  ///
  /// - Returns: The merged worker as stored, and the visits that `other` had, ordered by start.
  package func merge(_ other: Worker, into worker: Worker) throws -> (worker: Worker, visits: [VisitID]) {
    try unsent {
      var merged = worker
      merged.later = other.later
      merged.name = other.name
      // Set after the name, because setting a different name clears the parts.
      if !other.nameParts.isEmpty { merged.nameParts = other.nameParts }
      merged.identifiers = KeyedIDs(worker.identifiers.ids.merging(other.identifiers.ids) { ours, _ in ours })
      merged.zone = other.zone ?? worker.zone
      merged.phone = other.phone ?? worker.phone
      merged.locale = other.locale ?? worker.locale
      merged.isActive = other.isActive
      merged = try put(merged, isDecision: true)
      let visits = try move(from: other.id, to: worker.id)
      try moveIdentities(.worker, from: (other.id.rawValue, other.key), to: worker.id.rawValue)
      var former = other
      former.isActive = false
      _ = try put(former, isDecision: true)
      return (merged, visits)
    }
  }

  /// Merges the client `other` into `client`, in the same way as two workers are merged.
  ///
  /// - Returns: The merged client as stored, and the visits that `other` had, ordered by start.
  package func merge(_ other: Client, into client: Client) throws -> (client: Client, visits: [VisitID]) {
    try unsent {
      var merged = client
      merged.name = other.name
      if !other.nameParts.isEmpty { merged.nameParts = other.nameParts }
      merged.memberIDs = KeyedIDs(client.memberIDs.ids.merging(other.memberIDs.ids) { ours, _ in ours })
      merged.isDeceased = other.isDeceased
      merged.later = other.later
      merged.earlierHomes = other.earlierHomes
      merged.address = other.address ?? client.address
      if other.address != nil, !other.addressParts.isEmpty { merged.addressParts = other.addressParts }
      merged.zone = other.zone ?? client.zone
      merged.birthDate = other.birthDate ?? client.birthDate
      merged.location = client.location ?? other.location
      merged.phone = other.phone ?? client.phone
      merged.accessNote = client.accessNote ?? other.accessNote
      merged.emergencyContact = other.emergencyContact ?? client.emergencyContact
      merged.photo = other.photo ?? client.photo
      merged.isTimeCritical = client.isTimeCritical || other.isTimeCritical
      merged.isActive = other.isActive
      merged = try put(merged, isDecision: true)
      let visits = try move(from: other.id, to: client.id)
      try moveAlerts("client", other.id.rawValue) { $0.client = client.id }
      try moveIdentities(.client, from: (other.id.rawValue, other.key), to: client.id.rawValue)
      var former = other
      former.isActive = false
      _ = try put(former, isDecision: true)
      return (merged, visits)
    }
  }

  private func move(from worker: WorkerID, to successor: WorkerID) throws -> [VisitID] {
    let whose: [Bound] = [.text(worker.rawValue)]
    let visits = try db.all(StoreReader.visitsOfWorker, whose) { VisitID(rawValue: $0.text(0)) }
    let former = try db.all(StoreReader.formerVisitsOfWorker, whose) { VisitID(rawValue: $0.text(0)) }
    try moveVisitsOfLongAgo(.worker, from: worker.rawValue, to: successor.rawValue)
    let recent = try db.all(StoreReader.visitsOfWorker, whose) { VisitID(rawValue: $0.text(0)) }
    for id in recent + former {
      try goOn()
      guard var visit = try visit(id) else { continue }
      if visit.worker == worker { visit.worker = successor }
      for index in visit.attendances.indices where visit.attendances[index].worker == worker {
        visit.attendances[index].worker = successor
      }
      _ = try put(visit)
    }
    let series: [Series] = try all("SELECT \(Series.table.columns) FROM series WHERE worker = ?", whose)
    for var series in series {
      series.worker = successor
      _ = try put(series)
    }
    for var session in try sessions(SessionFilter(worker: worker), limit: .max) {
      session.worker = successor
      _ = try put(session)
    }
    for var emergency in try emergencies(worker: worker, limit: .max) {
      emergency.worker = successor
      _ = try put(emergency)
    }
    for var device in try devices(worker: worker, limit: .max) {
      device.worker = successor
      _ = try put(device)
    }
    for var absence in try absences(of: worker, limit: .max) {
      absence.worker = successor
      _ = try put(absence)
    }
    try moveAlerts("worker", worker.rawValue) { $0.worker = successor }
    let both = [.text(successor.rawValue)] + whose
    try db.run("UPDATE taskRecords SET worker = ? WHERE worker = ?", both)
    try db.run(
      """
      INSERT INTO formerTaskRecords (topic, thing, record) SELECT topic, ?, record FROM formerTaskRecords
      WHERE topic = 'worker' AND thing = ? ON CONFLICT DO NOTHING
      """, both)
    try db.run("UPDATE outbox SET worker = ? WHERE worker = ?", both)
    // The worker now owns the devices' requests, so a request that a device repeats is still recognised.
    try db.run(
      "UPDATE OR IGNORE requests SET scope = ? WHERE scope = ?",
      [.text(Caller.scope(ofDevicesOf: successor)), .text(Caller.scope(ofDevicesOf: worker))])
    return visits
  }

  private func moveAlerts(_ column: String, _ person: String, _ move: (inout Alert) -> Void) throws {
    let alerts: [Alert] = try all("SELECT \(Alert.table.columns) FROM alerts WHERE \(column) = ?", [.text(person)])
    for var alert in alerts {
      move(&alert)
      _ = try put(alert)
    }
  }
}

extension StoreReader {
  static let visitsOfWorker = "SELECT id FROM visits INDEXED BY visitsByWorker WHERE worker = ? ORDER BY startsAt"

  /// Selects the visits that were once assigned to a worker, now belong to another worker, and have additional reports
  /// of devices (``VisitsModel/Attendance``). Some of these reports may come from the worker's device.
  static let formerVisitsOfWorker = """
    SELECT id FROM formerVisits CROSS JOIN visits ON visits.row = visit
    WHERE topic = 'worker' AND person = ? AND attendances IS NOT NULL ORDER BY startsAt
    """
}
