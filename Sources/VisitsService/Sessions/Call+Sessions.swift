import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// What the methods of sessions share.
extension Call {
  /// The session of that id. A device sees those of its worker.
  func session(_ id: String, in reader: StoreReader) throws -> GoalSession {
    guard let session = try reader.session(SessionID(rawValue: id.lowercased())), isOwn(session.worker) else {
      throw Refusal.notFound(.session, id: id)
    }
    return session
  }

  /// The session that is to be changed. What a device tells of the field is never out of date.
  func session(
    _ id: String, _ change: ChangeParameters, in transaction: ChangeTransaction
  ) throws -> GoalSession {
    let session = try session(id, in: transaction)
    guard own == nil else { return session }
    return try transaction.session(session.id, expectedVersion: change.expectedVersion)
  }

  /// When something happened, and how we know. A time that lies ahead is a device's wrong clock: it is stored as sent,
  /// and marked; from the office it is refused.
  func mark(
    _ at: Moment?, sentAt: Timestamp?, _ typed: TypedTimeContext, at client: Client?
  ) throws -> GoalSession.Mark {
    let zone = try zone(typed, or: client?.zone)
    let reported = try at.map { try instant($0, field: "at", in: zone, offset: typed.offset) }
    let time = FieldTime(at: reported, sentAt: sentAt.map(\.instant), now: now)
    guard own != nil || now.milliseconds(to: time.at) <= FieldTime.tolerance else {
      throw Refusal.invalid(field: "at", .ahead(time.at))
    }
    return GoalSession.Mark(
      at: time.at, receivedAt: now, method: checkMethod, by: session.caller.by, isClockSuspect: time.isClockSuspect)
  }

  /// What a change left behind, with the people and the goal.
  func placedSession(_ outcome: ChangeOutcome) async throws -> (session: PlacedSession, ended: PlacedSession?) {
    guard case .session(let session, let ended) = outcome else { throw UnfitOutcome() }
    let (placed, placedEnded) = try await service.store.read { [feed] reader in
      (try reader.placed(session, asOf: feed), try ended.map { try reader.placed($0, asOf: feed) })
    }
    return (shown(placed), placedEnded.map(shown))
  }

  /// A session with what this caller may see of it: the device of a worker who has left learns no name or title.
  private func shown(_ placed: PlacedSession) -> PlacedSession {
    guard let own, service.devices.hasLeft(own) else { return placed }
    var seen = placed
    seen.client = Client(id: placed.client.id, key: placed.client.key, name: Self.hidden)
    seen.goal.title = Self.hidden
    return seen
  }
}
