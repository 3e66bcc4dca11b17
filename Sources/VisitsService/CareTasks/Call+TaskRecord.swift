import VisitsAPI
import VisitsModel
import VisitsStore

/// The time, the visit and the client of a task record.
extension Call {
  /// The time at which a task was recorded.
  struct TaskMoment {
    /// The time by the sender's clock, corrected as in ``FieldTime``, as it is stored.
    let at: Instant
    /// Whether that clock was clearly wrong.
    var isClockSuspect: Bool
    /// The same time, but not later than the receipt. Days and the order of records are computed from it.
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
    return TaskMoment(at: time.at, isClockSuspect: time.isClockSuspect, told: min(time.at, now))
  }

  /// Whether a record has a time of day that is in the future. Such a time is refused from the office, like any other
  /// future time; from a device it is stored and flagged, like its clock.
  func isAhead(_ record: CareTaskRecord, in zone: Zone) -> Bool {
    guard let time = record.time else { return false }
    return now.milliseconds(to: zone.instant(of: time)) > FieldTime.tolerance
  }

  /// Returns the visit during which the task was recorded. It is the named one, or else the visit that the caller's
  /// worker was making there at that time, if it had begun by the end of the recorded day.
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
  /// Returns the client of a task record or of a session. A device may have been offline for long, so a worker who was
  /// at a client's home may record, even if the visit was long ago or another worker has it now.
  func recordedClient(_ id: String, by call: Call) throws -> Client {
    if let own = call.own, let client = try meantClient(id), try hasServed(own, client.id) { return client }
    return try shownClient(id, to: call)
  }
}
