import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A care task is kept")
struct CareTaskTests {
  private static func day(_ text: String) throws -> CareDay { try #require(CareDay(text)) }

  /// Margaret Chen's breakfast, each day since the first of November 2026.
  private func breakfast(_ test: TestStore) async throws -> CareTask {
    let outcome = try await test.change("breakfast", "task.put") { transaction in
      .task(
        try transaction.put(
          CareTask(
            id: transaction.newTaskID(), client: .margaret, name: .preset(.breakfast), category: .nutrition,
            tracksTime: true, accent: .amber, symbol: "sunrise", rank: 7,
            phases: [
              TaskPhase(from: try Self.day("2026-11-01"), condition: .weekdays([1, 5])),
              TaskPhase(
                from: try Self.day("2026-11-10"), condition: .recurring(try RecurrenceRule("FREQ=DAILY;COUNT=9"))),
              TaskPhase(from: try Self.day("2026-11-12"), condition: .whenDone(CareTaskID(rawValue: "other"))),
              TaskPhase(from: try Self.day("2026-11-13"), condition: nil),
              TaskPhase(from: try Self.day("2026-11-14"), condition: .always),
            ])))
    }
    guard case .task(let task) = outcome else { throw StoreFault.unreadable("task") }
    return task
  }

  private func record(_ task: CareTask, _ day: CareDay, done: Bool = true, _ test: TestStore) async throws {
    try await test.change("\(day.text)-\(done)", "task.record") { transaction in
      var record =
        try transaction.record(of: task, on: day)
        ?? CareTaskRecord(
          id: transaction.newTaskRecordID(), task: task.id, client: .margaret, day: day, secondOfDay: 37_800,
          note: "Half a slice\nof toast", worker: .sarah, by: "sarah", at: .noon, isLate: true)
      record.isDone = done
      return .taskRecorded(
        RecordedTask(task: task, record: try transaction.put(record), isDue: true, completed: 1, total: 2))
    }
  }

  @Test("with all that is known of it, and its entry in the audit says the same")
  func kept() async throws {
    let test = try await TestStore().addPeople()
    let task = try await breakfast(test)
    #expect(task.version == 1)
    let day = try Self.day("2026-11-20")
    try await record(task, day, test)
    try test.store.readNow { reader throws in
      #expect(try reader.tasks(of: .margaret) == [task])
      #expect(try reader.tasks(of: .john) == [])
      let record = try #require(try reader.records(of: .margaret, on: day).first)
      #expect(record.note == "Half a slice\nof toast")
      #expect(record.secondOfDay == 37_800)
      #expect(try reader.record(of: task, on: day) == record)
      #expect(try reader.records(of: .margaret, on: try Self.day("2026-11-19")) == [])
      let entries = try reader.audit(client: .margaret, limit: 10).entries
      #expect(entries.map(\.event.topic) == [.client, .task, .taskRecord])
      #expect(entries[1].after == .task(task))
      #expect(entries[2].after == .taskRecord(record))
    }
  }

  @Test("once a day: a second record of the same day is refused by the database itself")
  func once() async throws {
    let test = try await TestStore().addPeople()
    let task = try await breakfast(test)
    try await record(task, try Self.day("2026-11-20"), test)
    #expect(throws: DatabaseError.self) {
      try test.sql(
        """
        INSERT INTO taskRecords (id, task, client, day, isDone, recordedBy, recordedAt, isLate, version, updatedAt, change)
        SELECT '018f3b2e-7c1a-7b3d-9f00-0000000000aa', task, client, day, 0, '', 0, 0, 1, 0, change FROM taskRecords
        """)
    }
    #expect(throws: DatabaseError.self) { try test.sql("UPDATE taskRecords SET outcome = 'refused'") }
  }

