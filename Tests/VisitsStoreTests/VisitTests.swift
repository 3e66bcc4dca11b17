import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A visit")
struct VisitTests {
  private static let full = Check(
    at: .noon, receivedAt: .noon.adding(seconds: 3), position: Position(latitude: -53.5, longitude: 1e-7, accuracy: 0),
    distance: 0.1, method: .device, isClockSuspect: true, correction: Check.Correction(first: nil, reason: "forgotten"))
  private static let mended = Check(
    at: .noon.adding(minutes: 9), receivedAt: .noon, position: Position(latitude: 90, longitude: -180),
    method: .upstream, correction: Check.Correction(first: Instant(milliseconds: -1), reason: "other: \"a\\b\"\n"))
  static let lives: [Life] = [
    .scheduled, .inProgress(checkIn: nil), .inProgress(checkIn: full), .completed(checkIn: nil, checkOut: nil),
    .completed(checkIn: full, checkOut: mended), .completed(checkIn: nil, checkOut: .test()),
    .completed(checkIn: mended, checkOut: nil), .cancelled(reason: "", checkIn: nil),
    .cancelled(reason: "hospital", checkIn: full), .missed(by: .worker, reason: "ill"),
    .missed(by: .client, reason: "é"),
    .missed(by: .agency, reason: "\u{1F}"),
  ]

  @Test("comes back as it was kept, in every state, from its row and from the audit", arguments: lives)
  func roundTrip(life: Life) async throws {
    let test = try await TestStore().addPeople()
    var visit = Visit.test(1, life: life)
    visit.address = "c/o \"Łukasz\"\u{0}Żółć"
    visit.addressParts = PostalAddress(lines: ["c/o Łukasz", "2. Stock"], city: "Łódź", postalCode: "90-001")
    visit.virtual = VirtualPlace(link: "https://meet.example/7?a=\"b\"")
    visit.service = "Personal care 🛁"
    visit.purpose = "Wound\ncheck"
    visit.instruction = "Keep the dressing dry."
    visit.note = "line\r\nline\u{2028}"
    visit.series = "s1"
    visit.isWithdrawn = true
    let kept = try await test.put(visit)[0]
    visit.version = 1
    visit.updatedAt = .noon
    #expect(kept == visit)
    #expect(try test.store.readNow { try $0.visit(visit.id) } == visit)
    let history = try test.store.readNow { try $0.audit(visit: visit.id, limit: 10) }.entries
    #expect(history.map(\.after) == [.visit(visit)])
  }

  @Test("by video of which no link is known comes back as such, and one at home knows that it has no place of its own")
  func placeOfItsOwn() async throws {
    let test = try await TestStore().addPeople()
    var visit = Visit.test(1)
    visit.virtual = VirtualPlace()
    visit.keepPlace(of: try test.store.readNow { try $0.client(.margaret) }, at: visit.start)
    let kept = try await test.put(visit)[0]
    #expect(kept.virtual == VirtualPlace())
    #expect(kept.address != nil)
    #expect(kept.ownAddress == nil)
    let read = try #require(try test.store.readNow { try $0.visit(visit.id) })
    #expect(read == kept)
    #expect(try test.store.readNow { try $0.audit(visit: visit.id, limit: 10) }.entries.map(\.after) == [.visit(kept)])
    visit.address = "The day centre"
    #expect(visit.ownAddress == "The day centre")
  }

  @Test("goes from any state to any other and keeps nothing of the first", arguments: lives)
  func changes(life: Life) async throws {
    let test = try await TestStore().addPeople()
    for next in Self.lives where next != life {
      try await test.put(.test(1, life: life))
      try await test.put(.test(1, life: next))
      #expect(try test.store.readNow { try $0.visit(.number(1))?.life } == next)
    }
    #expect(try test.store.readNow { try $0.counts().visits.values.reduce(0, +) } == 1)
  }

