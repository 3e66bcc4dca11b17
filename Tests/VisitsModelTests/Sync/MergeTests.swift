import Testing

@testable import VisitsModel

@Suite("Two changes of one visit, ours and upstream's")
struct MergeTests {
  /// Margaret Chen at Sarah's, 8:00 to 9:00.
  private let agreed: SyncedVisit
  private let sarah: WorkerID
  private let omar: WorkerID
  private let lena: WorkerID

  init() throws {
    sarah = try #require(WorkerID(rawValue: "sarah"))
    omar = try #require(WorkerID(rawValue: "omar"))
    lena = try #require(WorkerID(rawValue: "lena"))
    let client = try #require(ClientID(rawValue: "margaret-chen"))
    agreed = SyncedVisit(plan: SyncedVisit.Plan(start: at(8), end: at(9)), worker: sarah, client: client)
  }

  typealias Edit = (inout SyncedVisit) -> Void

  /// What comes of an edit of ours and one of theirs, in words.
  private func merge(
    from base: Edit = { _ in }, ours: Edit, theirs: Edit, isRecordedHere: Bool = false
  ) -> String {
    var (agreed, mine) = (agreed, agreed)
    base(&agreed)
    mine = agreed
    var other = agreed
    ours(&mine)
    theirs(&other)
    switch Merge(base: agreed, ours: mine, theirs: other, isRecordedHere: isRecordedHere).result {
    case .clash(let clash): return "parked, \(clash.kind): \(words(clash.ours)) / \(words(clash.theirs))"
    case .merged(let visit, let overruled):
      let told = overruled.map { "; overruled \(words($0.ours)) by \(words($0.theirs))" }.joined()
      return words(visit) + told
    }
  }

  private func life(_ life: SyncedLife) -> Edit { { $0.life = life } }
  private func worker(_ worker: WorkerID?) -> Edit { { $0.worker = worker } }
  private func plan(_ start: Double, _ end: Double) -> Edit {
    { $0.plan = SyncedVisit.Plan(start: at(start), end: at(end)) }
  }

  @Test("what one side alone changed is kept, whichever side it was")
  func oneSide() {
    #expect(merge(ours: plan(10, 11), theirs: { _ in }) == "10-11 sarah scheduled")
    #expect(merge(ours: { _ in }, theirs: plan(10, 11)) == "10-11 sarah scheduled")
    #expect(merge(ours: life(.inProgress(checkIn: at(8))), theirs: plan(10, 11)) == "10-11 sarah inProgress 8")
    #expect(merge(ours: { $0.note = "Key" }, theirs: worker(omar)) == "8-9 omar scheduled note Key")
    #expect(merge(ours: { _ in }, theirs: life(.cancelled(reason: "Ill", checkIn: nil))) == "8-9 sarah cancelled Ill")
  }

