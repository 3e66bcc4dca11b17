import Testing
import VisitsModel

@Suite("What needs attention by the clock")
struct AlertRuleTests {
  private let rule = LateRule()
  private let eight = Instant(milliseconds: 1_795_186_800_000)

  private func visit(
    _ status: Status = .scheduled, number: Int = 1, from minutes: Int64 = 0, lasting length: Int64 = 60,
    worker: String? = "sarah", isTimeCritical: Bool = false
  ) throws -> WatchedVisit {
    let start = eight.adding(minutes: minutes)
    return WatchedVisit(
      id: VisitID(rawValue: "v\(number)"), worker: worker.flatMap(WorkerID.init(rawValue:)),
      client: try #require(ClientID(rawValue: "margaret-chen")), isTimeCritical: isTimeCritical, start: start,
      end: start.adding(minutes: length), status: status)
  }

  private func alert(_ kind: Alert.Kind, of visit: WatchedVisit) -> Alert {
    let since =
      switch kind {
      case .late: rule.threshold(start: visit.start, isTimeCritical: visit.isTimeCritical)
      case .missed: rule.missed(start: visit.start, end: visit.end, isTimeCritical: visit.isTimeCritical)
      case .overrun: rule.overrun(end: visit.end)
      case .openNotTaken: rule.notTaken(start: visit.start)
      case .conflict, .overlap, .withdrawn, .notInCare: visit.start
      }
    return Alert(
      id: AlertID(rawValue: "a-\(kind)"), kind: kind, visit: visit.id, worker: visit.worker, client: visit.client,
      since: since, raisedAt: since)
  }

  /// What is raised so many minutes after eight, each with the minute of its threshold.
  private func raised(_ visit: WatchedVisit, at minutes: Int64, open: [Alert] = []) -> [String] {
    rule.findings([visit], open: open, now: eight.adding(minutes: minutes)).raised.map {
      "\($0.kind) \(eight.milliseconds(to: $0.since) / 60_000)"
    }
  }

  @Test("a visit is late after 15 minutes, for a time-critical client after 5")
  func late() throws {
    #expect(try raised(visit(), at: 14) == [])
    #expect(try raised(visit(), at: 15) == ["late 15"])
    #expect(try raised(visit(isTimeCritical: true), at: 4) == [])
    #expect(try raised(visit(isTimeCritical: true), at: 5) == ["late 5"])
  }

  @Test("a visit is proposed as missed after 30 minutes, after its duration when that is shorter, never before late")
  func missed() throws {
    #expect(try raised(visit(), at: 30) == ["late 15", "missed 30"])
    #expect(try raised(visit(lasting: 20), at: 20) == ["late 15", "missed 20"])
    #expect(try raised(visit(lasting: 10), at: 14) == [])
    #expect(try raised(visit(lasting: 10), at: 15) == ["late 15", "missed 15"])
    #expect(try raised(visit(lasting: 10, isTimeCritical: true), at: 10) == ["late 5", "missed 10"])
  }

  @Test("a visit that nobody has ended has overrun 15 minutes after its end")
  func overrun() throws {
    #expect(try raised(visit(.inProgress), at: 74) == [])
    #expect(try raised(visit(.inProgress), at: 75) == ["overrun 75"])
  }

  @Test("an open visit that nobody takes is told of two hours before it starts, and nobody is late for it")
  func notTaken() throws {
    #expect(try raised(visit(worker: nil), at: -121) == [])
    #expect(try raised(visit(worker: nil), at: -120) == ["openNotTaken -120"])
    #expect(try raised(visit(worker: nil), at: 90) == ["openNotTaken -120"])
  }

