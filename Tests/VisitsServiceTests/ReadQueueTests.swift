import Dispatch
import Synchronization
import Testing

@testable import VisitsService

@Suite("The calls that change nothing")
struct ReadQueueTests {
  @Test("are done eight at a time, and the next as soon as one of them is through")
  func places() async {
    let queue = ReadQueue()
    let (begun, begin) = AsyncStream.makeStream(of: Int.self)
    let (gates, open) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate(gates)
    let most = Most()
    for number in 1...20 {
      #expect(
        queue.take(for: "\(number)") {
          most.enter()
          begin.yield(number)
          await gate.pass()
          most.leave()
        })
    }
    let running = Task { await queue.run() }
    var numbers = begun.makeAsyncIterator()
    var seen: Set<Int> = []
    for _ in 1...8 { if let number = await numbers.next() { seen.insert(number) } }
    #expect(seen == Set(1...8))
    open.yield()
    #expect(await numbers.next() == 9)
    for _ in 1...19 { open.yield() }
    for _ in 10...20 { _ = await numbers.next() }
    queue.stop()
    await running.value
    #expect(most.value == 8)
  }

  @Test("leave the threads of tasks to changes and pages, however long they take a processor")
  func threads() async {
    let queue = ReadQueue()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    for number in 1...8 {
      _ = queue.take(for: "\(number)") {
        begin.yield()
        // Holds its thread, as the composing of a long list does.
        gate.waitOnItsThread()
      }
    }
    let running = Task { await queue.run() }
    var places = begun.makeAsyncIterator()
    for _ in 1...8 { await places.next() }
    // More tasks than there are processors, none of which could run if those threads were taken.
    let answered = await withTaskGroup(of: Int.self) { group in
      for number in 1...64 { group.addTask { number } }
      return await group.reduce(0, +)
    }
    #expect(answered == 2080)
    for _ in 1...8 { gate.signal() }
    queue.stop()
    await running.value
  }

  @Test("of one user are done two at a time, and nobody waits behind those of others")
  func turns() async {
    let queue = ReadQueue()
    let (begun, begin) = AsyncStream.makeStream(of: String.self)
    let (gates, open) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate(gates)
    for user in ["many", "many", "many", "many", "few"] {
      _ = queue.take(for: user) {
        begin.yield(user)
        await gate.pass()
      }
    }
    let running = Task { await queue.run() }
    var users = begun.makeAsyncIterator()
    var seen: [String] = []
    for _ in 1...3 { if let user = await users.next() { seen.append(user) } }
    #expect(seen.sorted() == ["few", "many", "many"])
    for _ in 1...5 { open.yield() }
    #expect(await users.next() == "many")
    #expect(await users.next() == "many")
    queue.stop()
    await running.value
  }

  @Test("are given up when they have not begun before the end, and none is taken after it")
  func end() async {
    let queue = ReadQueue()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (gates, open) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate(gates)
    let (done, givenUp) = (Most(), Most())
    for number in 1...20 {
      _ = queue.take(for: "\(number)") {
        if Task.isCancelled { return givenUp.enter() }
        begin.yield()
        await gate.pass()
        done.enter()
      }
    }
    let running = Task { await queue.run() }
    var places = begun.makeAsyncIterator()
    for _ in 1...8 { await places.next() }
    queue.stop()
    #expect(!queue.take(for: "1") {})
    for _ in 1...8 { open.yield() }
    await running.value
    #expect((done.value, givenUp.value) == (8, 12))
  }
}

/// How many were in it at once, at most.
private final class Most: Sendable {
  private let state = Mutex((now: 0, most: 0))

  var value: Int { state.withLock(\.most) }

  func enter() {
    state.withLock { state in
      state.now += 1
      state.most = max(state.most, state.now)
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }
}

/// Lets one through for each time it is opened, whether or not their task is cancelled.
private actor Gate {
  private var opened = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ openings: AsyncStream<Void>) {
    Task { for await _ in openings { await open() } }
  }

  func pass() async {
    if opened > 0 {
      opened -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func open() {
    if waiting.isEmpty { opened += 1 } else { waiting.removeFirst().resume() }
  }
}

extension DispatchSemaphore {
  /// Waits, and blocks the thread: what an asynchronous function must never do but in a test of just that.
  fileprivate func waitOnItsThread() { wait() }
}
