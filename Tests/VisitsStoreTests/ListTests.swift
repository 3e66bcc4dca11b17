import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A list of visits")
struct ListTests {
  private func numbers(_ test: TestStore, _ filter: VisitFilter, limit: Int = 100) throws -> [Int] {
    try test.store.readNow {
      try $0.visits(filter, limit: limit).visits.compactMap { Int($0.visit.id.rawValue.suffix(12), radix: 16) }
    }
  }

  @Test("is in order of start, then id, and goes on behind a page without a gap or a repeat")
  func pages() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(3, from: 0), .test(1, from: 0), .test(2, from: 0), .test(5, from: 30), .test(4, from: -30))
    for filter in [
      VisitFilter(), VisitFilter(worker: .sarah), VisitFilter(client: .margaret), VisitFilter(match: "chen"),
    ] {
      var seen: [[Int]] = []
      var mark: VisitFilter.Mark?
      repeat {
        let page = try test.store.readNow { [mark] in try $0.visits(filter, limit: 2, after: mark) }
        seen.append(page.visits.compactMap { Int($0.visit.id.rawValue.suffix(12), radix: 16) })
        mark = page.next
      } while mark != nil
      #expect(seen == [[4, 1], [2, 3], [5]])
    }
    #expect(try numbers(test, VisitFilter(), limit: 0) == [])
  }

  @Test("takes bounds half open, worker, client, states, and open or not")
  func filters() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(1, from: 0), .test(2, from: 60, worker: .james), .test(3, from: 120, worker: nil, client: .john),
      .test(4, from: 180, client: .john, life: .completed(checkIn: nil, checkOut: nil)),
      .test(5, from: 240, life: .missed(by: .agency, reason: "x")))
    #expect(try numbers(test, VisitFilter(from: .noon, to: .noon.adding(minutes: 60))) == [1])
    #expect(try numbers(test, VisitFilter(from: .noon.adding(minutes: 60), to: .noon.adding(minutes: 121))) == [2, 3])
    #expect(try numbers(test, VisitFilter(worker: .sarah)) == [1, 4, 5])
    #expect(try numbers(test, VisitFilter(worker: .sarah, client: .john)) == [4])
    #expect(try numbers(test, VisitFilter(client: .john)) == [3, 4])
    #expect(try numbers(test, VisitFilter(statuses: [.missed, .completed])) == [4, 5])
    #expect(try numbers(test, VisitFilter(statuses: [.missed])) == [5])
    #expect(try numbers(test, VisitFilter(statuses: [.cancelled])) == [])
    #expect(try numbers(test, VisitFilter(statuses: [.inProgress])) == [])
    #expect(try numbers(test, VisitFilter(isOpen: true)) == [3])
    #expect(try numbers(test, VisitFilter(isOpen: false)) == [1, 2, 4, 5])
    #expect(try numbers(test, VisitFilter(worker: .sarah, isOpen: true)) == [])
    #expect(try numbers(test, VisitFilter(worker: .sarah, statuses: [.scheduled], match: "chen")) == [1])
    let people = try test.store.readNow { try $0.visits(VisitFilter(isOpen: true), limit: 1).visits.first }
    #expect(people?.client.name == "John Smith")
    #expect(people?.worker == nil)
  }

  @Test("has only the visits that are late at a moment, when that is asked for")
  func late() async throws {
    let test = try await TestStore().addPeople()
    try await test.change { transaction in
      let client = Client(id: .id("cc"), key: transaction.newPersonKey(), name: "Cora", isTimeCritical: true)
      _ = try transaction.put(client)
      return .imported(ImportSummary())
    }
    try await test.put(
      .test(1, from: 0), .test(2, from: 0, worker: nil), .test(3, from: 0, worker: .james, client: .id("cc")),
      .test(4, from: 60), .test(5, from: 0, client: .john, life: .missed(by: .agency, reason: "x")))
    func late(at minutes: Int64) throws -> [Int] {
      var filter = VisitFilter()
      filter.late = VisitFilter.Late(LateRule(), at: .noon.adding(minutes: minutes))
      return try numbers(test, filter)
    }
    #expect(try late(at: 4) == [])
    #expect(try late(at: 5) == [3])
    #expect(try late(at: 15) == [1, 3])
    #expect(try late(at: 75) == [1, 3, 4])
  }

  @Test("is found by the beginning or end of an id, and by a part of the client's name, accents aside")
  func match() async throws {
    let test = try await TestStore().addPeople()
    try await test.change { transaction in
      _ = try transaction.put(Client(id: .id("lz"), key: transaction.newPersonKey(), name: "Łukasz Żółć"))
      return .imported(ImportSummary())
    }
    try await test.put(.test(0xabcd), .test(0xbcd, from: 60, client: .john), .test(0x77, from: 120, client: .id("lz")))
    func found(_ text: String) throws -> [Int] { try numbers(test, VisitFilter(match: text)) }
    #expect(try found("ABCD") == [0xabcd])
    #expect(try found("0bcd") == [0xbcd])
    #expect(try found("bcd") == [])
    #expect(try found("018f3b2e-7c1a") == [0xabcd, 0xbcd, 0x77])
    #expect(try found("018F") == [0xabcd, 0xbcd, 0x77])
    #expect(try found(VisitID.number(0xbcd).rawValue) == [0xbcd])
    #expect(try found(VisitID.number(0xbcd).rawValue + "0") == [])
    #expect(try found("zolc") == [0x77])
    #expect(try found("ŻÓŁĆ") == [0x77])
    #expect(try found("kasz z") == [0x77])
    #expect(try found("smith") == [0xbcd])
    #expect(try found("sm") == [0xbcd])
    #expect(try found("  ") == [])
  }

  @Test(
    "is not led astray by what only looks like a pattern",
    arguments: ["%", "_hen", "\"", "chen\" OR \"smith", "*", "a NEAR b", "\u{0}", "'; DROP TABLE visits"])
  func hostile(text: String) async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    #expect(try numbers(test, VisitFilter(match: text)) == [])
    try test.store.readNow { reader throws in
      #expect(try reader.clients(matching: text, limit: 10) == [])
      #expect(try reader.workers(matching: text, limit: 10) == [])
    }
  }
}
