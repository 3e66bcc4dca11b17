import VisitsAPI
import VisitsModel
import VisitsStore

/// Functions that find the time, the visit and the client of a task record.
extension Call {
  /// The time at which a worker or the office recorded a task.
  struct TaskMoment {
    /// The time by the sender's clock, corrected as in ``FieldTime``. The record stores this time.
    let at: Instant
    /// Whether the sender's clock was clearly wrong.
    var isClockSuspect: Bool
    /// The time as the sender sent it; `nil`: it sent none.
    let sent: Instant?
    /// The time that counts, but not later than the time at which the call was received. Days and the order of records
    /// are computed from it.
    let told: Instant
  }

  /// Returns the time at which a task was recorded.
  func moment(of parameters: TaskRecord.Parameters, in zone: Zone) throws -> TaskMoment {
    let zone = try self.zone(parameters.typed, or: zone)
    let reported = try parameters.at.map { try instant($0, field: "at", in: zone, offset: parameters.typed.offset) }
    let time = FieldTime(at: reported, sentAt: parameters.sentAt.map(\.instant), now: now)
    // A device's clock that runs ahead is no reason to refuse care that was given: the future time is stored and
    // flagged.
    guard own != nil || now.milliseconds(to: time.at) <= FieldTime.tolerance else {
      throw Refusal.invalid(field: "at", .ahead(time.at))
    }
    return TaskMoment(at: time.at, isClockSuspect: time.isClockSuspect, sent: reported, told: min(time.at, now))
  }

  /// Whether the time of day in a record is in the future. The office may not record such a time. From a device it is
  /// stored and flagged, since the device's clock may run ahead.
  func isAhead(_ record: CareTaskRecord, in zone: Zone) -> Bool {
    guard let time = record.time else { return false }
    return now.milliseconds(to: zone.instant(of: time)) > FieldTime.tolerance
  }

  /// Returns the visit during which a task was recorded; `nil` if there is none.
  ///
  /// If the call names a visit, it is that visit. Otherwise it is the visit that the device's worker was making at the
  /// client's home at that time. That visit must have begun by the end of the recorded day.
  func visit(
    of parameters: TaskRecord.Parameters, _ client: Client, day: CareDay, at moment: Instant, in zone: Zone,
    _ transaction: ChangeTransaction
  ) throws -> VisitID? {
    if let text = parameters.visit {
      // The device showed the visit even if upstream has withdrawn it since. Another visit may have taken its place.
      guard let visit = try transaction.visit(VisitID(rawValue: text.lowercased())), own != nil || !visit.isWithdrawn,
        visit.client == client.id, try hasHad(visit, transaction)
      else { throw Refusal.notFound(.visit, id: text) }
      return try transaction.heir(of: visit)?.id ?? visit.id
    }
    guard let own, let found = try transaction.visit(of: own, at: client.id, during: moment) else { return nil }
    // A record of yesterday made during today's visit does not belong to that visit. A record of yesterday made after
    // midnight, in a night visit that began yesterday, does.
    return zone.day(of: found.since) <= day ? found.visit : nil
  }
}

extension StoreReader {
  /// Returns the client of a task record or of a goal session. A device may record for every client with whom its
  /// worker has, or ever had, a visit. It may have been offline for so long that the visit is long past, or was given
  /// to another worker.
  func recordedClient(_ id: String, by call: Call) throws -> Client {
    if let own = call.own, let client = try meantClient(id), try hasServed(own, client.id) { return client }
    return try shownClient(id, to: call)
  }
}
