import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A column that names a worker or a client by their id")
struct NamedPeopleTests {
  /// These name the other person once the office has merged somebody into another.
  private static let following = [
    "absences.worker", "agreed.thing", "alerts.client", "alerts.worker", "devices.worker", "emergencies.worker",
    "followedMerges.client", "followedMerges.holder", "goals.client", "linkedPeople.person", "mergedPeople.successor",
    "mergedThings.client", "mergedThings.holder", "outbox.worker", "problems.subject", "requests.scope",
    "series.client", "series.worker",
    "sessions.client", "sessions.worker", "taskRecords.client", "taskRecords.worker", "tasks.client", "upstream.thing",
    "visits.attendances", "visits.client", "visits.worker",
  ]
  /// These name both: a history that both have from then on.
  private static let shared = ["formerTaskRecords.thing", "formerVisits.person"]
  /// These stay: the people themselves, and who did something then.
  private static let staying = [
    "alerts.acknowledgedBy", "audit.caller", "audit.snapshot", "audit.thing", "clients.id",
    "emergencies.acknowledgedBy",
    "emergencies.raisedBy", "emergencies.resolvedBy", "mergedPeople.person", "problems.detail", "problems.settledBy",
    "problems.words", "sessions.endedBy", "sessions.startedBy", "taskRecords.recordedBy", "trials.recordedBy",
    "trials.takenBackBy", "workers.id",
  ]
  /// Columns of a visit, a record or a place, and plain words: no id of a person stands in them.
  private static let others = [
    "attempts.thing", "discarded.thing", "linkedPeople.value", "mergedThings.thing", "outbox.thing", "upstream.value",
  ]
  private static let words: Set = [
    "accent", "accessNote", "acknowledgedNote", "address", "addressParts", "awaits", "base", "birthDate", "body",
    "category", "checkInCorrection", "checkInDevice", "checkInMethod", "checkOutCorrection", "checkOutDevice",
    "checkOutMethod", "city", "code",
    "codeDigest", "country", "device", "digest", "district", "emergency", "emergencyContact", "endMethod", "endReason",
    "familyName", "fields", "foldedName", "formerTokenDigest", "freed", "givenNames", "goal", "id", "identifiers",
    "instruction",
    "key", "kind", "later",
    "locale", "memberIDs", "method", "missedBy", "name", "namePrefix", "nameSuffix", "note", "origin", "outcome",
    "phases", "phone", "photo", "place", "postalCode", "preset", "purpose", "reason", "region", "requestId",
    "resolvedNote", "revokedReason", "rule", "series", "service", "serviceCode", "session", "startMethod", "status",
    "street", "symbol", "system", "takenBackMethod", "task", "title", "tokenDigest", "topic", "type", "version",
    "virtualLink", "visit", "zone",
  ]

  @Test("is listed here, whether it follows a link or not, and no other column is")
  func listed() throws {
    let test = try TestStore()
    let columns = try columns(test).filter { name, column in
      !Self.words.contains(column) || column == "id" && ["workers", "clients"].contains(name)
    }.map { "\($0).\($1)" }
    #expect(columns.sorted() == (Self.following + Self.shared + Self.staying + Self.others).sorted())
  }

  @Test("names the other after a link, if it is not a part of the history")
  func followed() async throws {
    let test = try await TestStore(hasUpstream: true).addPeople()
    try await fill(test)
    #expect(try named(test, "james", "john-smith") == (Self.following + Self.shared).sorted())
    try await test.change { transaction in
      _ = try transaction.merge(
        transaction.worker(.james, expectedVersion: nil), into: transaction.worker(.sarah, expectedVersion: nil))
      _ = try transaction.merge(
        transaction.client(.john, expectedVersion: nil), into: transaction.client(.margaret, expectedVersion: nil))
      return .imported(ImportSummary())
    }
    #expect(try named(test, "james", "john-smith") == Self.shared)
    #expect(try named(test, "sarah", "margaret-chen") == (Self.following + Self.shared).sorted())
  }

  /// Every column of text, but for the parts of the index of names.
  private func columns(_ test: TestStore) throws -> [(table: String, column: String)] {
    try test.store.readNow { reader in
      try reader.db.all(
        """
        SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS columns
        WHERE tables.type = 'table' AND columns.type = 'TEXT' AND tables.name NOT LIKE '%Names%'
        """, []
      ) { ($0.text(0), $0.text(1)) }
    }
  }