  @Test(
    "in a state that cannot be is refused by the database itself",
    arguments: [
      "status = 'done'", "status = 'missed'", "status = 'cancelled'", "reason = 'x'", "missedBy = 'worker'",
      "checkOutAt = 1, checkOutReceivedAt = 1, checkOutMethod = 'office', checkOutIsClockSuspect = 0",
      "status = 'inProgress', checkInAt = 1", "status = 'inProgress', checkInLatitude = 1, checkInLongitude = 1",
      "endsAt = startsAt", "endsAt = startsAt + 86400001", "version = 0", "startsAt = 'noon'", "worker = 'nobody'",
      "change = 4711",
    ])
  func illegal(assignment: String) async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let error = #expect(throws: DatabaseError.self) {
      try test.sql("UPDATE visits SET \(assignment)")
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
  }

  @Test("grows by one version with each change, and by none when nothing is different")
  func versions() async throws {
    let test = try await TestStore().addPeople()
    #expect(try await test.put(.test(1)).map(\.version) == [1])
    #expect(try await test.put(.test(1)).map(\.version) == [1])
    #expect(try await test.put(.test(1, from: 5)).map(\.version) == [2])
    #expect(try await test.put(.test(1, from: 6), .test(1, from: 7)).map(\.version) == [3, 4])
    #expect(try test.store.readNow { try $0.cursor.sequence } == 8)
  }

  @Test("that has changed since is refused with its present state")
  func conflict() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let now = try await test.put(.test(1, from: 5))[0]
    await #expect(throws: Refusal.versionConflict(expected: 1, current: .visit(now))) {
      try await test.change { .visits([try $0.visit(.number(1), expectedVersion: 1)]) }
    }
    try await test.change { .visits([try $0.visit(.number(1), expectedVersion: 2)]) }
  }

  @Test("that was withdrawn is hidden, but not gone")
  func withdrawn() async throws {
    let test = try await TestStore().addPeople()
    var visit = Visit.test(1, life: .inProgress(checkIn: nil))
    try await test.put(visit)
    visit.isWithdrawn = true
    try await test.put(visit)
    try test.store.readNow { reader throws in
      #expect(try reader.visits(VisitFilter(), limit: 10).visits.isEmpty)
      #expect(try reader.visits(VisitFilter(match: "9f00"), limit: 10).visits.isEmpty)
      #expect(try reader.day(worker: .sarah, bounds: .noon..<Instant.noon.adding(minutes: 60), isToday: true).isEmpty)
      #expect(try reader.overlapping(worker: .sarah, start: .noon, end: .noon.adding(minutes: 60)).isEmpty)
      #expect(try reader.counts().visits[.inProgress] == 0)
      #expect(try reader.visit(visit.id)?.isWithdrawn == true)
    }
    await #expect(throws: Refusal.notFound(.visit, id: visit.id.rawValue)) {
      try await test.change { .visits([try $0.visit(.number(1), expectedVersion: nil)]) }
    }
    visit.isWithdrawn = false
    try await test.put(visit)
    #expect(try test.store.readNow { try $0.counts().visits[.inProgress] } == 1)
  }

  @Test("overlaps what it shares a moment with; touching is not overlapping")
  func overlap() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(1, from: 0), .test(2, from: 60), .test(3, from: 30, worker: .james), .test(4, from: 30, worker: nil),
      .test(5, from: 30, life: .cancelled(reason: "x", checkIn: nil)),
      .test(6, from: 30, life: .missed(by: .client, reason: "x")), .test(7, from: -1440, lasting: 1440),
      .test(8, from: -1439, lasting: 1440, life: .completed(checkIn: nil, checkOut: nil)))
    func found(from minutes: Int64, lasting length: Int64, except: Int = 0) throws -> [VisitID] {
      let start = Instant.noon.adding(minutes: minutes)
      return try test.store.readNow {
        try $0.overlapping(
          worker: .sarah, start: start, end: start.adding(minutes: length), except: .number(except)
        ).map(\.id)
      }
    }
    #expect(try found(from: 0, lasting: 60) == [.number(8), .number(1)])
    #expect(try found(from: 0, lasting: 60, except: 1) == [.number(8)])
    #expect(try found(from: 1, lasting: 60) == [.number(1), .number(2)])
    #expect(try found(from: 120, lasting: 60) == [])
    #expect(try found(from: -1, lasting: 1) == [.number(7), .number(8)])
  }
}
