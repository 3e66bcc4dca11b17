import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A worker's day")
struct DayTests {
  /// From 15:00 UTC for a day.
  private static let bounds = Instant.noon..<Instant.noon.adding(minutes: 1440)

  private func day(_ test: TestStore, isToday: Bool = false, bounds: Range<Instant> = bounds) throws -> [Int] {
    try test.store.readNow {
      try $0.day(worker: .sarah, bounds: bounds, isToday: isToday).compactMap {
        Int($0.id.rawValue.suffix(12), radix: 16)
      }
    }
  }

  @Test("holds what starts on it and what reaches into it, in order of start")
  func crossing() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(1, from: -60), .test(2, from: -30), .test(3, from: 0), .test(4, from: 1439), .test(5, from: 1440),
      .test(6, from: -1439, lasting: 1440), .test(7, from: -1440, lasting: 1440), .test(8, from: 60, worker: .james),
      .test(9, from: 60, worker: nil), .test(10, from: 0, lasting: 1440))
    #expect(try day(test) == [6, 2, 3, 10, 4])
    let next = Instant.noon.adding(minutes: 1440)..<Instant.noon.adding(minutes: 2880)
    #expect(try day(test, bounds: next) == [4, 5])
  }

  @Test("holds today whatever is under way, however old or early, once")
  func underWay() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(1, from: -50_000, life: .inProgress(checkIn: .test())), .test(2, from: 60),
      .test(3, from: 90, life: .inProgress(checkIn: nil)), .test(4, from: 1500, life: .inProgress(checkIn: nil)),
      .test(5, from: -50_000, life: .completed(checkIn: nil, checkOut: nil)),
      .test(6, from: -50_000, worker: .james, life: .inProgress(checkIn: nil)))
    #expect(try day(test, isToday: true) == [1, 2, 3, 4])
    #expect(try day(test) == [2, 3])
    try await test.put(.test(1, from: -50_000, life: .completed(checkIn: .test(), checkOut: .test())))
    #expect(try day(test, isToday: true) == [2, 3, 4])
  }

  @Test("shows the visit's own address, else the client's, and the client as they are now")
  func card() async throws {
    let test = try await TestStore().addPeople()
    var away = Visit.test(2, from: 60)
    away.address = "City Library"
    try await test.put(.test(1), away)
    try await test.change { transaction in
      var client = try transaction.client(.margaret, expectedVersion: 1)
      client.name = "Margaret Chen-Lee"
      client.photo = "photos/7"
      client.isTimeCritical = true
      client.zone = Zone("America/Edmonton")
      return .client(try transaction.put(client))
    }
    let cards = try test.store.readNow { try $0.day(worker: .sarah, bounds: Self.bounds, isToday: true) }
    try #require(cards.count == 2)
    #expect(
      cards[0]
        == DayVisit(
          id: .number(1), worker: .sarah, client: .margaret, clientName: "Margaret Chen-Lee", photo: "photos/7",
          isTimeCritical: true, zone: Zone("America/Edmonton"), address: "123 Oak St, Edmonton", start: .noon,
          end: .noon.adding(minutes: 60), status: .scheduled, version: 1))
    #expect(cards[1].address == "City Library")
  }

  @Test("of the agency holds everybody's visits and the open ones, and whatever is under way")
  func agency() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(1, from: -60), .test(2, from: -30), .test(3, from: 0), .test(4, from: 60, worker: .james),
      .test(5, from: 30, worker: nil), .test(6, from: 1440),
      .test(7, from: -50_000, worker: .james, life: .inProgress(checkIn: nil)))
    func day(isToday: Bool) throws -> [String] {
      try test.store.readNow {
        try $0.agencyDay(bounds: Self.bounds, isToday: isToday).map {
          "\($0.visit.id.rawValue.suffix(1)) \($0.worker?.rawValue ?? "-")"
        }
      }
    }
    #expect(try day(isToday: false) == ["2 sarah", "3 sarah", "5 -", "4 james"])
    #expect(try day(isToday: true) == ["7 james", "2 sarah", "3 sarah", "5 -", "4 james"])
  }
}