  /// The columns in which one of two people is named.
  private func named(_ test: TestStore, _ worker: String, _ client: String) throws -> [String] {
    let names = ["'\(worker)'", "'\(client)'", "'worker:\(worker)'", "'worker/\(worker)'", "'client/\(client)'"]
    return try columns(test).filter { table, column in
      let sql = """
        SELECT count(*) FROM \(table) WHERE \(column) IN (\(names.joined(separator: ", ")))
          OR '\(column)' = 'attendances' AND \(column) LIKE '%"\(worker)"%'
        """
      return try test.answer(sql) != "0"
    }.map { "\($0).\($1)" }.filter { !Self.staying.contains($0) && !Self.others.contains($0) }.sorted()
  }

  /// Has James and John Smith stand wherever somebody may stand.
  private func fill(_ test: TestStore) async throws {
    let (now, soon) = (Instant.noon, Instant.noon.adding(minutes: 60))
    let rule = try RecurrenceRule("FREQ=DAILY")
    try await test.change("resent", "visit.start", scope: "worker:james") { transaction in
      let zone = try #require(try transaction.context.zones.zone("America/Edmonton"))
      let check = Check(at: now, receivedAt: now, method: .device)
      var visit = Visit(id: .number(1), worker: .james, client: .john, start: now, end: soon)
      visit.attendances = [Attendance(worker: .james, checkIn: check)]
      _ = try transaction.put(visit)
      var given = Visit(id: .number(2), worker: .james, client: .john, start: now, end: soon)
      _ = try transaction.put(given)
      (given.worker, given.client) = (nil, .margaret)
      _ = try transaction.put(given)
      let task = try transaction.put(
        CareTask(
          id: transaction.newTaskID(), client: .john, name: .preset(.breakfast), category: .nutrition,
          tracksTime: true, accent: .amber, symbol: nil, rank: 1,
          phases: [TaskPhase(from: CareDay(daysSince1970: 20_700), condition: .always)]))
      for day in [20_777, 20_778] {
        var record = CareTaskRecord(
          id: transaction.newTaskRecordID(), task: task.id, client: .john, day: CareDay(daysSince1970: day),
          worker: .james, by: "james", at: now, isLate: false)
        record = try transaction.put(record)
        if day == 20_778 {
          record.worker = nil
          _ = try transaction.put(record)
        }
      }
      let goal = try transaction.put(
        Goal(id: transaction.newGoalID(), client: .john, title: "Walk", setAt: now, statusAt: now))
      _ = try transaction.put(
        GoalSession(
          id: transaction.newSessionID(), worker: .james, client: .john, goal: goal.id,
          start: GoalSession.Mark(at: now, receivedAt: now, method: .device, by: "james")))
      _ = try transaction.put(
        Series(
          id: transaction.newSeriesID(), client: .john, worker: .james,
          recurrence: Recurrence(from: zone.local(now), by: rule), zone: zone, minutes: 60))
      _ = try transaction.put(
        Emergency(
          id: transaction.newEmergencyID(), worker: .james, visit: nil, note: nil, position: nil, at: now,
          receivedAt: now, isClockSuspect: false, raisedBy: "james"))
      _ = try transaction.put(
        Absence(
          id: transaction.newAbsenceID(), worker: .james, from: soon, to: soon.adding(minutes: 60), zone: zone,
          reason: "sick"))
      _ = try transaction.put(
        Device(id: transaction.newDeviceID(), worker: .james, invitedAt: now, expiresAt: soon))
      let watched = try #require(try transaction.watched(.number(1), open: []))
      _ = try transaction.raise(.late, of: watched, since: now)
      for (kind, id, type) in [(PersonKind.worker, "james", "Practitioner"), (.client, "john-smith", "Patient")] {
        try transaction.keepLink(UpstreamIdentity(system: "https://ehr.example", value: "\(type)/7"), to: kind, id)
        let thing = SyncThing(kind == .worker ? .worker : .client, id)
        try transaction.ledger.agree(
          on: AgreedRecord(RecordAddress(type: type, id: "7"), version: "1", thing: thing, fields: "", body: ""))
        try transaction.ledger.note(
          SyncProblem(.overruled, thing.rawValue, code: SyncProblem.separatedCode), at: now)
      }
      return .visits([])
    }
    try test.sql(
      """
      INSERT INTO mergedPeople (topic, person, successor) VALUES ('worker', 'lena', 'james'), ('client', 'ann', 'john-smith');
      INSERT INTO followedMerges (client, holder, since) VALUES ('bea', 'john-smith', 1), ('john-smith', 'cleo', 1);
      INSERT INTO mergedThings (topic, thing, client, holder)
        VALUES ('goal', 'g1', 'bea', 'john-smith'), ('goal', 'g2', 'john-smith', 'cleo');
      """)
  }
}
