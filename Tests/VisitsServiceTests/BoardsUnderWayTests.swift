import Synchronization
import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsService

@Suite("Boards that are asked for at once")
struct BoardsUnderWayTests {
  private let boards = BoardsUnderWay()
  private let key = TodayCache.Key(date: nil, locale: nil, role: .coordinator)
  private let composed = Log()

  /// What happened, in order.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  /// Something to wait for.
  private struct Gate: Sendable {
    private let stream = AsyncStream.makeStream(of: Never.self)
    func open() { stream.continuation.finish() }
    func wait() async { for await _ in stream.stream {} }
  }

  private struct Broken: Error {}

  /// Asks; the board, or that there is none, by the name of whoever made it.
  @Sendable private func ask(_ name: String, until gate: Gate? = nil, fails: Bool = false) async -> String {
    let made = try? await boards.board(key) {
      composed.add("\(name) begins")
      await gate?.wait()
      composed.add("\(name) ends")
      if fails { throw Broken() }
      return TodayCache.Entry(
        bytes: [], notModified: [], etag: name, sequence: 0, generation: 0, validUntil: Instant(milliseconds: 1))
    }
    return made?.etag ?? "none"
  }

  @Test("coordinators who ask at once share one composition, whether it succeeds or fails", arguments: [true, false])
  func shares(fails: Bool) async {
    let gate = Gate()
    let shown = await withTaskGroup(of: String.self) { group in
      // Each of these has asked when the line is done.
      group.addImmediateTask { await ask("first", until: gate, fails: fails) }
      for number in 1...9 { group.addImmediateTask { await ask("later \(number)") } }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(shown == [String](repeating: fails ? "none" : "first", count: 10))
    #expect(composed.all == ["first begins", "first ends"])
    #expect(await ask("afterwards") == "afterwards")
  }

  @Test("who asks after a change is shown what is since, composed when the one before is done, once for all of them")
  func changes() async {
    let (first, second) = (Gate(), Gate())
    await withTaskGroup(of: Void.self) { group in
      group.addImmediateTask { #expect(await ask("first", until: first) == "first") }
      group.addImmediateTask { #expect(await ask("sharing") == "first") }
      boards.invalidate()
      group.addImmediateTask { #expect(await ask("second", until: second) == "second") }
      // What has not been begun is not out of date.
      boards.invalidate()
      for number in 1...5 { group.addImmediateTask { #expect(await ask("later \(number)") == "second") } }
      #expect(composed.all == ["first begins"])
      first.open()
      second.open()
    }
    #expect(composed.all == ["first begins", "first ends", "second begins", "second ends"])
  }

  @Test("boards of different days, languages and roles do not wait for each other")
  func apart() async throws {
    let gate = Gate()
    await withTaskGroup(of: Void.self) { group in
      group.addImmediateTask { #expect(await ask("first", until: gate) == "first") }
      let other = try? await boards.board(TodayCache.Key(date: nil, locale: "de", role: .coordinator)) {
        TodayCache.Entry(
          bytes: [], notModified: [], etag: "de", sequence: 0, generation: 0, validUntil: Instant(milliseconds: 1))
      }
      #expect(other?.etag == "de")
      gate.open()
    }
  }
}
