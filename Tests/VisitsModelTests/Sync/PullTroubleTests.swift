import Testing

@testable import VisitsModel

@Suite("A pull in trouble")
struct PullTroubleTests {
  private var run = TestPull()
  private let two = PullPlan([
    PullPlan.Kind("Patient", watermark: TestPull.at(1000)),
    PullPlan.Kind("Appointment", watermark: TestPull.at(1000), newDays: TestPull.days("2026-11-20")),
  ])

  @Test("ends where the network cannot be reached, or the server wants to be left alone")
  mutating func network() {
    _ = run.begin(two)
    #expect(run.step(.trouble(.unreachable(mayHaveLanded: false))) == ["end unreachable"])
    _ = run.begin(two)
    #expect(run.step(.trouble(.later(retryAfter: 60_000, mayHaveLanded: true))) == ["end server 60"])
  }

  @Test("goes on with the other types, and says that it failed")
  mutating func oneType() {
    for (trouble, end) in [
      (RequestTrouble.refused(words: "No"), "end refused"), (.broken, "end server"), (.forbidden, "end forbidden"),
      (.unreadable(words: "HTML"), "end unreadable"), (.gone, "end refused"),
    ] {
      _ = run.begin(two)
      #expect(run.step(.trouble(trouble)).last == "fetch Appointment on 2026-11-20")
      #expect(run.page("a").last == "fetch Appointment since 880")
      #expect(run.page("b").last == end)
    }
  }

  @Test("over a type's days leaves that type for the next run, uncovered")
  mutating func day() {
    _ = run.begin(two)
    _ = run.page("p")
    #expect(run.step(.trouble(.broken)) == ["note Appointment: broken", "end server"])
    #expect(run.kept == ["keep p, Patient up to 1000"])
  }

  @Test("begins again from the watermark when a page has expired, three times")
  mutating func expired() {
    _ = run.begin(two)
    for _ in 1...3 {
      #expect(run.page("a", updated: [1500], date: 1600, next: .link("p2")).last == "fetch p2")
      #expect(run.step(.trouble(.gone)) == ["fetch Patient since 880"])
    }
    _ = run.page("a", next: .link("p2"))
    #expect(run.step(.trouble(.gone)) == ["note Patient: endless", "fetch Appointment on 2026-11-20"])
  }

  @Test("takes the server's clock of the search that was begun again")
  mutating func expiredClock() {
    _ = run.begin(two)
    _ = run.page("a", updated: [1100], date: 1200, next: .link("p2"))
    _ = run.step(.trouble(.gone))
    #expect(run.page("b", updated: [1500], date: 1600).first == "keep b, Patient up to 1500")
  }

