import Testing
import VisitsModel

@testable import VisitsStore

@Suite("What was paged about an emergency")
struct PagesTests {
  private let test: TestStore
  private let emergency: Emergency
  private let pages: [Page]

  init() async throws {
    test = try await TestStore().addPeople()
    let at = test.clock.now
    let new = Emergency(
      id: EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-0000000000e1"), worker: .sarah, visit: nil, note: nil,
      position: nil, at: at, receivedAt: at, isClockSuspect: false, raisedBy: "sarah")
    guard case .emergency(let kept) = try await test.change("e", "emergency.raise", { .emergency(try $0.put(new)) })
    else { throw StoreFault.foreignOutcome }
    emergency = kept
    pages = [
      Page(tier: 1, number: 1, at: at, attempt: 2, end: Page.End(at: at, isSent: true)),
      Page(tier: 2, number: 2, at: at),
    ]
  }

  private func kept(of emergency: Emergency) throws -> [Page] { try test.store.readNow { try $0.pages(of: emergency) } }

  @Test("is there again as it was kept, and what is kept later stands in its place")
  func kept() async throws {
    try await test.store.keep(pages, of: emergency.id, version: 1)
    #expect(try kept(of: emergency) == pages)
    try await test.store.keep([pages[0]], of: emergency.id, version: 1)
    #expect(try kept(of: emergency) == [pages[0]])
    try await test.store.keep([], of: emergency.id, version: nil)
    #expect(try kept(of: emergency) == [])
  }

  @Test("says nothing of the emergency once that is different, and is not kept by who knows it only as it was")
  func versions() async throws {
    try await test.store.keep(pages, of: emergency.id, version: 1)
    var taken = emergency
    taken.acknowledged = Emergency.Handling(at: test.clock.now, by: "omar", note: nil)
    let changed = taken
    _ = try await test.change("a", "emergency.acknowledge") { .emergency(try $0.put(changed)) }
    let now = try #require(try test.store.readNow { try $0.emergency(emergency.id) })
    #expect(now.version == 2)
    #expect(try kept(of: now) == [])
    try await test.store.keep([pages[0]], of: emergency.id, version: 1)
    #expect(try kept(of: now) == [])
    try await test.store.keep([pages[0]], of: emergency.id, version: 2)
    #expect(try kept(of: now) == [pages[0]])
  }

  @Test("of one that the database does not know is not kept, and fails nothing")
  func unknown() async throws {
    let id = EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-0000000000e2")
    try await test.store.keep(pages, of: id, version: 0)
    #expect(try test.answer("SELECT count(*) FROM pages") == "0")
  }
}
