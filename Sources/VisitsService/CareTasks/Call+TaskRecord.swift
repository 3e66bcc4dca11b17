import VisitsAPI
import VisitsModel
import VisitsStore

/// When, where and of whom something is recorded.
extension Call {
  /// When something was recorded.
  struct TaskMoment {
    /// By the clock of whoever recorded it, as it is kept.
    let at: Instant
    /// Whether that clock was plainly wrong.
    var isClockSuspect: Bool
    /// The same, and never ahead of its receipt: what days and the order of records go by.
    let told: Instant
  }

  /// When it was recorded.
  func moment(of parameters: TaskRecord.Parameters, in zone: Zone) throws -> TaskMoment {
    let zone = try self.zone(parameters.typed, or: zone)
    let reported = try parameters.at.map { try instant($0, field: "at", in: zone, offset: parameters.typed.offset) }
    let time = FieldTime(at: reported, sentAt: parameters.sentAt.map(\.instant), now: now)
    // A device's clock that runs ahead is no reason to refuse what was done: it is kept as it was sent, and marked.
    guard own != nil || now.milliseconds(to: time.at) <= FieldTime.tolerance else {
      throw Refusal.invalid(field: "at", .ahead(time.at))
    }
    return TaskMoment(at: time.at, isClockSuspect: time.isClockSuspect, told: min(time.at, now))
  }

  /// Whether a record tells of a time of day that has not come. The office's is refused, as what lies ahead is elsewhere;
  /// a device's is kept and marked, as its clock is.
  func isAhead(_ record: CareTaskRecord, in zone: Zone) -> Bool {
    guard let time = record.time else { return false }
    return now.milliseconds(to: zone.instant(of: time)) > FieldTime.tolerance
  }

  /// The visit during which it was recorded: the one that is named, else the one that the caller's worker was making
  /// there at that moment, if it had begun by the end of the day of which it is recorded.
  func visit(
    of parameters: TaskRecord.Parameters, _ client: Client, day: CareDay, at moment: Instant, in zone: Zone,
    _ transaction: ChangeTransaction
  ) throws -> VisitID? {
    if let text = parameters.visit {
      // One that upstream has withdrawn meanwhile was on the device all the same. Another may have taken its place.
      guard let visit = try transaction.visit(VisitID(rawValue: text.lowercased())), own != nil || !visit.isWithdrawn,
        visit.client == client.id, try hasHad(visit, transaction)
      else { throw Refusal.notFound(.visit, id: text) }
      return try transaction.heir(of: visit)?.id ?? visit.id
    }
    guard let own, let found = try transaction.visit(of: own, at: client.id, during: moment) else { return nil }
    // What is recorded of yesterday on a visit of today is no part of that visit; what is recorded of it in the small
    // hours of a night that began yesterday is.
    return zone.day(of: found.since) <= day ? found.visit : nil
  }
}

extension StoreReader {
  /// The client of whom something is recorded, or with whom a session is held. A device may have been offline for long:
  /// whoever was at a client's home is taken at their word, however long ago their visit was, and whoever has it now.
  func recordedClient(_ id: String, by call: Call) throws -> Client {
    if let own = call.own, let client = try meantClient(id), try hasServed(own, client.id) { return client }
    return try shownClient(id, to: call)
  }
}
