import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A worker whom the office merges into another")
struct MergedPeopleTests {
  /// James, who is Sarah too: he has one visit of his own, was given another away and reported that he came, and has
  /// recorded a task.
  private func merged() async throws -> TestStore {
    let test = try await TestStore(hasUpstream: true).addPeople()
    let check = Check(at: .noon, receivedAt: .noon, method: .device)
    try await test.change { transaction in
      var visits: [Visit] = []
      for hour in 0..<2 {
        visits.append(
          try transaction.put(
            Visit(
              id: .number(hour + 1), worker: .james, client: .margaret, start: .noon.adding(minutes: Int64(hour) * 120),
              end: .noon.adding(minutes: Int64(hour) * 120 + 60))))
      }
      visits[1].worker = nil
      visits[1].attendances = [Attendance(worker: .james, checkIn: check)]
      visits[1] = try transaction.put(visits[1])
      let task = try transaction.put(
        CareTask(
          id: transaction.newTaskID(), client: .margaret, name: .preset(.breakfast), category: .nutrition,
          tracksTime: true, accent: .amber, symbol: nil, rank: 1,
          phases: [TaskPhase(from: CareDay(daysSince1970: 20_700), condition: .always)]))
      _ = try transaction.put(
        CareTaskRecord(
          id: transaction.newTaskRecordID(), task: task.id, client: .margaret, day: CareDay(daysSince1970: 20_777),
          worker: .james, by: "james", at: .noon, isLate: false))
      let watched = try #require(try transaction.watched(.number(1), open: []))
      _ = try transaction.raise(.late, of: watched, since: .noon)
      return .visits(visits)
    }
    try await test.change("resent", "visit.start", scope: "worker:james") { transaction in
      var visit = try transaction.visit(.number(1), expectedVersion: nil)
      visit.life = .inProgress(checkIn: check)
      return .visits([try transaction.put(visit)])
    }
    try await test.change("merge", "worker.link") { transaction in
      let james = try transaction.worker(.james, expectedVersion: nil)
      let sarah = try transaction.worker(.sarah, expectedVersion: nil)
      transaction.reason = "Practitioner/7"
      let merged = try transaction.merge(james, into: sarah)
      #expect(merged.visits == [.number(1)])
      return .linkedWorker(merged.worker, LinkOutcome(record: "Practitioner/7", merged: "james"))
    }
    return test
  }

  @Test("has nothing left: visits, attendances, task records and alerts are the other's")
  func everything() async throws {
    let test = try await merged()
    try test.store.readNow { reader throws in
      #expect(try reader.visit(.number(1))?.worker == .sarah)
      #expect(try reader.visit(.number(2))?.attendances.map(\.worker) == [.sarah])
      #expect(try reader.had(.number(2), .sarah))
      #expect(try reader.alerts(worker: .sarah, limit: 10).count == 1)
      #expect(try reader.alerts(worker: .james, limit: 10).isEmpty)
      #expect(try reader.successor(of: WorkerID.james) == .sarah)
      #expect(try reader.successor(of: WorkerID.sarah) == .sarah)
      #expect(try reader.worker(.james)?.isActive == false)
      #expect(try reader.worker(.sarah)?.name == "James Okafor")
    }
    for table in ["visits", "series", "taskRecords", "sessions", "emergencies", "devices", "alerts", "outbox"] {
      #expect(try test.answer("SELECT count(*) FROM \(table) WHERE worker = 'james'") == "0", "\(table)")
    }
    #expect(try test.answer("SELECT count(*) FROM taskRecords WHERE worker = 'sarah'") == "1")
  }

