import Testing
import VisitsModel

@testable import VisitsService

@Suite("The newest events of the feed")
struct RecentFeedTests {
  private let feed = RecentFeed()

  private func note(_ sequences: ClosedRange<Int64>, _ topic: Refusal.Thing = .visit) {
    feed.note(
      sequences.map {
        FeedEvent(
          sequence: $0, at: Instant(milliseconds: $0), topic: topic, method: "visit.add", thing: "\($0)", version: 1)
      })
  }

  private func after(_ sequence: Int64, _ topics: Set<Refusal.Thing> = [], limit: Int = 1000) -> [Int64]? {
    feed.events(after: Cursor(epoch: 7, sequence: sequence), topics: topics, limit: limit)?.events.map(\.sequence)
  }

  @Test("are told from memory, of the topics that are asked for")
  func told() {
    feed.begin(at: Cursor(epoch: 7, sequence: 10))
    note(11...13)
    note(14...14, .worker)
    #expect(after(10) == [11, 12, 13, 14])
    #expect(after(12) == [13, 14])
    #expect(after(10, [.worker]) == [14])
    #expect(after(10, limit: 2) == [11, 12])
    #expect(after(14) == [])
    #expect(feed.events(after: Cursor(epoch: 7, sequence: 12), topics: [], limit: 1)?.present.sequence == 14)
  }

  @Test("are left to the database where the place is older, newer, of another epoch or not given")
  func left() {
    #expect(after(0) == nil)
    feed.begin(at: Cursor(epoch: 7, sequence: 10))
    note(11...11)
    #expect(after(9) == nil)
    #expect(after(12) == nil)
    #expect(feed.events(after: Cursor(epoch: 8, sequence: 10), topics: [], limit: 1) == nil)
    #expect(feed.events(after: nil, topics: [], limit: 1) == nil)
  }

  @Test("of a noun that is rare are known however many others come, and a place waited through is moved forward")
  func rare() {
    feed.begin(at: Cursor(epoch: 7, sequence: 10))
    note(11...11, .worker)
    note(12...9_000)
    note(9_001...9_001, .worker)
    #expect(after(11, [.worker]) == [9_001])
    #expect(after(10, [.worker]) == nil)
    #expect(feed.skip(from: Cursor(epoch: 7, sequence: 11), to: [.worker])?.sequence == 9_000)
    #expect(feed.skip(from: Cursor(epoch: 7, sequence: 11), to: [.client])?.sequence == 9_001)
    #expect(feed.skip(from: Cursor(epoch: 7, sequence: 10), to: [.worker])?.sequence == 10)
  }

  @Test("begin again behind the last number that there is")
  func lastNumber() {
    feed.begin(at: Cursor(epoch: 7, sequence: .max))
    note(5...6)
    #expect(after(4) == [5, 6])
  }

  @Test("begin again behind a gap, and stay few")
  func bounded() {
    feed.begin(at: Cursor(epoch: 7, sequence: 10))
    note(11...12)
    note(20...21)
    #expect(after(12) == nil)
    #expect(after(19) == [20, 21])
    note(22...10_000)
    #expect(after(9_990)?.count == 10)
    #expect(after(5_000) == nil)
  }
}