  @Test("follows no link in a circle, and none to another server; what came is kept and the watermark stays")
  mutating func links() {
    _ = run.begin(two)
    _ = run.page("a", updated: [1500], date: 1600, next: .link("p2"))
    _ = run.page("b", next: .link("p3"))
    #expect(
      run.page("c", next: .link("p2")) == ["keep c", "note Patient: endless", "fetch Appointment on 2026-11-20"])
    _ = run.begin(two)
    #expect(run.page("a", next: .link("https://elsewhere.example/p2")).prefix(2) == ["carry", "keep a"])
    #expect(
      run.step(.trouble(.unreadable(words: "foreign")))
        == ["note Patient: unreadable", "fetch Appointment on 2026-11-20"])
    _ = run.page("d")
    #expect(run.page("e").last == "end unreadable")
  }

  @Test("reads no more than 10,000 pages of one search")
  mutating func endless() {
    _ = run.begin(two)
    for page in 1..<10_000 { _ = run.page("a", updated: [1500], next: .link("p\(page)")) }
    #expect(
      run.page("a", updated: [1500], next: .link("p")) == [
        "keep a", "note Patient: endless", "fetch Appointment on 2026-11-20",
      ])
  }

  @Test("follows no more than 100 pages in a row that hold nothing, and 8 MB of links")
  mutating func nothing() {
    _ = run.begin(two)
    for page in 1...99 { _ = run.page("a", next: .link("p\(page)")) }
    #expect(run.page("b", updated: [1500], next: .link("b")).last == "fetch b")
    for page in 100..<199 { _ = run.page("a", next: .link("p\(page)")) }
    #expect(run.page("a", next: .link("p")) == ["keep a", "note Patient: endless", "fetch Appointment on 2026-11-20"])
    _ = run.begin(two)
    for page in 1000..<2024 {
      _ = run.page("a", updated: [1500], next: .link(String(repeating: "p", count: 8188) + "\(page)"))
    }
    #expect(
      run.page("a", updated: [1500], next: .link("p")) == [
        "keep a", "note Patient: endless", "fetch Appointment on 2026-11-20",
      ])
  }

  @Test("tells once that something came which is no record, and goes on; it is well when none comes any more")
  mutating func nameless() {
    _ = run.begin(two)
    #expect(
      run.page("a", updated: [1500], nameless: "no id", next: .link("p"))
        == ["carry", "keep a", "note Patient: unreadable", "fetch p"])
    let last = run.page("b", updated: [1600], date: 1700, nameless: "no id")
    #expect(last == ["keep b, Patient up to 1600", "fetch Appointment on 2026-11-20"])
    let plan = PullPlan([PullPlan.Kind("Patient", watermark: nil)])
    _ = run.begin(plan)
    #expect(run.page("a", nameless: "no id") == ["carry", "keep a", "note Patient: unreadable", "end"])
    _ = run.begin(plan)
    #expect(run.page("a") == ["carry", "keep a, Patient followed", "end"])
  }

  @Test("keeps no link that is longer than an address")
  mutating func longLink() {
    _ = run.begin(two)
    let link = String(repeating: "p", count: 8193)
    #expect(
      run.page("a", next: .link(link)) == [
        "carry", "keep a", "note Patient: endless", "fetch Appointment on 2026-11-20",
      ])
  }

  @Test("renews a token that is refused once, and repeats the request")
  mutating func unauthorized() {
    _ = run.begin(two)
    #expect(run.step(.trouble(.unauthorized)) == ["renew"])
    #expect(run.step(.renewed(true)) == ["fetch Patient since 880"])
    #expect(run.page("p").last == "fetch Appointment on 2026-11-20")
    #expect(run.step(.trouble(.unauthorized)) == ["end unauthorized"])
    _ = run.begin(two)
    _ = run.step(.trouble(.unauthorized))
    #expect(run.step(.renewed(false)) == ["end unauthorized"])
  }

  @Test("keeps no page whose references could not be read because the network went away")
  mutating func cutOff() {
    _ = run.begin(two)
    _ = run.page("a", unknown: ["x"])
    #expect(run.step(.trouble(.unreachable(mayHaveLanded: false))) == ["end unreachable"])
    #expect(run.kept == [])
  }

  private static let silences: [(RequestTrouble, String)] = [
    (.cut, "cut"), (.unreachable(mayHaveLanded: true), "unreachable"),
    (.later(retryAfter: nil, mayHaveLanded: true), "server"),
  ]

  @Test("goes on after a search that is cut off, and tells of it when the server answers again", arguments: silences)
  mutating func cutSearch(_ trouble: RequestTrouble, _ end: String) {
    _ = run.begin(two)
    #expect(run.step(.trouble(trouble)) == ["fetch Appointment on 2026-11-20"])
    #expect(run.page("a").first?.hasPrefix("note Patient: ") == true)
    #expect(run.page("b").last == (end == "unreachable" ? "end cut" : "end \(end)"))
    #expect(run.kept == ["keep a, Appointment 2026-11-20 covered", "keep b, Appointment up to 1000"])
  }

  @Test("ends with the second request in a row that is cut off, and tells of neither", arguments: silences)
  mutating func cutTwice(_ trouble: RequestTrouble, _ end: String) {
    _ = run.begin(two)
    _ = run.step(.trouble(trouble))
    #expect(run.step(.trouble(trouble)) == ["end \(end)"])
  }

  @Test("goes on after a record whose read is cut off", arguments: silences)
  mutating func cutRead(_ trouble: RequestTrouble, _ end: String) {
    _ = run.begin(two)
    #expect(run.page("a", unknown: ["x"]).last == "fetch x")
    #expect(
      run.step(.trouble(trouble)) == ["keep a, Patient up to 1000", "fetch Appointment on 2026-11-20"])
    #expect(run.page("b").first?.hasPrefix("note x: ") == true)
    #expect(run.page("c").last == "end")
  }
}