  @Test("what both changed alike is no conflict")
  func alike() {
    #expect(merge(ours: plan(10, 11), theirs: plan(10, 11)) == "10-11 sarah scheduled")
    let done = life(.completed(checkIn: at(8), checkOut: at(9)))
    #expect(merge(ours: done, theirs: done) == "8-9 sarah completed 8 9")
    #expect(
      merge(
        ours: {
          $0.worker = omar
          $0.life = .inProgress(checkIn: at(8))
        }, theirs: worker(omar)) == "8-9 omar inProgress 8")
  }

  @Test("upstream wins planned times, assignment, address and service, and what it overrules is told")
  func plans() {
    #expect(
      merge(ours: plan(10, 11), theirs: plan(12, 13)) == "12-13 sarah scheduled; overruled plan 10-11 by plan 12-13")
    #expect(
      merge(ours: plan(8, 10), theirs: plan(7, 9)) == "7-9 sarah scheduled; overruled plan 8-10 by plan 7-9")
    #expect(
      merge(ours: worker(omar), theirs: worker(lena))
        == "8-9 lena scheduled; overruled worker omar by worker lena")
    #expect(
      merge(ours: worker(nil), theirs: worker(lena)) == "8-9 lena scheduled; overruled worker open by worker lena")
    #expect(
      merge(ours: { $0.address = "1 Oak St" }, theirs: { $0.address = "2 Elm St" })
        == "8-9 sarah scheduled address 2 Elm St; overruled address 1 Oak St by address 2 Elm St")
    #expect(
      merge(ours: { $0.service = "Bath" }, theirs: { $0.service = "Meal" })
        == "8-9 sarah scheduled service Meal; overruled service Bath by service Meal")
  }

  @Test("of the note each line counts by itself: what either side wrote stays, and what we struck out is gone")
  func notes() {
    func note(_ base: String?, _ ours: String?, _ theirs: String?) -> String? {
      let words = merge(from: { $0.note = base }, ours: { $0.note = ours }, theirs: { $0.note = theirs })
      return words.split(separator: " note ").dropFirst().first.map(String.init)
    }
    #expect(note(nil, "Ours", "Theirs") == "Theirs\nOurs")
    #expect(note(nil, nil, "Theirs") == "Theirs")
    #expect(note("Key", "Key\nDog", "Key\nBell") == "Key\nBell\nDog")
    #expect(note("Key", "Key\nDog", "Key\nDog\nBell") == "Key\nDog\nBell")
    #expect(note("Key", "Dog", "Key\nBell") == "Bell\nDog")
    #expect(note("Key", nil, "Key\nBell") == "Bell")
    #expect(note("Key", "Dog", nil) == "Dog")
  }

  @Test("called off or given away upstream, but started or completed here: parked with both")
  func calledOff() {
    let off = life(.cancelled(reason: "Ill", checkIn: nil))
    #expect(
      merge(ours: life(.inProgress(checkIn: at(8))), theirs: off)
        == "parked, cancelled: inProgress 8 / cancelled Ill")
    #expect(
      merge(ours: life(.completed(checkIn: nil, checkOut: at(9))), theirs: off)
        == "parked, cancelled: completed - 9 / cancelled Ill")
    #expect(
      merge(ours: life(.inProgress(checkIn: at(8))), theirs: life(.missed(by: .client, reason: "Out")))
        == "parked, cancelled: inProgress 8 / missed client Out")
    #expect(
      merge(ours: life(.inProgress(checkIn: at(8))), theirs: worker(omar))
        == "parked, reassigned: worker sarah / worker omar")
    #expect(
      merge(ours: life(.completed(checkIn: at(8), checkOut: at(9))), theirs: worker(nil))
        == "parked, reassigned: worker sarah / worker open")
  }

  @Test("who came, to whom and on which day stays as it was reported here, after both knew it too")
  func reported() {
    let done = life(.completed(checkIn: at(8), checkOut: at(9)))
    func edited(_ theirs: @escaping Edit, isRecordedHere: Bool = true) -> String {
      merge(from: done, ours: { _ in }, theirs: theirs, isRecordedHere: isRecordedHere)
    }
    #expect(edited(worker(omar)) == "parked, reassigned: worker sarah / worker omar")
    #expect(edited(worker(nil)) == "parked, reassigned: worker sarah / worker open")
    #expect(edited { $0.client = ClientID(rawValue: "john-smith")! }.hasPrefix("parked, reassigned: client"))
    #expect(edited(plan(80, 81)) == "parked, rescheduled: plan 8-9 / plan 80-81")
    #expect(edited(plan(10, 11)) == "10-11 sarah completed 8 9", "a plan that is put right says the same of who came")
    #expect(edited(worker(omar), isRecordedHere: false) == "8-9 omar completed 8 9", "their own word is theirs")
    #expect(edited(plan(80, 81), isRecordedHere: false) == "80-81 sarah completed 8 9")
  }

  @Test("given away after both knew from upstream that it had begun is no conflict")
  func begun() {
    let begun = life(.inProgress(checkIn: at(8)))
    #expect(merge(from: begun, ours: { $0.note = "Key" }, theirs: worker(omar)) == "8-9 omar inProgress 8 note Key")
    #expect(
      merge(from: begun, ours: { _ in }, theirs: life(.cancelled(reason: "Ill", checkIn: nil)))
        == "8-9 sarah cancelled Ill 8")
  }

  @Test("what both knew to have happened is never taken back without a word")
  func takenBack() {
    let done = life(.completed(checkIn: at(8), checkOut: at(9)))
    func taken(_ change: @escaping (inout SyncedVisit) -> Void, from base: @escaping (inout SyncedVisit) -> Void)
      -> String
    { merge(from: base, ours: { _ in }, theirs: change) }
    #expect(taken(life(.scheduled), from: done) == "parked, withdrawn: completed 8 9 / scheduled")
    #expect(
      taken(life(.cancelled(reason: "Ill", checkIn: at(8))), from: done)
        == "parked, cancelled: completed 8 9 / cancelled Ill 8")
    #expect(
      taken(life(.inProgress(checkIn: at(8))), from: done) == "parked, actualTimes: completed 8 9 / inProgress 8")
    #expect(
      taken(life(.completed(checkIn: nil, checkOut: nil)), from: done)
        == "parked, actualTimes: completed 8 9 / completed - -")
    #expect(
      taken(life(.scheduled), from: life(.inProgress(checkIn: at(8)))) == "parked, withdrawn: inProgress 8 / scheduled")
    #expect(
      taken(life(.completed(checkIn: at(8), checkOut: at(9.5))), from: done) == "8-9 sarah completed 8 9.5",
      "upstream corrects a time that nobody changed here")
  }

  @Test("a visit where somebody was is never withdrawn, another is")
  func withdrawn() {
    let begun = life(.inProgress(checkIn: at(8)))
    #expect(merge(ours: begun, theirs: life(.withdrawn)) == "parked, withdrawn: inProgress 8 / withdrawn")
    let parked = "parked, withdrawn: inProgress 8 / withdrawn"
    #expect(merge(from: begun, ours: { _ in }, theirs: life(.withdrawn)) == parked)
    #expect(merge(ours: { _ in }, theirs: life(.withdrawn)) == "8-9 sarah withdrawn")
    #expect(merge(ours: { $0.note = "Key" }, theirs: life(.withdrawn)) == "8-9 sarah withdrawn note Key")
    #expect(
      merge(ours: life(.cancelled(reason: "Away", checkIn: nil)), theirs: life(.withdrawn))
        == "8-9 sarah withdrawn; overruled cancelled Away by withdrawn")
  }

  @Test("our check-in, check-out and completion win, and what upstream alone knows of is kept")
  func happened() {
    let done = life(.completed(checkIn: at(8), checkOut: at(9)))
    #expect(merge(ours: done, theirs: life(.inProgress(checkIn: at(8)))) == "8-9 sarah completed 8 9")
    #expect(merge(ours: done, theirs: life(.completed(checkIn: nil, checkOut: nil))) == "8-9 sarah completed 8 9")
    #expect(
      merge(ours: life(.completed(checkIn: nil, checkOut: at(9))), theirs: life(.inProgress(checkIn: at(8))))
        == "8-9 sarah completed 8 9")
    #expect(
      merge(ours: life(.inProgress(checkIn: at(8))), theirs: life(.completed(checkIn: nil, checkOut: nil)))
        == "8-9 sarah inProgress 8")
    #expect(
      merge(from: life(.inProgress(checkIn: at(8))), ours: done, theirs: life(.inProgress(checkIn: at(8.5))))
        == "8-9 sarah completed 8.5 9")
    let begun = life(.inProgress(checkIn: at(8)))
    #expect(merge(from: begun, ours: done, theirs: life(.scheduled)) == "8-9 sarah completed 8 9")
  }

  @Test("a check-out that only upstream knows of stands, unless it was taken back here")
  func checkedOutThere() {
    let done = life(.completed(checkIn: at(8), checkOut: at(9)))
    let begun = life(.inProgress(checkIn: at(8)))
    #expect(merge(ours: begun, theirs: done) == "8-9 sarah completed 8 9")
    #expect(
      merge(from: begun, ours: life(.inProgress(checkIn: at(8.25))), theirs: done) == "8-9 sarah completed 8.25 9")
    #expect(
      merge(ours: begun, theirs: life(.completed(checkIn: nil, checkOut: at(9)))) == "8-9 sarah completed 8 9")
    let corrected = life(.completed(checkIn: at(8.5), checkOut: at(9)))
    #expect(merge(from: done, ours: begun, theirs: corrected) == "8-9 sarah inProgress 8.5")
  }

  @Test("two different actual times are parked with both")
  func actualTimes() {
    #expect(
      merge(ours: life(.inProgress(checkIn: at(8))), theirs: life(.inProgress(checkIn: at(8.5))))
        == "parked, actualTimes: inProgress 8 / inProgress 8.5")
    #expect(
      merge(
        from: life(.inProgress(checkIn: at(8))), ours: life(.completed(checkIn: at(8), checkOut: at(9))),
        theirs: life(.completed(checkIn: at(8), checkOut: at(9.5))))
        == "parked, actualTimes: completed 8 9 / completed 8 9.5")
  }

  @Test("called off here gives way to what upstream says, and is told")
  func calledOffHere() {
    let off = life(.cancelled(reason: "Away", checkIn: nil))
    #expect(
      merge(ours: off, theirs: life(.cancelled(reason: "Ill", checkIn: nil)))
        == "8-9 sarah cancelled Ill; overruled cancelled Away by cancelled Ill")
    #expect(
      merge(ours: off, theirs: life(.completed(checkIn: at(8), checkOut: at(9))))
        == "8-9 sarah completed 8 9; overruled cancelled Away by completed 8 9")
    #expect(
      merge(ours: life(.missed(by: .worker, reason: "Ill")), theirs: life(.inProgress(checkIn: at(8))))
        == "8-9 sarah inProgress 8; overruled missed worker Ill by inProgress 8")
    #expect(
      merge(
        from: life(.inProgress(checkIn: at(8))), ours: life(.cancelled(reason: "Fall", checkIn: at(8))),
        theirs: life(.cancelled(reason: "Ill", checkIn: nil))) == "8-9 sarah cancelled Fall 8")
  }

  @Test("reopened here while upstream says something new of what happened: parked with both")
  func reopened() {
    let done = life(.completed(checkIn: at(8), checkOut: at(9)))
    #expect(
      merge(from: done, ours: life(.scheduled), theirs: life(.completed(checkIn: at(8), checkOut: at(9.5))))
        == "parked, reopened: scheduled / completed 8 9.5")
    #expect(merge(from: done, ours: life(.scheduled), theirs: { _ in }) == "8-9 sarah scheduled")
  }
}

