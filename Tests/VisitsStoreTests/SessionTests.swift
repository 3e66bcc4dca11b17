import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A session is kept")
struct SessionTests {
  private func goal(_ test: TestStore) async throws -> Goal {
    let outcome = try await test.change("goal", "goal.put") { transaction in
      .goal(
        try transaction.put(
          Goal(
            id: transaction.newGoalID(), client: .margaret, title: "Stand up \"unaided\"\nfrom the chair",
            setAt: .noon, statusAt: .noon)))
    }
    guard case .goal(let goal) = outcome else { throw StoreFault.unreadable("goal") }
    return goal
  }

  private func begin(
    _ goal: Goal, _ test: TestStore, _ requestId: String = "begin", at minutes: Int64 = 0, by worker: WorkerID = .sarah
  ) async throws -> GoalSession {
    let outcome = try await test.change(requestId, "session.start") { transaction in
      .session(
        try transaction.put(
          GoalSession(
            id: transaction.newSessionID(), worker: worker, client: .margaret, goal: goal.id,
            start: .test(Instant.noon.adding(minutes: minutes)))))
    }
    guard case .session(let session, nil) = outcome else { throw StoreFault.unreadable("session") }
    return session
  }

  @discardableResult
  private func add(
    _ isSuccess: Bool, to session: SessionID, _ test: TestStore, _ requestId: String
  ) async throws -> GoalSession {
    let outcome = try await test.change(requestId, "session.trial") { transaction in
      .session(
        try transaction.addTrial(
          isSuccess, .test(.noon), isLate: false, to: transaction.session(session, expectedVersion: nil)))
    }
    guard case .session(let session, nil) = outcome else { throw StoreFault.unreadable("session") }
    return session
  }

  @discardableResult
  private func end(
    _ session: SessionID, _ test: TestStore, _ requestId: String, at minutes: Int64, isDerived: Bool = false
  ) async throws -> GoalSession {
    let outcome = try await test.change(requestId, "session.end") { transaction in
      var session = try transaction.session(session, expectedVersion: nil)
      session.end = GoalSession.End(.test(Instant.noon.adding(minutes: minutes)), isDerived: isDerived)
      return .session(try transaction.put(session))
    }
    guard case .session(let session, nil) = outcome else { throw StoreFault.unreadable("session") }
    return session
  }

