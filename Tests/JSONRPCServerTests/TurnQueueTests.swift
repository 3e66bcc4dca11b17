import JSONRPC
import NIOCore
import Testing

@testable import JSONRPCServer

@Suite("Whose turn it is")
struct TurnQueueTests {
  /// The elements of one turn, each of which takes so many calls.
  private func turn<Element>(_ queue: inout TurnQueue<Element>, calls: Int = 1) -> [Element] {
    queue.beginTurn()
    var taken: [Element] = []
    while let element = queue.next() {
      queue.charge(calls)
      taken.append(element)
    }
    return taken
  }

  @Test("users take turns, and each user's connections are served first come, first served")
  func order() {
    var queue = TurnQueue<String>(workPerTurn: 3)
    for name in ["a1", "a2", "a3"] { queue.append(name, of: 1) }
    queue.append("b1", of: 2)
    #expect(turn(&queue) == ["a1", "b1", "a2"])
    queue.append("b2", of: 2)
    #expect(queue.count == 2)
    #expect(turn(&queue) == ["a3", "b2"])
    #expect(queue.isEmpty)
  }

  @Test("a connection that was postponed is served before one that was read later")
  func postponed() {
    var queue = TurnQueue<String>(workPerTurn: 2)
    for name in ["a", "b", "c"] { queue.append(name, of: 1) }
    #expect(turn(&queue) == ["a", "b"])
    // The connection a has calls left, and d has just been read.
    for name in ["a", "d"] { queue.append(name, of: 1) }
    #expect(turn(&queue) == ["c", "a"])
    #expect(turn(&queue) == ["d"])
  }

  @Test("200 busy connections of a user delay another user's call by one turn of one of them")
  func busyUser() {
    var queue = TurnQueue<String>(workPerTurn: 64)
    for number in 1...200 { queue.append("busy \(number)", of: 1) }
    #expect(turn(&queue, calls: 16) == ["busy 1", "busy 2", "busy 3", "busy 4"])
    for number in 1...4 { queue.append("busy \(number)", of: 1) }
    queue.append("other", of: 2)
    #expect(turn(&queue, calls: 16) == ["busy 5", "other", "busy 6", "busy 7"])
  }

  @Test("a turn ends with the element that takes more than what is left, and even one without a call costs something")
  func work() {
    var queue = TurnQueue<String>(workPerTurn: 2)
    for name in ["a", "b", "c"] { queue.append(name, of: 1) }
    #expect(turn(&queue, calls: 256) == ["a"])
    #expect(turn(&queue, calls: 0) == ["b", "c"])
    for name in ["a", "b", "c"] { queue.append(name, of: 1) }
    #expect(turn(&queue, calls: 0) == ["a", "b"])
  }

  @Test("a connection that has gone has no turn")
  func gone() {
    var queue = TurnQueue<String>(workPerTurn: 64)
    queue.append("a1", of: 1)
    queue.append("b1", of: 2)
    queue.append("b2", of: 2)
    queue.remove(of: 1) { $0 == "a1" }
    queue.remove(of: 2) { $0 == "b1" }
    #expect(queue.count == 1)
    #expect(turn(&queue) == ["b2"])
  }
}

@Suite("The refusals of a user")
struct RefusalBudgetTests {
  @Test("are free at first; then each takes its time, which pauses of ten milliseconds at least make up for")
  func pauses() {
    var budget = RefusalBudget(interval: .milliseconds(4), free: 2)
    let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    #expect((1...5).map { _ in budget.charge(at: start) } == [nil, nil, nil, nil, .milliseconds(12)])
    // What is charged meanwhile adds to it.
    #expect(budget.charge(at: start) == .milliseconds(16))
    #expect(budget.charge(at: start + .milliseconds(16)) == nil)
    #expect(!budget.isSettled(at: start + .milliseconds(27)))
    #expect(budget.isSettled(at: start + .milliseconds(28)))
    #expect(budget.charge(at: start + .seconds(60)) == nil)
  }
}