  @Test("and a request that is repeated is answered with what was recorded, whatever came later")
  func repeated() async throws {
    let test = try await TestStore().addPeople()
    let task = try await breakfast(test)
    let day = try Self.day("2026-11-20")
    try await record(task, day, test)
    try await record(task, day, done: false, test)
    let again = try await test.change("2026-11-20-true", "task.record") { _ in .visits([]) }
    guard case .taskRecorded(let recorded) = again else { return #expect(Bool(false)) }
    #expect(recorded.record.isDone)
    #expect(recorded.record.version == 1)
    #expect(recorded.task == task)
    #expect((recorded.isDue, recorded.completed, recorded.total) == (true, 1, 2))
    guard case .task(let defined) = try await test.change("breakfast", "task.put", { _ in .visits([]) }) else {
      return #expect(Bool(false))
    }
    #expect(defined == task)
  }

  @Test("and the days on which it was done are read many at a time, as they are since the last change")
  func days() async throws {
    let test = try await TestStore().addPeople()
    let task = try await breakfast(test)
    let days = try ["2026-11-01", "2026-11-15", "2026-12-02", "2027-01-03", "2027-02-04"].map(Self.day)
    for day in days { try await record(task, day, test) }
    try await record(task, days[2], done: false, test)
    func done(through last: String) throws -> [String] {
      let last = try Self.day(last)
      let flags = try test.store.readNow { try $0.doneDays(of: [task], through: last) }[0]
      return (0..<500).map { task.firstDay.adding(days: $0) }.filter { flags[$0] }.map(\.text)
    }
    #expect(try done(through: "2027-02-10") == ["2026-11-01", "2026-11-15", "2027-01-03", "2027-02-04"])
    #expect(try done(through: "2027-01-03") == ["2026-11-01", "2026-11-15", "2027-01-03"])
    #expect(try done(through: "2026-11-30") == ["2026-11-01", "2026-11-15"])
    #expect(try test.answer("SELECT count(*) FROM taskDays") == "4")
  }

  @Test("that was recorded before the thirteenth migration has been answered, and was told when it was recorded")
  func migrated() async throws {
    let folder = try TestFolder()
    let old = try TestStore(in: folder, migrations: Array(Migration.all.prefix(12)))
    try old.sql(Fixtures.people)
    try old.sql(
      """
      INSERT INTO audit (at, topic, method, thing, version, caller, origin, requestId, snapshot)
        VALUES (0, 'task', 'task.put', '018f3b2e-7c1a-7b3d-9f00-0000000000aa', 1, 'root', 'socket', 'r', '{}');
      INSERT INTO tasks (id, client, preset, category, tracksTime, accent, rank, phases, version, updatedAt, change)
        SELECT thing, 'margaret-chen', 'lunch', 'nutrition', 1, 'amber', 0, '20700 always', 1, 0, sequence
        FROM audit WHERE topic = 'task';
      """)
    for (number, values) in ["1, NULL", "0, 'refused'", "0, NULL"].enumerated() {
      try old.sql(
        """
        INSERT INTO taskRecords
          (id, task, client, day, isDone, outcome, note, recordedBy, recordedAt, isLate, version, updatedAt, change)
          SELECT '018f3b2e-7c1a-7b3d-9f00-0000000000b\(number)', id, client, \(20_777 + number), \(values), 'n', 'root', 5000, 0, 1,
            6000, change FROM tasks
        """)
    }
    await old.store.close()
    let test = try TestStore(in: folder, seed: 2)
    let records = try test.store.readNow { reader in
      try (0..<3).flatMap { try reader.records(of: .margaret, on: CareDay(daysSince1970: 20_777 + $0)) }
    }
    #expect(records.map(\.isAnswered) == [true, true, false])
    #expect(records.map(\.toldAt) == Array(repeating: Instant(milliseconds: 5000), count: 3))
    #expect(records.map(\.isClockSuspect) == [false, false, false])
  }

  @Test("and the audit of a client with many records is read page by page, back to the first")
  func audit() async throws {
    let test = try await TestStore().addPeople()
    let task = try await breakfast(test)
    let first = try Self.day("2026-11-01")
    for number in 0..<7 { try await record(task, first.adding(days: number), test) }
    try await record(task, first, done: false, test)
    try test.store.readNow { reader throws in
      var before: Int64?
      var found: [String] = []
      while true {
        let page = try reader.audit(client: .margaret, before: before, limit: 3).entries
        guard let oldest = page.first else { break }
        found += page.reversed().map { entry in
          if case .taskRecord(let record) = entry.after {
            "\(record.day.text) \(record.isDone)"
          } else {
            entry.event.method
          }
        }
        before = oldest.event.sequence
      }
      #expect(
        found == [
          "2026-11-01 false", "2026-11-07 true", "2026-11-06 true", "2026-11-05 true", "2026-11-04 true",
          "2026-11-03 true", "2026-11-02 true", "2026-11-01 true", "task.put", "visit.change",
        ])
    }
  }
}
