import Testing
import VisitsModel
import VisitsSync
import VisitsTestSupport

@Suite("What the journal is told of sync")
struct SyncTellerTests {
  private let begin = Instant.at("2026-11-20T00:00:00Z")

  /// What a teller's notices are lines of.
  private func lines(_ notices: [SyncNotice]) -> [String] {
    notices.compactMap { notice in
      switch notice {
      case .condition(_, changes: nil): nil
      case .condition(.working, let changes?): "works, \(changes)"
      case .condition(.unreachable, let changes?): "unreachable, \(changes)"
      case .condition(.failing(let failure), let changes?): "\(failure), \(changes)"
      case .parked(let thing): "parked \(thing.rawValue)"
      case .severalParked(let count): "parked \(count)"
      case .unread(let type): "unread \(type)"
      case .severalUnread(let count): "unread \(count)"
      case .settled(let kind): "no \(kind)"
      case .emergencyRefused: "emergency"
      case .emergencySettled: "no emergency"
      case .fault: "fault"
      }
    }
  }

  /// The lines of a day in which nothing changes here, and each run of both loops ends as upstream has it end.
  private func day(_ outcome: (Int) -> RunOutcome) -> [String] {
    var teller = SyncTeller()
    var told: [String] = []
    var loops = [SyncLoop(), SyncLoop()]
    let lanes = [SyncLanes.Lane.pull, .push]
    var due: [(at: Int64, event: SyncLoop.Event)] = [(0, .begin), (0, .begin)]
    var runs = [0, 0]
    while let next = due.indices.min(by: { due[$0].at < due[$1].at }), due[next].at < 86_400_000 {
      let now = Instant(milliseconds: begin.milliseconds + due[next].at)
      _ = loops[next].step(due[next].event, at: now)
      let effects = loops[next].step(.ended(outcome(runs[next]), jitter: 0), at: now)
      runs[next] += 1
      for effect in effects {
        switch effect {
        case .say(let condition): told += lines(teller.hear(lanes[next], condition, at: now))
        case .wait(let milliseconds, let number): due[next] = (due[next].at + milliseconds, .timer(number))
        case .run: break
        }
      }
      told += lines(teller.ended([], at: now))
    }
    return told
  }

  @Test("of an upstream that is away or broken all day is one line")
  func broken() {
    #expect(day { _ in .unreachable } == ["unreachable, 1"])
    #expect(day { _ in .failed(.server) } == ["server, 1"])
    #expect(day { _ in .failed(.unauthorized) } == ["unauthorized, 1"])
    #expect(day { _ in .succeeded } == ["works, 1"])
  }

  @Test("of one that comes and goes with every attempt are less than fifty in a day, which say how often it did")
  func flapping() throws {
    let lines = day { $0 % 2 == 0 ? .unreachable : .succeeded }
    #expect(lines.prefix(3) == ["unreachable, 1", "works, 1", "unreachable, 1"])
    #expect((30...42).contains(lines.count))
    // Of the last change before the first that is withheld nobody knows that it is the last.
    let later = try #require(lines.dropFirst(30).first)
    #expect(Int(later.split(separator: " ")[1]).map { $0 > 100 } == true)
    #expect(day { $0 % 2 == 0 ? .failed(.forbidden) : .succeeded }.count <= 42)
    #expect(day { $0 % 4 == 3 ? .succeeded : .failed(.server) }.count <= 42)
  }

  private func problems(_ numbers: Range<Int>, _ kind: SyncProblem.Kind = .parked) -> [KeptProblem] {
    numbers.map { number in
      let subject = kind == .parked ? "visit/\(number)" : "Appointment/a\(number)"
      return KeptProblem(
        number: Int64(number), problem: SyncProblem(kind, subject, words: "no"), since: begin, times: 1)
    }
  }

  @Test("of many problems that come together is one line with their number, of one its own")
  func many() {
    var teller = SyncTeller()
    #expect(lines(teller.ended(problems(1..<133), at: begin)) == ["parked 132"])
    #expect(lines(teller.ended(problems(133..<134), at: begin)) == ["parked visit/133"])
    #expect(lines(teller.ended(problems(1..<133, .unread), at: begin)) == ["unread 132"])
    #expect(lines(teller.ended(problems(1..<2, .unread), at: begin)) == ["unread Appointment"])
    #expect(lines(teller.ended(problems(1..<9, .overruled), at: begin)) == [])
  }

  @Test("of problems that were told is their end, once, when none of that kind is left")
  func settled() {
    var teller = SyncTeller()
    #expect(!teller.awaitsSettlement)
    #expect(lines(teller.settled(besides: [])) == [])
    _ = teller.ended(problems(1..<3) + problems(3..<4, .unread), at: begin)
    #expect(teller.awaitsSettlement)
    #expect(lines(teller.settled(besides: [.parked, .unread, .overruled])) == [])
    #expect(lines(teller.settled(besides: [.parked, .overruled])) == ["no unread"])
    #expect(lines(teller.settled(besides: [])) == ["no parked"])
    #expect(lines(teller.settled(besides: [])) == [])
    #expect(!teller.awaitsSettlement)
  }

  @Test("of problems that come one after the other all day are less than forty, and none is left out of their numbers")
  func trickling() {
    var teller = SyncTeller()
    var told: [String] = []
    for number in 1...2_880 {
      let now = begin.adding(seconds: Int64(number) * 30)
      told += lines(teller.ended(problems(number..<number + 1), at: now))
    }
    #expect((24...36).contains(told.count))
    let counts = told.map { $0.contains("visit/") ? 1 : Int($0.dropFirst(7)) ?? 0 }
    #expect(counts.reduce(0, +) > 2_600)
    #expect(counts.first == 1 && counts.last == 240)
  }

  @Test("of what should never happen, and happens with every attempt, are a few")
  func faults() {
    struct Fault: Error {}
    var teller = SyncTeller()
    let told = (1...2_880).flatMap { lines(teller.fault(Fault(), at: begin.adding(seconds: Int64($0) * 30))) }
    #expect(told.count <= 9)
    #expect(lines(teller.fault(Refusal.unavailable(.diskFull), at: begin.adding(minutes: 5_000))) == [])
  }
}