  @Test("is named by the audit with the record, and what waits for upstream waits on, once")
  func trace() async throws {
    let test = try await merged()
    let entries = try test.answer(
      "SELECT group_concat(topic || ' ' || reason, ', ') FROM audit WHERE requestId = 'merge' ORDER BY sequence")
    #expect(
      entries
        == "worker Practitioner/7, visit Practitioner/7, visit Practitioner/7, alert Practitioner/7, worker Practitioner/7"
    )
    let waiting = try test.answer("SELECT group_concat(topic || ' ' || version, ', ') FROM outbox ORDER BY number")
    // As they were before: that they name another worker is no news there.
    #expect(waiting == "visit 2, visit 2, taskRecord 1")
  }

  @Test("has each visit of long ago moved with an entry of its own, which tells what it was and is")
  func longAgo() async throws {
    let test = try await TestStore(hasUpstream: true).addPeople()
    let start = Instant.noon.adding(minutes: -30 * 1440)
    try await test.change("old", "visit.add") { transaction in
      let visits = try (0..<3).map { number in
        let at = start.adding(minutes: Int64(number) * 120)
        return try transaction.put(
          Visit(id: .number(number + 1), worker: .james, client: .margaret, start: at, end: at.adding(minutes: 60)))
      }
      return .visits(visits)
    }
    try await test.change("merge", "worker.link") { transaction in
      let james = try transaction.worker(.james, expectedVersion: nil)
      let sarah = try transaction.worker(.sarah, expectedVersion: nil)
      transaction.reason = "Practitioner/7"
      let merged = try transaction.merge(james, into: sarah)
      #expect(merged.visits == [.number(1), .number(2), .number(3)])
      return .linkedWorker(merged.worker, LinkOutcome(record: "Practitioner/7", merged: "james"))
    }
    try test.store.readNow { reader throws in
      for number in 1...3 {
        #expect(try reader.visit(.number(number))?.worker == .sarah)
        #expect(try reader.visit(.number(number))?.version == 2)
        let page = try reader.audit(visit: .number(number), limit: 10)
        #expect(page.entries.map(\.event.method) == ["visit.add", "worker.link"])
        #expect(page.entries.map(\.reason) == [nil, "Practitioner/7"])
        guard case .visit(let before)? = page.entries.last?.before, case .visit(let after)? = page.entries.last?.after
        else { return #expect(Bool(false)) }
        #expect((before.worker, after.worker) == (.james, .sarah))
        #expect(after == (try reader.visit(.number(number))))
        #expect(try reader.had(.number(number), .james))
      }
    }
    // What changes later follows in the same history.
    try await test.change("note", "visit.change") { transaction in
      var visit = try transaction.visit(.number(1), expectedVersion: 2)
      visit.note = "Ring twice"
      return .visits([try transaction.put(visit)])
    }
    #expect(try test.store.readNow { try $0.changes(of: .number(1)).map(\.version) } == [1, 2, 3])
    #expect(
      try test.answer("SELECT group_concat(topic || ' ' || version, ', ') FROM outbox") == "visit 3, visit 1, visit 1")
  }

  @Test("is still known by what their devices sent: a repeat is the other's, and changes nothing")
  func repeats() async throws {
    let test = try await merged()
    let version = try test.store.readNow { try $0.visit(.number(1))?.version }
    try await test.change("resent", "visit.start", scope: "worker:sarah") { transaction in
      var visit = try transaction.visit(.number(1), expectedVersion: nil)
      visit.note = "made twice"
      return .visits([try transaction.put(visit)])
    }
    #expect(try test.store.readNow { try $0.visit(.number(1))?.version } == version)
  }

  @Test("is the person into whom that one is merged later")
  func chains() async throws {
    let test = try await merged()
    try await test.change { transaction in
      let lena = try transaction.put(
        Worker(id: try #require(WorkerID(rawValue: "lena")), key: transaction.newPersonKey(), name: "Lena Novak"))
      let sarah = try transaction.worker(.sarah, expectedVersion: nil)
      return .worker(try transaction.merge(sarah, into: lena).worker)
    }
    try test.store.readNow { reader throws in
      #expect(try reader.successor(of: WorkerID.james).rawValue == "lena")
      #expect(try reader.successor(of: WorkerID.sarah).rawValue == "lena")
      #expect(try reader.visit(.number(1))?.worker?.rawValue == "lena")
    }
  }
}
