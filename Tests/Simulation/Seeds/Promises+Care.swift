import FHIR
import VisitsModel

@testable import VisitsStore

/// What is promised of what is recorded beside visits: care tasks, goals and sessions.
extension Promises {
  /// What was recorded of a task was answered.
  func answered(_ record: CareTaskRecord) { careVersions[SyncThing(.taskRecord, record.id.rawValue)] = record.version }

  /// What is known of a session was answered.
  func answered(_ session: GoalSession) { careVersions[SyncThing(.session, session.id.rawValue)] = session.version }

  /// It waits, or is upstream just so.
  func checkCare(_ reader: StoreReader) throws {
    for (thing, version) in try Self.care(reader) {
      let name = thing.rawValue.suffix(6)
      if let answered = careVersions[thing], version < answered {
        return fail("1: \(name) was answered as \(answered), and is \(version)")
      }
      switch try reader.syncState(of: thing) {
      case .local: return fail("4: \(thing.rawValue) does not wait and was never sent")
      case .synced: if try !isConfirmed(thing, reader) { fail("5: \(name) is called synced, and is otherwise there") }
      case .pending, .parked: break
      }
    }
  }

  /// Each is upstream once, says the same there, and refers to the visit that it belongs to.
  func checkCareAgreed(_ reader: StoreReader) throws {
    let upstream = agency.simulation.upstream
    for (thing, _) in try Self.care(reader) where try reader.syncState(of: thing) != .parked {
      guard let id = thing.parts?.id else { continue }
      let name = thing.rawValue.suffix(6)
      let records = upstreamNames(of: id)
      let expected = thing.session == nil ? 1 : 2
      if records.count != expected { return fail("2: \(thing.rawValue) is \(records)") }
      let documents = records.compactMap(upstream.record)
      if try !isSaid(by: documents, thing, reader) { fail("6: \(thing.rawValue) differs") }
      guard let visit = try visit(of: thing, reader), let document = documents.first else { continue }
      let encounters = try reader.agreed(on: SyncThing(.visit, visit.rawValue))
        .filter { $0.address.type == "Encounter" }.map { "Encounter/\($0.address.id)" }
      let named = (thing.session == nil ? document["encounter"] : document["partOf"])?["reference"]?.string
      if let named, !upstream.names(of: "Encounter").contains(named) { fail("6: \(name) refers to \(named)") }
      if named == nil, encounters.contains(where: upstream.isMadeByUs) {
        fail("6: \(name) does not refer to its visit")
      }
    }
  }

  /// The records upstream that say that they are the thing of that UUID, in the order in which they were made.
  func upstreamNames(of id: String) -> [String] {
    let upstream = agency.simulation.upstream
    let second = id.prefix(14) + "8" + id.dropFirst(15)
    return upstream.order.filter { name in
      guard let json = upstream.records[name]?.first?.json else { return false }
      return json.isOf(id) || json.isOf(String(second))
    }
  }

  /// All that is recorded beside visits, with its version. A session that is running is not sent.
  private static func care(_ reader: StoreReader) throws -> [(SyncThing, Int)] {
    try reader.db.all(
      """
      SELECT 'taskRecord', id, version FROM taskRecords UNION ALL SELECT 'goal', id, version FROM goals
      UNION ALL SELECT 'session', id, version FROM sessions WHERE endedAt IS NOT NULL
      """
    ) { (SyncThing(rawValue: "\($0.text(0))/\($0.text(1))"), $0.int(2)) }
  }

  private func isConfirmed(_ thing: SyncThing, _ reader: StoreReader) throws -> Bool {
    let agreed = try reader.agreed(on: thing)
    let documents = agreed.compactMap { record in
      agency.simulation.upstream.records["\(record.address.type)/\(record.address.id)"]?
        .first { "\($0.number)" == record.version }?.json
    }
    return try documents.count == agreed.count && isSaid(by: documents, thing, reader)
  }

  private func visit(of thing: SyncThing, _ reader: StoreReader) throws -> VisitID? {
    if let record = try thing.taskRecord.flatMap(reader.record) { return record.visit }
    return try thing.session.flatMap(reader.session)?.visit
  }

  /// Whether records say what is stored, told without the product's own mapping.
  private func isSaid(by records: [JSONDocument], _ thing: SyncThing, _ reader: StoreReader) throws -> Bool {
    if let record = try thing.taskRecord.flatMap(reader.record) {
      return records.first.map(RecordFacts.init) == RecordFacts(record)
    }
    if let goal = try thing.goal.flatMap(reader.goal) {
      return records.first?["description"]?["text"]?.string == goal.title
    }
    guard let session = try thing.session.flatMap(reader.session) else { return false }
    let trials = try reader.trials(of: session.id).map(\.isSuccess)
    let told = records.first { $0["resourceType"] == "Observation" }?["component"]?.items ?? []
    let codes = told.compactMap { $0["code"]?["coding"]?.items.first?["code"]?.string }
    return codes.filter { ["success", "miss"].contains($0) } == trials.map { $0 ? "success" : "miss" }
  }
}

extension JSONDocument {
  /// Whether a record says that it is the one of that UUID.
  func isOf(_ uuid: String) -> Bool {
    (self["identifier"]?.items ?? []).contains { $0["value"]?.string == "urn:uuid:\(uuid)" }
  }
}
