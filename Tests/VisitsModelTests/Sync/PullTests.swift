import Testing

@testable import VisitsModel

@Suite("Bringing here what changed upstream")
struct PullTests {
  private var run = TestPull()
  private let appointments = PullPlan([PullPlan.Kind("Appointment", watermark: TestPull.at(1000), newDays: [])])

  @Test("changes are asked for from two minutes before the watermark, which moves with the last page")
  mutating func changes() {
    #expect(run.begin(appointments) == ["fetch Appointment since 880"])
    #expect(run.page("a", updated: [1100, 1200], date: 1300, next: .link("p2")) == ["carry", "keep a", "fetch p2"])
    #expect(
      run.page("b", updated: [1250], date: 1400) == ["keep b, Appointment up to 1250", "end"])
  }

  @Test("the watermark is never later than the server's clock at the first page, nor taken from what came along")
  mutating func watermark() {
    _ = run.begin(appointments)
    _ = run.page("a", updated: [9999], date: 1300, next: .link("p2"))
    #expect(run.page("b", updated: [], date: 1400) == ["keep b, Appointment up to 1300", "end"])
    _ = run.begin(appointments)
    let included = RecordVersion(TestPull.record("x"), version: "1", lastUpdated: TestPull.at(1200), isMatch: false)
    let page = PulledPage(TestPull.handle("a"), date: TestPull.at(1300), records: [included])
    #expect(run.step(.page(page)).last == "end")
    #expect(run.kept == ["keep a, Appointment up to 1000"])
  }

  @Test("a server whose clock was set back takes the watermark back with it")
  mutating func clockSetBack() {
    _ = run.begin(appointments)
    #expect(run.page("a", updated: [], date: 500) == ["carry", "keep a, Appointment up to 500", "end"])
  }

  @Test("a watermark that has stood still for sixteen hours follows the server's clock, fifteen hours behind")
  func quiet() {
    func end(at hour: Int64) -> [String] {
      var run = TestPull()
      _ = run.begin(PullPlan([PullPlan.Kind("Patient", watermark: TestPull.at(0))]))
      return run.page("a", updated: [0], date: hour * 3600, isNews: false)
    }
    #expect(end(at: 15) == ["keep a, Patient up to 0", "end"])
    #expect(end(at: 16) == ["keep a, Patient up to 3600", "end"])
    #expect(end(at: 20) == ["keep a, Patient up to 18000", "end"])
  }

  @Test("what has no date and was never pulled is taken whole")
  mutating func whole() {
    #expect(run.begin(PullPlan([PullPlan.Kind("Patient", watermark: nil)])) == ["fetch Patient"])
    #expect(run.page("a", updated: [300, 200], date: 900) == ["carry", "keep a, Patient up to 300", "end"])
  }

  @Test("a search that finds nothing at all is known to have gone well")
  mutating func none() {
    _ = run.begin(PullPlan([PullPlan.Kind("Location", watermark: nil)]))
    #expect(run.page("a", updated: [], date: 900) == ["carry", "keep a, Location followed", "end"])
  }

  @Test("new days come in full, each covered together with its last page, and changes from where the first began")
  mutating func firstPull() {
    let days = TestPull.days("2026-11-20", "2026-11-21")
    let kind = PullPlan.Kind("Appointment", watermark: nil, newDays: days)
    #expect(run.begin(PullPlan([kind])) == ["fetch Appointment on 2026-11-20"])
    #expect(
      run.page("a", updated: [50], date: 5000, next: .link("p2"))
        == ["carry", "keep a, Appointment up to 5000", "fetch p2"])
    #expect(
      run.page("b", updated: [60], date: 5100)
        == ["keep b, Appointment 2026-11-20 covered", "fetch Appointment on 2026-11-21"])
    #expect(
      run.page("c", updated: [70], date: 5200)
        == ["keep c, Appointment 2026-11-21 covered", "fetch Appointment since 4880"])
    #expect(run.page("d", updated: [], date: 5300) == ["keep d, Appointment up to 5000", "end"])
  }

  @Test("a pull that finds nothing new is a background run")
  mutating func nothingNew() {
    _ = run.begin(appointments)
    #expect(
      run.page("a", updated: [950], date: 1300, isNews: false) == ["keep a, Appointment up to 1000", "end"])
  }

  @Test("what is referred to and not known is read first, once, and what it refers to before it")
  mutating func references() {
    _ = run.begin(appointments)
    #expect(run.page("a", unknown: ["pat", "doc"], next: .link("p2")) == ["carry", "fetch pat"])
    #expect(run.page("pat", unknown: ["heir", "pat"]) == ["fetch heir"])
    #expect(run.page("heir") == ["keep heir", "keep pat", "fetch doc"])
    #expect(run.page("doc") == ["keep doc", "keep a", "fetch p2"])
    #expect(run.page("b", unknown: ["pat"]) == ["keep b, Appointment up to 1000", "end"])
  }

  @Test("no mark moves past a record that may have been changed and was not read")
  mutating func gap() {
    _ = run.begin(appointments)
    #expect(run.page("a", updated: [950], behind: ["x"]) == ["carry", "fetch x"])
    #expect(run.step(.trouble(.cut)) == ["keep a", "note x: cut", "end"])
    _ = run.begin(appointments)
    #expect(run.page("a", updated: [950], behind: ["x"]) == ["carry", "fetch x"])
    #expect(run.page("x") == ["keep x", "keep a, Appointment up to 1000", "end"])
  }

  @Test("what a stale page tells of and a read does not find is withdrawn once that page cannot bring it back")
  mutating func gone() {
    _ = run.begin(appointments)
    #expect(run.page("a", updated: [950], behind: ["x"]) == ["carry", "fetch x"])
    #expect(run.step(.trouble(.gone)) == ["keep a, Appointment up to 1000", "fetch x"])
    #expect(run.step(.trouble(.gone)) == ["withdraw x", "end"])
  }

  @Test("a record that times out each time holds up no mark once a person is told of it")
  mutating func knownGap() {
    _ = run.begin(PullPlan(appointments.kinds, again: [TestPull.record("x")]))
    #expect(run.page("a", updated: [950], behind: ["x"]) == ["carry", "fetch x"])
    #expect(run.step(.trouble(.cut)) == ["keep a, Appointment up to 1000", "note x: cut", "end"])
  }

  @Test("a record that was read before a page told of it anew is left for the next run")
  mutating func readTooEarly() {
    _ = run.begin(appointments)
    #expect(run.page("a", behind: ["x"], next: .link("p2")) == ["carry", "fetch x"])
    #expect(run.page("x") == ["keep x", "keep a", "fetch p2"])
    #expect(run.page("b", updated: [950], behind: ["x"]) == ["keep b", "end"])
  }

  @Test("a chain of references is followed eight steps")
  mutating func chain() {
    _ = run.begin(appointments)
    _ = run.page("r0", unknown: ["r1"])
    for step in 1..<8 { #expect(run.page("r\(step)", unknown: ["r\(step + 1)"]) == ["fetch r\(step + 1)"]) }
    #expect(run.page("r8", unknown: ["r9"]).first == "keep r8")
    #expect(run.steps.last == "end")
  }

  @Test("a reference that leads nowhere, or cannot be read, holds up nothing else")
  mutating func brokenReferences() {
    _ = run.begin(appointments)
    _ = run.page("a", unknown: ["lost", "odd"])
    #expect(run.step(.trouble(.gone)) == ["absent lost", "fetch odd"])
    #expect(
      run.step(.trouble(.unreadable(words: "HTML")))
        == ["note odd: unreadable", "keep a, Appointment up to 1000", "end"])
  }

  @Test("what could not be taken in before is read again and is no news, and what upstream has no more is withdrawn")
  mutating func again() {
    let plan = PullPlan([], again: [TestPull.record("a"), TestPull.record("b")])
    #expect(run.begin(plan) == ["fetch a"])
    #expect(run.page("a") == ["keep a", "fetch b"])
    #expect(run.step(.trouble(.gone)) == ["withdraw b", "end"])
  }

  @Test("once a night a window's ids and versions are compared, and only what a read does not find is withdrawn")
  mutating func reconciliation() {
    let days = TestPull.days("2026-11-20", "2026-11-21")
    let kinds = [
      PullPlan.Kind("Patient", watermark: TestPull.at(1)),
      PullPlan.Kind("Encounter", watermark: TestPull.at(1), newDays: []),
    ]
    _ = run.begin(PullPlan(kinds, comparison: .init(.window, of: days.map { $0...$0 })))
    _ = run.page("p", isNews: false)
    #expect(run.page("e", isNews: false).last == "fetch versions of Encounter on 2026-11-20")
    #expect(run.page("v", updated: [1, 2], isNews: false, next: .link("p2")) == ["fetch p2"])
    #expect(run.page("w", updated: [3], isNews: false) == ["compare Encounter 2026-11-20: v1 v2 w3"])
    #expect(run.step(.compared([TestPull.record("gone"), TestPull.record("new")])) == ["fetch gone"])
    #expect(run.step(.trouble(.gone)) == ["withdraw gone", "fetch new"])
    #expect(run.page("new") == ["carry", "keep new", "fetch versions of Encounter on 2026-11-21"])
    #expect(run.page("x", isNews: false) == ["compare Encounter 2026-11-21:"])
    #expect(run.step(.compared([])) == ["compared window", "end"])
  }

  @Test("a comparison that could not be finished is made again the next time")
  mutating func brokenReconciliation() {
    let kinds = [PullPlan.Kind("Encounter", watermark: TestPull.at(1), newDays: [])]
    let days = TestPull.days("2026-11-20", "2026-11-21")
    _ = run.begin(PullPlan(kinds, comparison: .init(.window, of: days.map { $0...$0 })))
    _ = run.page("e", isNews: false)
    #expect(run.step(.trouble(.broken)) == ["fetch whole versions of Encounter on 2026-11-20"])
    #expect(run.step(.trouble(.broken)) == ["note Encounter: broken", "end server"])
  }

  @Test("a server that refuses to give just ids and versions gives whole records, and is asked for nothing else again")
  mutating func wholeComparison() {
    let kinds = [PullPlan.Kind("Encounter", watermark: TestPull.at(1), newDays: [])]
    let days = TestPull.days("2026-11-20", "2026-11-21")
    _ = run.begin(PullPlan(kinds, comparison: .init(.window, of: days.map { $0...$0 })))
    _ = run.page("e", isNews: false)
    #expect(run.step(.trouble(.refused(words: "_elements"))) == ["fetch whole versions of Encounter on 2026-11-20"])
    #expect(run.page("v", updated: [1], isNews: false) == ["compare Encounter 2026-11-20: v1"])
    #expect(run.step(.compared([])) == ["fetch whole versions of Encounter on 2026-11-21"])
    #expect(run.page("w", isNews: false) == ["compare Encounter 2026-11-21:"])
    #expect(run.step(.compared([])) == ["compared window", "end"])
  }

  @Test("a comparison that brings more ids than any agency has ends")
  mutating func swollenComparison() {
    let kinds = [PullPlan.Kind("Encounter", watermark: TestPull.at(1), newDays: [])]
    let days = TestPull.days("2026-11-20", "2026-11-20")
    _ = run.begin(PullPlan(kinds, comparison: .init(.near, of: [days[0]...days[1]])))
    _ = run.page("e", isNews: false)
    let many = (0..<50_000).map { Int64($0) }
    for page in 1...4 {
      #expect(run.page("v\(page)", updated: many, isNews: false, next: .link("p\(page)")) == ["fetch p\(page)"])
    }
    #expect(
      run.page("v5", updated: many, isNews: false, next: .link("p5")) == ["note Encounter: endless", "end unreadable"])
  }

  @Test("what a page may take the place of is read, and the page is told that it is not there")
  mutating func absent() {
    _ = run.begin(appointments)
    _ = run.page("a", unknown: ["old"])
    #expect(run.step(.trouble(.gone)) == ["absent old", "keep a, Appointment up to 1000", "end"])
  }

  @Test("the near days are compared with one search for each type")
  mutating func near() {
    let kinds = ["Appointment", "Encounter"].map { PullPlan.Kind($0, watermark: TestPull.at(1), newDays: []) }
    let days = TestPull.days("2026-11-20", "2026-11-22")
    _ = run.begin(PullPlan(kinds, comparison: .init(.near, of: [days[0]...days[1]])))
    _ = run.page("a", isNews: false)
    #expect(run.page("e", isNews: false).last == "fetch versions of Appointment on 2026-11-20 to 2026-11-22")
    #expect(run.page("v", updated: [1], isNews: false) == ["compare Appointment 2026-11-20 to 2026-11-22: v1"])
    #expect(run.step(.compared([])) == ["fetch versions of Encounter on 2026-11-20 to 2026-11-22"])
    #expect(run.page("w", isNews: false) == ["compare Encounter 2026-11-20 to 2026-11-22:"])
    #expect(run.step(.compared([])) == ["compared near", "end"])
  }

  private let withHistory = PullPlan([
    PullPlan.Kind("Encounter", watermark: TestPull.at(2000), newDays: [], historyRead: TestPull.at(1000))
  ])

  @Test("what the history of a type says was deleted is read, and the mark moves when all of it was")
  mutating func history() {
    _ = run.begin(withHistory)
    #expect(run.page("e", isNews: false).last == "fetch history of Encounter since 880")
    #expect(
      run.page("h", updated: [1500, 1400], deleted: ["x"], date: 1600, isNews: false, next: .link("h2"))
        == ["fetch h2"])
    #expect(run.page("h2", updated: [1300], deleted: ["y"], isNews: false) == ["fetch x"])
    #expect(run.step(.trouble(.gone)) == ["withdraw x", "fetch y"])
    #expect(run.page("y") == ["carry", "keep y", "history of Encounter read up to 1500", "end"])
  }

  @Test("a history that the server says it has and refuses stops nothing")
  mutating func refusedHistory() {
    _ = run.begin(withHistory)
    _ = run.page("e", isNews: false)
    #expect(run.step(.trouble(.refused(words: "not supported"))) == ["end"])
  }

  @Test("a history without an end tells what it has told, and is read again")
  mutating func endlessHistory() {
    _ = run.begin(withHistory)
    _ = run.page("e", isNews: false)
    #expect(run.page("h", updated: [1500], deleted: ["x"], isNews: false, next: .link("h")) == ["fetch h"])
    #expect(run.page("h", updated: [1500], isNews: false, next: .link("h")) == ["fetch x"])
    #expect(run.step(.trouble(.gone)) == ["withdraw x", "end"])
  }

  @Test("a history whose page has expired begins again")
  mutating func expiredHistory() {
    _ = run.begin(withHistory)
    _ = run.page("e", isNews: false)
    #expect(run.page("h", updated: [1500], isNews: false, next: .link("h2")) == ["fetch h2"])
    #expect(run.step(.trouble(.gone)) == ["fetch history of Encounter since 880"])
    #expect(run.page("h", updated: [1500], isNews: false) == ["history of Encounter read up to 1500", "end"])
  }
}