  @Test("what is done, called off, missed or withdrawn raises nothing")
  func quiet() throws {
    for status in [Status.completed, .cancelled, .missed] { #expect(try raised(visit(status), at: 500) == []) }
    var withdrawn = try visit()
    withdrawn.isWithdrawn = true
    #expect(raised(withdrawn, at: 500) == [])
  }

  @Test("what is known is not raised again")
  func once() throws {
    let visit = try visit()
    #expect(raised(visit, at: 20, open: [alert(.late, of: visit)]) == [])
    #expect(raised(visit, at: 40, open: [alert(.late, of: visit)]) == ["missed 30"])
  }

  @Test("a visit that ended more than a day ago raises nothing, and what it raised before stands")
  func longPast() throws {
    let day: Int64 = 24 * 60
    let visit = try visit()
    #expect(raised(visit, at: 60 + day - 1).count == 2)
    #expect(raised(visit, at: 60 + day) == [])
    let known = alert(.late, of: visit)
    #expect(rule.findings([visit], open: [known], now: eight.adding(minutes: 60 + day)).disproved == [])
  }

  @Test("a check-in, a later start, another worker, or an end of any kind disproves that somebody is late")
  func disproved() throws {
    let first = try visit()
    let known = [alert(.late, of: first), alert(.missed, of: first)]
    var moved = first
    moved.start = eight.adding(minutes: 60)
    moved.end = eight.adding(minutes: 120)
    let changed =
      try [Status.inProgress, .completed, .cancelled, .missed].map { try visit($0) }
      + [moved, try visit(worker: "james"), try visit(worker: nil)]
    for visit in changed {
      #expect(rule.findings([visit], open: known, now: eight.adding(minutes: 40)).disproved == known, "\(visit)")
    }
    #expect(rule.findings([first], open: known, now: eight.adding(minutes: 40)).disproved == [])
  }

  @Test("a visit that was moved and is late by its new plan too is told of anew, with the new time")
  func moved() throws {
    let known = alert(.late, of: try visit())
    var moved = try visit()
    moved.start = eight.adding(minutes: 10)
    moved.end = eight.adding(minutes: 70)
    let findings = rule.findings([moved], open: [known], now: eight.adding(minutes: 30))
    #expect(findings.disproved == [known])
    #expect(findings.raised.map(\.since) == [eight.adding(minutes: 25)])
  }

  @Test("another worker who is not there either is late anew")
  func reassigned() throws {
    let known = alert(.late, of: try visit())
    let findings = rule.findings([try visit(worker: "james")], open: [known], now: eight.adding(minutes: 20))
    #expect(findings.disproved == [known])
    #expect(findings.raised.map(\.kind) == [.late])
    #expect(findings.raised.first?.visit.worker == WorkerID(rawValue: "james"))
  }

  @Test("an overlap holds while there is one and the visit is not over, a conflict until a person has settled it")
  func standing() throws {
    func disproved(_ visit: WatchedVisit, at minutes: Int64, isOverlapping: Bool = true) throws -> [Alert.Kind] {
      let first = try self.visit()
      var visit = visit
      visit.isOverlapping = isOverlapping
      let open = [alert(.overlap, of: first), alert(.conflict, of: first)]
      return rule.findings([visit], open: open, now: eight.adding(minutes: minutes)).disproved.map(\.kind)
    }
    #expect(try disproved(visit(), at: 0) == [])
    #expect(try disproved(visit(), at: 0, isOverlapping: false) == [.overlap])
    #expect(try disproved(visit(.inProgress), at: 59) == [])
    #expect(try disproved(visit(.inProgress), at: 60) == [.overlap])
    #expect(try disproved(visit(.completed), at: 0) == [.overlap])
    #expect(try disproved(visit(worker: "james"), at: 0) == [.overlap], "it was about another worker")
  }

  @Test("that a visit was taken back holds until it would be over, or is planned again")
  func withdrawn() throws {
    var visit = try visit()
    visit.isWithdrawn = true
    let open = [alert(.withdrawn, of: visit)]
    let findings = rule.findings([visit], open: open, now: eight.adding(minutes: 30))
    #expect(findings.disproved == [])
    #expect(findings.raised == [], "nobody is late for it")
    #expect(findings.next == eight.adding(minutes: 60))
    #expect(rule.findings([visit], open: open, now: eight.adding(minutes: 60)).disproved == open)
    visit.isWithdrawn = false
    #expect(rule.findings([visit], open: open, now: eight).disproved == open)
  }

  @Test("when a visit that overlaps another is over is known before")
  func endOfOverlap() throws {
    var visit = try visit(.inProgress)
    visit.isOverlapping = true
    let findings = rule.findings([visit], open: [alert(.overlap, of: visit)], now: eight)
    #expect(findings.next == eight.adding(minutes: 60))
  }

  @Test("the next moment at which anything falls due is known exactly")
  func next() throws {
    func next(_ visits: [WatchedVisit], at minutes: Int64) -> Int64? {
      rule.findings(visits, open: [], now: eight.adding(minutes: minutes)).next.map {
        eight.milliseconds(to: $0) / 60_000
      }
    }
    let visits = [try visit(), try visit(number: 2, from: 7, isTimeCritical: true)]
    #expect(next(visits, at: 0) == 12, "the later one, whose client is time-critical")
    #expect(next(visits, at: 12) == 15)
    #expect(next(visits, at: 15) == 30)
    #expect(next(visits, at: 30) == 37)
    #expect(next(visits, at: 37) == nil)
    #expect(next([try visit(.completed)], at: 0) == nil)
    #expect(next([try visit(.inProgress)], at: 0) == 75)
  }

  @Test("the 40,000 visits of a day are looked at in order, each by itself")
  func many() throws {
    let visits = try (0..<40_000).map { try visit(number: $0, from: Int64($0 % 960)) }
    let findings = rule.findings(visits, open: [], now: eight.adding(minutes: 479))
    func starting(until minutes: Int64) -> Int {
      visits.count { eight.milliseconds(to: $0.start) <= minutes * 60_000 }
    }
    #expect(findings.raised.count { $0.kind == .late } == starting(until: 464))
    #expect(findings.raised.count { $0.kind == .missed } == starting(until: 449))
    #expect(findings.next == eight.adding(minutes: 480))
  }

  @Test("a device that was heard of neither since the threshold nor for two minutes is silent; who has none is late")
  func silence() {
    func isSilent(_ lastHeard: Int64?, at minutes: Int64 = 20) -> Bool {
      LateRule.isSilent(
        since: eight, lastHeard: lastHeard.map { eight.adding(minutes: $0) }, now: eight.adding(minutes: minutes))
    }
    #expect(isSilent(-13))
    #expect(!isSilent(0))
    #expect(!isSilent(nil))
    #expect(!isSilent(-1, at: 0), "it spoke a minute ago")
    #expect(isSilent(-1, at: 1))
  }

  @Test("who acknowledged first stays; a conflict is settled so, and what is over cannot be acknowledged")
  func acknowledged() throws {
    let first = Alert.Acknowledgement(at: eight, by: "anna", note: "Calling her")
    var late = alert(.late, of: try visit())
    try late.acknowledge(first)
    try late.acknowledge(Alert.Acknowledgement(at: eight.adding(minutes: 1), by: "omar", note: nil))
    #expect(late.acknowledged == first)
    #expect(late.state == .acknowledged)
    var conflict = alert(.conflict, of: try visit())
    try conflict.acknowledge(first)
    #expect(conflict.state == .resolved)
    #expect(throws: Refusal.alertOver(conflict.id)) { try conflict.acknowledge(first) }
  }
}
