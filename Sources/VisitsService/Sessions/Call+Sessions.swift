import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Operations that are shared by the methods for sessions, in which a worker and a client practise for a goal.
extension Call {
  /// Returns the session with the id. A device finds only the sessions of its own worker.
  func session(_ id: String, in reader: StoreReader) throws -> GoalSession {
    guard let session = try reader.session(SessionID(rawValue: id.lowercased())), isOwn(session.worker) else {
      throw Refusal.notFound(.session, id: id)
    }
    return session
  }

  /// Returns the session that a call changes. The version that the caller expects is checked only for the office. A
  /// device reports what has happened in the field, and that is true whichever version the device has seen.
  func session(
    _ id: String, _ change: ChangeParameters, in transaction: ChangeTransaction
  ) throws -> GoalSession {
    let session = try session(id, in: transaction)
    guard own == nil else { return session }
    return try transaction.session(session.id, expectedVersion: change.expectedVersion)
  }

  /// Returns the reported time of a session's start or end, with its source. If the time is in the future and a device
  /// reports it, the device's clock is wrong: the time is stored as sent, and flagged. From the office, a time in the
  /// future is refused.
  func mark(
    _ at: Moment?, sentAt: Timestamp?, _ typed: TypedTimeContext, at client: Client?,
    in transaction: ChangeTransaction
  ) throws -> GoalSession.Mark {
    let zone = try zone(typed, or: client?.zone)
    let reported = try at.map { try instant($0, field: "at", in: zone, offset: typed.offset) }
    tell(reported, to: transaction)
    let time = FieldTime(at: reported, sentAt: sentAt.map(\.instant), now: now)
    guard own != nil || now.milliseconds(to: time.at) <= FieldTime.tolerance else {
      throw Refusal.invalid(field: "at", .ahead(time.at))
    }
    return GoalSession.Mark(
      at: time.at, receivedAt: now, method: checkMethod, by: session.caller.by, isClockSuspect: time.isClockSuspect)
  }

  /// Returns the session that a change has stored, with its people and its goal. `ended` is another session that the
  /// change has ended, if any.
  func placedSession(_ outcome: ChangeOutcome) async throws -> (session: PlacedSession, ended: PlacedSession?) {
    guard case .session(let session, let ended) = outcome else { throw UnfitOutcome() }
    let (placed, placedEnded) = try await service.store.read { [feed] reader in
      (try reader.placed(session, asOf: feed), try ended.map { try reader.placed($0, asOf: feed) })
    }
    return (shown(placed), placedEnded.map(shown))
  }

  /// Returns the session with the details that the caller may see. A device that may only report gets neither the client's name nor the goal's title.
  private func shown(_ placed: PlacedSession) -> PlacedSession {
    guard onlyReports else { return placed }
    var seen = placed
    seen.client = Client(id: placed.client.id, key: placed.client.key, name: Self.hidden)
    seen.goal.title = Self.hidden
    return seen
  }
}