  @Test("has at most 5,000 trials, and keeps those that it has")
  func mostTrials() async throws {
    let test = try await TestStore().addPeople()
    let session = try await begin(goal(test), test)
    try await add(true, to: session.id, test, "first")
    try test.sql("UPDATE trials SET number = 4999")
    try await add(true, to: session.id, test, "last")
    await #expect(throws: Refusal.invalid(field: "session", .tooManyTrials(limit: 5000))) {
      try await add(true, to: session.id, test, "one more")
    }
    #expect(try test.store.readNow { try $0.session(session.id)?.trials } == 2)
  }

  @Test("with its goal, its trials and its end, and the audit tells each change of it")
  func kept() async throws {
    let test = try await TestStore().addPeople()
    let goal = try await goal(test)
    let begun = try await begin(goal, test)
    try await add(true, to: begun.id, test, "1")
    try await add(false, to: begun.id, test, "2")
    let ended = try await end(begun.id, test, "end", at: 12, isDerived: true)
    #expect((ended.trials, ended.successes, ended.version) == (2, 1, 4))
    #expect(ended.lastTrial == GoalSession.LastTrial(number: 2, isSuccess: false, isTakenBack: false, at: .noon))
    try test.store.readNow { reader throws in
      #expect(try reader.goals(of: .margaret) == [goal])
      #expect(try reader.session(begun.id) == ended)
      #expect(try reader.trials(of: begun.id).map(\.number) == [1, 2])
      #expect(try reader.trials(of: begun.id).map(\.isSuccess) == [true, false])
      #expect(try reader.trials(of: begun.id).map(\.counts) == [true, true])
      let entries = try reader.audit(client: .margaret, limit: 10).entries
      #expect(entries.map(\.event.topic) == [.client, .goal, .session, .session, .session, .session])
      #expect(entries[1].after == .goal(goal))
      #expect(entries[2].after == .session(begun))
      #expect(entries[5].after == .session(ended))
      #expect(
        try reader.audit(worker: .sarah, limit: 10).entries.map(\.event.topic).suffix(4)
          == Array(repeating: .session, count: 4)
      )
    }
  }

  @Test("and a trial that is taken back counts no more, stays with the mark of it, and its number is not given again")
  func takenBack() async throws {
    let test = try await TestStore().addPeople()
    let begun = try await begin(goal(test), test)
    try await add(true, to: begun.id, test, "1")
    try await test.change("undo", "session.trial") { transaction in
      let trial = try transaction.trials(of: begun.id)[0]
      return .session(
        try transaction.takeBack(trial, .test(.noon), of: transaction.session(begun.id, expectedVersion: nil)))
    }
    let session = try await add(false, to: begun.id, test, "2")
    #expect((session.trials, session.successes) == (1, 0))
    try test.store.readNow { reader throws in
      let trials = try reader.trials(of: begun.id)
      #expect(trials.map(\.number) == [1, 2])
      #expect(trials.map(\.takenBack) == [.test(.noon), nil])
    }
  }

  @Test("one at a time for a worker, and only as it can have been: the database itself refuses all else")
  func refused() async throws {
    let test = try await TestStore().addPeople()
    let goal = try await goal(test)
    let begun = try await begin(goal, test)
    await #expect(throws: (any Error).self) { try await begin(goal, test, "second") }
    _ = try await begin(goal, test, "of James", by: .james)
    #expect(throws: DatabaseError.self) { try test.sql("UPDATE sessions SET successes = 1") }
    #expect(throws: DatabaseError.self) { try test.sql("UPDATE sessions SET endedAt = startedAt") }
    #expect(throws: DatabaseError.self) { try test.sql("UPDATE goals SET status = 'done'") }
    try await end(begun.id, test, "end", at: 5)
    #expect(throws: DatabaseError.self) { try test.sql("UPDATE sessions SET endedAt = startedAt - 1") }
    _ = try await begin(goal, test, "third", at: 6)
  }

  @Test("and a request that is repeated is answered with the session as it was then")
  func repeated() async throws {
    let test = try await TestStore().addPeople()
    let begun = try await begin(goal(test), test)
    let first = try await add(true, to: begun.id, test, "1")
    try await add(true, to: begun.id, test, "2")
    let again = try await test.change("1", "session.trial") { _ in .visits([]) }
    #expect(again == .session(first))
    let goal = try await test.change("goal", "goal.put") { _ in .visits([]) }
    guard case .goal(let goal) = goal else { return #expect(Bool(false)) }
    #expect(goal.title == "Stand up \"unaided\"\nfrom the chair")
    // With the session that ended because this one began.
    let next = try await test.change("next", "session.start") { transaction in
      var last = try transaction.session(begun.id, expectedVersion: nil)
      last.giveWay(.test(Instant.noon.adding(minutes: 3)))
      let ended = try transaction.put(last)
      return .session(
        try transaction.put(
          GoalSession(
            id: transaction.newSessionID(), worker: .sarah, client: .john, goal: goal.id,
            start: .test(Instant.noon.adding(minutes: 3)))), ended: ended)
    }
    #expect(try await test.change("next", "session.start") { _ in .visits([]) } == next)
  }

  @Test("and found: the one that runs, the last that ended, a client's last, and pages of them, newest first")
  func found() async throws {
    let test = try await TestStore().addPeople()
    let goal = try await goal(test)
    var ids: [SessionID] = []
    for number in 0..<4 {
      let session = try await begin(goal, test, "begin \(number)", at: Int64(number * 10))
      ids.append(session.id)
      if number < 3 { try await end(session.id, test, "end \(number)", at: Int64(number * 10 + 5)) }
    }
    try test.store.readNow { reader throws in
      #expect(try reader.runningSession(of: .sarah)?.id == ids[3])
      #expect(try reader.runningSession(of: .james) == nil)
      #expect(try reader.lastSession(of: WorkerID.sarah)?.id == ids[2])
      #expect(try reader.lastSession(of: ClientID.margaret) == Instant.noon.adding(minutes: 30))
      #expect(try reader.lastSession(of: ClientID.john) == nil)
      let page = try reader.sessions(SessionFilter(client: .margaret), limit: 2)
      #expect(page.map(\.id) == [ids[3], ids[2]])
      let mark = SessionFilter.Mark(start: page[1].start.at, id: page[1].id)
      #expect(
        try reader.sessions(SessionFilter(client: .margaret), limit: 9, after: mark).map(\.id) == [ids[1], ids[0]])
      #expect(try reader.sessions(SessionFilter(isRunning: true), limit: 9).map(\.id) == [ids[3]])
      #expect(try reader.sessions(SessionFilter(worker: .james), limit: 9) == [])
      #expect(
        try reader.sessions(
          SessionFilter(goal: goal.id, from: Instant.noon.adding(minutes: 10), to: Instant.noon.adding(minutes: 20)),
          limit: 9
        ).map(\.id) == [ids[1]])
    }
  }

  @Test("with the visit during which it was, which may be over by the time that it is heard of")
  func visits() async throws {
    let test = try await TestStore().addPeople()
    func check(_ minutes: Int64) -> Check { .test(Instant.noon.adding(minutes: minutes)) }
    try await test.put(
      .test(1, life: .completed(checkIn: check(2), checkOut: check(58))),
      .test(2, from: 120, life: .inProgress(checkIn: check(125))), .test(3, from: 240))
    func visit(_ minutes: Int64, at client: ClientID = .margaret) throws -> VisitID? {
      let moment = Instant.noon.adding(minutes: minutes)
      return try test.store.readNow { try $0.visit(of: .sarah, at: client, during: moment)?.visit }
    }
    #expect(try visit(30) == .number(1))
    #expect(try visit(130) == .number(2))
    #expect(try visit(500) == .number(2))
    #expect(try visit(60) == nil)
    #expect(try visit(1) == nil)
    #expect(try visit(30, at: .john) == nil)
    #expect(
      try test.store.readNow { reader in
        try reader.clients(of: .sarah, within: Instant.noon..<Instant.noon.adding(minutes: 1))
      } == [.margaret])
    _ = try await goal(test)
    try test.store.readNow { reader throws in
      let bank = try reader.goalBank(of: .sarah, within: Instant.noon..<Instant.noon.adding(minutes: 1))
      #expect(bank.map(\.client) == [.margaret])
      #expect(bank.map(\.goals) == [1])
      #expect(try reader.goalBank(of: .james, within: Instant.noon..<Instant.noon.adding(minutes: 1)).isEmpty)
    }
  }
}

extension GoalSession.Mark {
  /// As plain as a mark can be.
  static func test(_ at: Instant) -> GoalSession.Mark {
    GoalSession.Mark(at: at, receivedAt: at, method: .office, by: "root")
  }
}
