import JSONRPC
import NIOCore
import Testing

@testable import JSONRPCServer

@Suite("Whose turn it is")
struct TurnQueueTests {
  @Test("each user in turn, and of a user's each in turn")
  func order() {
    var queue = TurnQueue<String>()
    for name in ["a1", "a2", "a3"] { queue.append(name, of: 1) }
    queue.append("b1", of: 2)
    #expect((1...3).map { _ in queue.next() } == ["a1", "b1", "a2"])
    queue.append("b2", of: 2)
    #expect((1...3).map { _ in queue.next() } == ["a3", "b2", nil])
    #expect(queue.isEmpty)
  }

  @Test("not that of one that has gone")
  func gone() {
    var queue = TurnQueue<String>()
    queue.append("a1", of: 1)
    queue.append("b1", of: 2)
    queue.append("b2", of: 2)
    queue.remove(of: 1) { $0 == "a1" }
    queue.remove(of: 2) { $0 == "b1" }
    #expect(queue.next() == "b2")
    #expect(queue.next() == nil)
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
