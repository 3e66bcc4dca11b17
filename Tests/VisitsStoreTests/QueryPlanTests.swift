import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A hot query goes through one index")
struct QueryPlanTests {
  private func plan(_ test: TestStore, _ sql: String) throws -> [String] {
    try test.store.readNow { try $0.db.all("EXPLAIN QUERY PLAN " + sql) { $0.text(3) } }
  }

  @Test("a worker's day")
  func day() throws {
    let test = try TestStore()
    #expect(
      try plan(test, StoreReader.planned) == [
        "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)",
        "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)", "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY",
      ])
    #expect(
      try plan(test, StoreReader.underWay) == [
        "SEARCH visits USING INDEX visitsUnderWay (worker=?)",
        "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
      ])
  }

  @Test("the visits at a Location, and the Appointments of a client's visits")
  func places() throws {
    let test = try TestStore()
    #expect(try plan(test, StoreReader.appointmentsAt) == ["SEARCH agreed USING INDEX agreedByPlace (place=?)"])
    let ofClient = [
      "SEARCH visits USING INDEX visitsByClient (client=?)",
      "SEARCH agreed USING INDEX agreedByThing (topic=? AND thing=?)",
    ]
    #expect(try plan(test, StoreReader.plannedAppointments) == ofClient)
    #expect(
      try plan(test, StoreReader.heldVisits) == [
        "SEARCH visits USING INDEX visitsByClient (client=? AND startsAt>?)", "CORRELATED SCALAR SUBQUERY 1",
        "SEARCH agreed USING INDEX agreedByThing (topic=? AND thing=?)", "CORRELATED SCALAR SUBQUERY 2",
        "SEARCH mergedThings USING PRIMARY KEY (topic=? AND thing=?)",
        "SEARCH series USING INDEX sqlite_autoindex_series_1 (id=?)",
      ])
  }

  @Test("everybody's day: in order as the index has it, with nothing to sort")
  func agencyDay() throws {
    let test = try TestStore()
    #expect(
      try plan(test, StoreReader.agencyPlanned) == [
        "SEARCH visits USING INDEX visitsByStart (startsAt>? AND startsAt<?)",
        "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
      ])
    #expect(
      try plan(test, StoreReader.agencyUnderWay) == [
        "SCAN visits USING INDEX visitsUnderWay", "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
      ])
  }

  @Test("the people whose announced facts take effect")
  func announced() throws {
    let test = try TestStore()
    #expect(try plan(test, StoreReader.dueWorkers) == ["SEARCH workers USING INDEX workersDue (laterFrom<?)"])
    #expect(try plan(test, StoreReader.dueClients) == ["SEARCH clients USING INDEX clientsDue (laterFrom<?)"])
  }

  @Test("the absences of one worker and of all workers around some time")
  func absences() throws {
    let test = try TestStore()
    #expect(
      try plan(test, StoreReader.absencesOfWorker) == [
        "SEARCH absences USING INDEX absencesByWorker (worker=? AND endsAt>?)", "USE TEMP B-TREE FOR ORDER BY",
      ])
    #expect(
      try plan(test, StoreReader.absencesOfAll) == [
        "SEARCH absences USING INDEX absencesByEnd (endsAt>?)", "USE TEMP B-TREE FOR ORDER BY",
      ])
  }

  @Test("the series with visits to make, and whoever knows a client or is near in time")
  func series() throws {
    let test = try TestStore()
    #expect(
      try plan(test, StoreReader.dueSeries) == [
        "SEARCH series USING INDEX seriesDue (nextDay>? AND nextDay<?)", "CORRELATED SCALAR SUBQUERY 1",
        "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
      ])
    #expect(
      try plan(test, StoreReader.around) == [
        "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)"
      ])
    #expect(
      try plan(test, StoreReader.acquaintances) == [
        "SEARCH visits USING INDEX visitsByClient (client=? AND startsAt>? AND startsAt<?)",
        "USE TEMP B-TREE FOR GROUP BY",
      ])
  }

  @Test("what may need an alert: those who are awaited, those under way, and nothing of the millions that are done")
  func alerts() throws {
    let test = try TestStore()
    let client = "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)"
    #expect(
      try plan(test, StoreReader.awaited) == [
        "SEARCH visits USING INDEX visitsAwaited (startsAt>? AND startsAt<?)", client,
      ])
    #expect(
      try plan(test, StoreReader.awaitedNext) == [
        "SEARCH visits USING INDEX visitsAwaited (startsAt>? AND startsAt<?)", "SCALAR SUBQUERY 1",
        "SEARCH visits USING INDEX visitsAwaited (startsAt>?)", client,
      ])
    #expect(
      try plan(test, StoreReader.openSoon) == [
        "SEARCH visits USING INDEX visitsOpen (startsAt>? AND startsAt<?)", client,
      ])
    #expect(try plan(test, StoreReader.openNext) == ["SEARCH visits USING INDEX visitsOpen (startsAt>?)", client])
    #expect(try plan(test, StoreReader.underWayNow) == ["SCAN visits USING INDEX visitsUnderWay", client])
    #expect(
      try plan(test, StoreReader.openAlertsOfVisit) == ["SEARCH alerts USING INDEX alertsOfVisit (visit=?)"])
    #expect(try plan(test, StoreReader.allOpenAlerts) == ["SCAN alerts USING INDEX alertsOpen"])
    for recent in [StoreReader.allUntoldAlerts, StoreReader.recentOpenAlerts] {
      #expect(try plan(test, recent) == ["SEARCH alerts USING INDEX alertsOpen (raisedAt>?)"])
    }
    #expect(try plan(test, StoreReader.newestOpenAlerts) == ["SCAN alerts USING INDEX alertsOpen"])
    #expect(
      try plan(test, StoreReader.begun) == [
        "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)"
      ])
    #expect(
      try plan(test, StoreReader.starting) == ["SEARCH visits USING INDEX visitsByClient (client=? AND startsAt=?)"])
    #expect(
      try plan(test, StoreReader.nextAwaited) == ["SEARCH visits USING INDEX visitsByClient (client=? AND startsAt>?)"])
    #expect(
      try plan(test, StoreReader.standingAlerts) == ["SEARCH alerts USING INDEX alertsStanding (kind=?)"])
    #expect(try plan(test, StoreReader.allConflicts) == ["SEARCH alerts USING INDEX alertsStanding (kind=?)"])
    #expect(
      try plan(test, StoreReader.countedAlerts) == [
        "SCAN alerts USING INDEX alertsOpen", "USE TEMP B-TREE FOR GROUP BY",
      ])
  }

  @Test("the visits in the way")
  func overlapping() throws {
    #expect(
      try plan(TestStore(), StoreReader.overlapping) == [
        "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)",
        "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY",
      ])
  }

  @Test("whom a page of visits is in the way of is found by their workers' days")
  func crowded() throws {
    let crowded = try plan(TestStore(), StoreReader.crowded)
    #expect(
      crowded == [
        "SCAN asked VIRTUAL TABLE INDEX 1:", "SEARCH visits USING INDEX sqlite_autoindex_visits_1 (id=?)",
        "CORRELATED SCALAR SUBQUERY 5", "COMPOUND QUERY", "LEFT-MOST SUBQUERY", "CO-ROUTINE (subquery-1)",
        "SEARCH other USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)", "SCAN (subquery-1)",
        "UNION ALL", "CO-ROUTINE (subquery-3)",
        "SEARCH other USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)", "SCAN (subquery-3)",
        "USE TEMP B-TREE FOR ORDER BY",
      ])
  }

  @Test("a list follows the index that its filter names, and sorts no more than visits of one start")
  func lists() throws {
    let test = try TestStore()
    func plan(_ filter: VisitFilter, after: VisitFilter.Mark? = nil) throws -> String {
      let search = try #require(try test.store.readNow { try $0.search(filter, after: after) })
      return try self.plan(test, search.sql).joined(separator: "; ")
    }
    let sorted = "; USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"
    let mark = VisitFilter.Mark(start: .noon, id: .number(1))
    #expect(try plan(VisitFilter()) == "SCAN visits USING INDEX visitsByStart")
    #expect(
      try plan(VisitFilter(from: .noon, to: .noon))
        == "SEARCH visits USING INDEX visitsByStart (startsAt>? AND startsAt<?)")
    #expect(try plan(VisitFilter(), after: mark) == "SEARCH visits USING INDEX visitsByStart ((startsAt,id)>(?,?))")
    #expect(
      try plan(VisitFilter(from: .noon, worker: .sarah))
        == "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>?)" + sorted)
    #expect(try plan(VisitFilter(client: .john)) == "SEARCH visits USING INDEX visitsByClient (client=?)" + sorted)
    #expect(try plan(VisitFilter(from: .noon, isOpen: true)) == "SEARCH visits USING INDEX visitsOpen (startsAt>?)")
    #expect(
      try plan(VisitFilter(from: .noon, statuses: [.missed]))
        == "SEARCH visits USING INDEX visitsNotMade (startsAt>?)")
    var late = VisitFilter(from: .noon)
    late.late = VisitFilter.Late(LateRule(), at: .noon)
    #expect(
      try plan(late) == """
        SEARCH visits USING INDEX visitsByStart (startsAt>? AND startsAt<?); CORRELATED SCALAR SUBQUERY 1; \
        SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?); CORRELATED SCALAR SUBQUERY 2; \
        SEARCH absences USING INDEX absencesByWorker (worker=? AND endsAt>?)
        """)
    #expect(
      try plan(VisitFilter(statuses: [.inProgress]))
        == "SCAN visits USING INDEX visitsUnderWay; USE TEMP B-TREE FOR ORDER BY")
  }

  @Test("a match looks at no visit that does not match")
  func match() throws {
    let test = try TestStore()
    let search = try #require(try test.store.readNow { try $0.search(VisitFilter(match: "9f00"), after: nil) })
    let plan = try plan(test, search.sql)
    #expect(plan.first == "SEARCH visits USING INTEGER PRIMARY KEY (rowid=?)")
    for step in [
      "SEARCH visits USING COVERING INDEX sqlite_autoindex_visits_1 (id>? AND id<?)",
      "SEARCH visits USING INDEX visitsByIdEnd (<expr>=?)",
      "SEARCH visits USING COVERING INDEX visitsByClient (client=?)",
    ] {
      #expect(plan.contains(step), "\(plan)")
    }
    #expect(!plan.contains { $0.hasPrefix("SCAN visits") || $0.hasPrefix("SCAN clients") }, "\(plan)")
  }

  @Test("a client's care tasks, a day's records of them, and the days on which they were done")
  func careTasks() throws {
    let test = try TestStore()
    #expect(try plan(test, StoreReader.tasksOfClient) == ["SEARCH tasks USING INDEX tasksByClient (client=?)"])
    #expect(
      try plan(test, StoreReader.recordsOfDay) == [
        "SEARCH taskRecords USING INDEX taskRecordsByDay (client=? AND day=?)"
      ])
    #expect(
      try plan(test, StoreReader.recordsOfVisit) == [
        "SEARCH taskRecords USING INDEX taskRecordsByVisit (visit=?)", "USE TEMP B-TREE FOR ORDER BY",
      ])
    #expect(
      try plan(test, StoreReader.doneParts) == [
        "SEARCH taskDays USING PRIMARY KEY (task=? AND part<?)", "SCALAR SUBQUERY 1",
        "SEARCH tasks USING COVERING INDEX sqlite_autoindex_tasks_1 (id=?)",
      ])
    #expect(
      try plan(test, StoreReader.begunAtClient) == [
        "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)"
      ])
    for query in [StoreReader.formerAtClient, StoreReader.served] {
      let plan = try plan(test, query)
      #expect(plan.first?.hasPrefix("SEARCH visits USING INDEX visitsByClient (client=?") == true, "\(plan)")
      #expect(
        plan.dropFirst() == [
          "CORRELATED SCALAR SUBQUERY 1", "SEARCH formerVisits USING PRIMARY KEY (topic=? AND person=? AND visit=?)",
        ])
    }
  }

  @Test("the audit of a worker, of a client and of a visit: of their task records those that can stand on a page")
  func auditOfRecords() throws {
    let test = try TestStore()
    func steps(_ union: String) throws -> [String] {
      try plan(test, "SELECT 1" + union).filter { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN taskRecords") }
    }
    #expect(
      try steps(StoreReader.lastChangesOfRecords("worker")) == [
        "SEARCH taskRecords USING COVERING INDEX taskRecordsByWorker (worker=? AND change>?)",
        "SEARCH taskRecords USING COVERING INDEX taskRecordsByWorker (worker=? AND change<?)",
      ])
    #expect(
      try steps(StoreReader.lastChangesOfRecords("client")) == [
        "SEARCH taskRecords USING COVERING INDEX taskRecordsByChange (client=? AND change>?)",
        "SEARCH taskRecords USING COVERING INDEX taskRecordsByChange (client=? AND change<?)",
      ])
    #expect(
      try steps(StoreReader.lastChangesDuringVisit) == [
        "SEARCH sessions USING INDEX sessionsByVisit (visit=?)",
        "SEARCH taskRecords USING INDEX taskRecordsByVisit (visit=?)",
        "SEARCH formerTaskRecords USING PRIMARY KEY (topic=? AND thing=?)",
        "SEARCH taskRecords USING INTEGER PRIMARY KEY (rowid=?)",
      ])
  }

  @Test("a client's goals, what Home shows of sessions, and each list of them")
  func sessions() throws {
    let test = try TestStore()
    #expect(try plan(test, StoreReader.goalsOfClient) == ["SEARCH goals USING INDEX goalsByClient (client=?)"])
    #expect(try plan(test, StoreReader.running) == ["SEARCH sessions USING INDEX sessionsRunning (worker=?)"])
    #expect(try plan(test, StoreReader.lastOfWorker) == ["SEARCH sessions USING INDEX sessionsByWorker (worker=?)"])
    #expect(
      try plan(test, StoreReader.lastOfClient) == ["SEARCH sessions USING COVERING INDEX sessionsByClient (client=?)"])
    #expect(try plan(test, StoreReader.trialsOfSession) == ["SEARCH trials USING INDEX trialsBySession (session=?)"])
    #expect(
      try plan(test, StoreReader.clientsOfWorker) == [
        "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)",
        "USE TEMP B-TREE FOR DISTINCT",
      ])
    let bank = try plan(test, StoreReader.goalBankOfWorker)
    for step in [
      "SEARCH visits USING INDEX visitsByWorker (worker=? AND startsAt>? AND startsAt<?)",
      "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
      "SEARCH goals USING COVERING INDEX goalsByStatus (client=? AND status=?)",
    ] {
      #expect(bank.contains(step), "\(bank)")
    }
    let mark = SessionFilter.Mark(start: .noon, id: SessionID(rawValue: ""))
    for (filter, index) in [
      (SessionFilter(worker: .sarah), "sessionsByWorker (worker=?"),
      (SessionFilter(client: .margaret, from: .noon), "sessionsByClient (client=?"),
      (SessionFilter(worker: .sarah, client: .margaret, goal: GoalID(rawValue: "")), "sessionsByGoal (goal=?"),
      (SessionFilter(), "sessionsByStart ("),
    ] {
      // In the order of the index: a page reads no more than it shows.
      let plan = try plan(test, filter.search(limit: 10, after: mark).sql)
      #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH sessions USING INDEX \(index)"), "\(plan)")
    }
    // What was typed is looked up in the ids alone, and only what it finds is read.
    let typed = try plan(test, SessionFilter(match: "00aa").search(limit: 10, after: nil).sql)
    for step in [
      "SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH sessions USING COVERING INDEX sqlite_autoindex_sessions_1 (id>? AND id<?)",
      "SCAN sessions USING COVERING INDEX sqlite_autoindex_sessions_1",
    ] {
      #expect(typed.contains(step), "\(typed)")
    }
  }

  @Test("counts are kept, not counted; the feed and the audit are read by number")
  func rest() throws {
    let test = try TestStore()
    #expect(
      try plan(test, "SELECT sequence FROM audit WHERE sequence > ? AND topic IN (?) ORDER BY sequence LIMIT ?")
        == ["SEARCH audit USING INTEGER PRIMARY KEY (rowid>?)"])
    #expect(try plan(test, "SELECT max(sequence) FROM audit") == ["SEARCH audit"])
    #expect(
      try plan(test, "SELECT outcome FROM requests WHERE scope = ? AND id = ?")
        == ["SEARCH requests USING INDEX sqlite_autoindex_requests_1 (scope=? AND id=?)"])
  }
}
