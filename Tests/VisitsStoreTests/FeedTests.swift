import Testing
import VisitsModel

@testable import VisitsStore

@Suite("The feed")
struct FeedTests {
  @Test("goes on behind a cursor, by topic, and holds opaque keys instead of names")
  func events() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1), .test(2, from: 60))
    try test.store.readNow { reader throws in
      let all = try reader.events(after: nil, limit: 10)
      #expect(all.map(\.sequence) == [1, 2, 3, 4, 5, 6])
      #expect(all.map(\.topic) == [.worker, .worker, .client, .client, .visit, .visit])
      let sarah = try reader.worker(.sarah)
      #expect(all[0].thing == sarah?.key.rawValue)
      #expect(all[4].thing == VisitID.number(1).rawValue)
      let cursor = try reader.cursor
      #expect(cursor == Cursor(epoch: 1_795_186_800, sequence: 6))
      #expect(try reader.events(after: cursor, limit: 10) == [])
      let third = Cursor(epoch: cursor.epoch, sequence: 3)
      #expect(try reader.events(after: third, topics: [.visit], limit: 1).map(\.sequence) == [5])
    }
  }

  @Test("refuses a cursor of another epoch, below the floor, or ahead, and names the present one")
  func gone() async throws {
    let test = try await TestStore().addPeople()
    try test.sql("UPDATE meta SET value = 2 WHERE name = 'floor'")
    try test.store.readNow { reader throws in
      let present = try reader.cursor
      for cursor in [
        Cursor(epoch: present.epoch + 1, sequence: 3), Cursor(epoch: present.epoch, sequence: 1),
        Cursor(epoch: present.epoch, sequence: 5),
      ] {
        #expect(throws: Refusal.cursorGone(present: present)) { try reader.events(after: cursor, limit: 1) }
      }
      #expect(try reader.events(after: nil, limit: 10).map(\.sequence) == [3, 4])
      #expect(try reader.floor == Cursor(epoch: present.epoch, sequence: 2))
    }
  }

  @Test("numbers have no gaps where a change was taken back")
  func noGaps() async throws {
    let test = try await TestStore().addPeople()
    await #expect(throws: Refusal.self) {
      try await test.change {
        _ = try $0.put(.test(1))
        return .visits([try $0.put(.test(2, worker: .id("nobody")))])
      }
    }
    try await test.put(.test(3))
    #expect(try test.store.readNow { try $0.events(after: nil, limit: 10).map(\.sequence) } == [1, 2, 3, 4, 5])
  }
}