/// So many hours into the day.
private func at(_ hours: Double) -> Instant { Instant(milliseconds: Int64(hours * 3_600_000)) }

private func hours(_ instant: Instant?) -> String {
  guard let instant else { return "-" }
  let hours = Double(instant.milliseconds) / 3_600_000
  return hours == hours.rounded() ? "\(Int(hours))" : "\(hours)"
}

private func words(_ visit: SyncedVisit) -> String {
  let extras = [("address", visit.address), ("service", visit.service), ("note", visit.note)]
  let told = extras.compactMap { name, text in text.map { " \(name) \($0)" } }.joined()
  let plan = "\(hours(visit.plan.start))-\(hours(visit.plan.end))"
  return "\(plan) \(visit.worker?.rawValue ?? "open") \(words(visit.life))\(told)"
}

private func words(_ value: SyncedValue) -> String {
  switch value {
  case .plan(let plan): "plan \(hours(plan.start))-\(hours(plan.end))"
  case .worker(let worker): "worker \(worker?.rawValue ?? "open")"
  case .client(let client): "client \(client.rawValue)"
  case .address(let text): "address \(text ?? "-")"
  case .service(let text): "service \(text ?? "-")"
  case .note(let text): "note \(text ?? "-")"
  case .life(let life): words(life)
  }
}

private func words(_ life: SyncedLife) -> String {
  switch life {
  case .scheduled: "scheduled"
  case .inProgress(let checkIn): "inProgress \(hours(checkIn))"
  case .completed(let checkIn, let checkOut): "completed \(hours(checkIn)) \(hours(checkOut))"
  case .cancelled(let reason, let checkIn): "cancelled \(reason)" + (checkIn == nil ? "" : " \(hours(checkIn))")
  case .missed(let by, let reason): "missed \(by) \(reason)"
  case .withdrawn: "withdrawn"
  }
}
