/// When one of the two loops runs, pull or push (`sync.md`, Loops). It is told what happens and says what is to be done;
/// there is no clock, no chance and no I/O in it.
///
/// One run at a time: what wakes it meanwhile is one more run afterwards, however often it was woken.
package struct SyncLoop: Sendable, Hashable {
  /// What can happen to a loop.
  package enum Event: Sendable, Hashable {
    /// The process has started.
    case begin
    /// The timer of this number has run out.
    case timer(Int)
    /// A row was added to the outbox.
    case change
    /// A person wants it done now. This shortens our own backoff, but never the wait that upstream has asked for.
    case asked
    /// The other loop waits for what only this one can bring.
    case missed
    /// Upstream has answered beside the loops: what kept them waiting may be over.
    case reached
    /// The run that is under way carries changes, up or down.
    case carries
    /// The run has ended.
    ///
    /// - Parameter jitter: 0 ..< 1, at random.
    case ended(RunOutcome, jitter: Double)
  }

  /// What is to be done.
  package enum Effect: Sendable, Hashable {
    /// Begin a run; whatever timer there was is off.
    case run
    /// Send ``Event/timer(_:)`` with this number after so many milliseconds; an earlier timer is off.
    case wait(milliseconds: Int64, number: Int)
    /// Tell the journal: a line for each change of state, not for each attempt.
    case say(Condition)
  }

  /// What the journal is told of a loop.
  package enum Condition: Sendable, Hashable {
    case working
    case unreachable
    case failing(RunFailure)
  }

  /// So many failures in a row are said to be a failure.
  package static let failuresUntilSaid = 3

  /// How the last run ended; `nil`: none has.
  package private(set) var last: RunOutcome?
  /// Failures in a row. A run that cannot reach the network neither adds to them nor ends them.
  package private(set) var failures = 0
  /// The end of the last run that succeeded.
  package private(set) var succeededAt: Instant?
  /// Whether a run is under way.
  package private(set) var isRunning = false
  /// Whether a person asked for the run that is under way.
  package private(set) var isAsked = false
  /// Whether the run that is under way carries changes.
  package private(set) var isCarrying = false

  private var backoff = Backoff()
  private var condition: Condition?
  /// What came while a run was under way.
  private var again: Wake?
  /// The next run, by the clock of those who tell the events.
  package private(set) var due: Instant?
  /// The end of the last run.
  package private(set) var endedAt: Instant?
  private var timer = 0
  /// Whether a change has come that no run has tried yet.
  private var isUntried = false

  /// Whether upstream was reached by another way while the run was under way.
  private var isReached = false

  private enum Wake { case change, asked }

  /// A loop that has not begun.
  ///
  /// - Parameter succeededAt: When it last succeeded, in an earlier life of this process.
  package init(succeededAt: Instant? = nil) { self.succeededAt = succeededAt }

  /// Whether several runs failed in a row, or one whose failure no further try will change.
  package var isFailing: Bool {
    guard case .failed(let failure, _) = last else { return false }
    return failures >= Self.failuresUntilSaid || failure.isSaidAtOnce
  }

  /// Whether the last run could not reach the network.
  package var isUnreachable: Bool { last == .unreachable }

  /// The next attempt after one that came to nothing; `nil` when the last succeeded, or while a run is under way.
  package var retryAt: Instant? { last == .succeeded ? nil : due }

  /// Whether a change is about to have its first attempt: a run is under way or comes within the usual interval.
  package var isAttemptNear: Bool { isUntried && retryAfter <= Backoff.interval }

  /// Takes what happened.
  ///
  /// - Parameter now: The wall clock. It may be set at any time: what is waited for is told in milliseconds.
  package mutating func step(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    case .begin: return isRunning ? [] : run()
    case .timer(let number): return number == timer && !isRunning && due != nil ? run() : []
    case .change: return change(at: now)
    case .asked: return asked(at: now)
    case .missed: return isRunning || last != .succeeded ? [] : run()
    case .reached: return reached(at: now)
    case .carries:
      isCarrying = isRunning
      return []
    case .ended(let outcome, let jitter): return isRunning ? end(outcome, jitter: jitter, at: now) : []
    }
  }

  private mutating func asked(at now: Instant) -> [Effect] {
    guard isRunning || remainingRetryAfter(at: now) <= 0 else { return [] }
    backoff.reset()
    isAsked = true
    guard isRunning else { return run() }
    again = .asked
    return []
  }

  private mutating func run() -> [Effect] {
    isRunning = true
    isReached = false
    due = nil
    return [.run]
  }

  /// A change goes at once, except that a server which fails is not asked more often than every 30 seconds, nor before
  /// the time that it named.
  private mutating func change(at now: Instant) -> [Effect] {
    isUntried = true
    if isRunning {
      again = again ?? .change
      return []
    }
    guard case .failed = last, let endedAt else { return run() }
    let wait = max(Backoff.interval, retryAfter)
    // A clock that was set back gives no longer wait than this.
    let remaining = wait - max(0, endedAt.milliseconds(to: now))
    if remaining <= 0 { return run() }
    guard let due, now.milliseconds(to: due) > remaining else { return [] }
    return pause(remaining, at: now)
  }

  /// Nothing is waited out of which nobody knows that it lasts, but the time that the server named.
  private mutating func reached(at now: Instant) -> [Effect] {
    backoff.reset()
    isReached = isRunning
    guard !isRunning, last != .succeeded, let due else { return [] }
    let remaining = remainingRetryAfter(at: now)
    if remaining <= 0 { return run() }
    return now.milliseconds(to: due) > remaining ? pause(remaining, at: now) : []
  }

  private mutating func end(_ outcome: RunOutcome, jitter: Double, at now: Instant) -> [Effect] {
    isRunning = false
    (isAsked, isCarrying) = (false, false)
    (last, endedAt) = (outcome, now)
    let next = again
    again = nil
    // A change that came during a run which ended badly would fare no better at once.
    isUntried = next == .change && outcome == .succeeded
    let delay: Int64
    switch outcome {
    case .succeeded:
      failures = 0
      backoff.reset()
      succeededAt = now
      delay = Backoff.interval
    case .unreachable: delay = Backoff.interval
    case .failed:
      failures += 1
      backoff.fail()
      delay = backoff.delay(jitter: jitter, retryAfter: retryAfter)
    }
    // A person gets a run that began after they asked, however the one before ended: the network may be back since.
    isAsked = next == .asked && retryAfter == 0
    // What hung in silence since before upstream was reached says nothing of now.
    let isOutdated = isReached && outcome == .unreachable
    let isDueAtOnce = isAsked || isOutdated || next == .change && outcome == .succeeded
    return said() + (isDueAtOnce ? run() : pause(delay, at: now))
  }

  private mutating func pause(_ milliseconds: Int64, at now: Instant) -> [Effect] {
    timer += 1
    due = Instant(milliseconds: now.milliseconds + milliseconds)
    return [.wait(milliseconds: milliseconds, number: timer)]
  }

  private mutating func said() -> [Effect] {
    let now: Condition? =
      switch last {
      case .unreachable: .unreachable
      case .failed(let failure, _) where isFailing: .failing(failure)
      // One that is not said yet: it neither works nor fails.
      case .failed: nil
      case .succeeded, nil: .working
      }
    guard let now, now != condition else { return [] }
    condition = now
    return [.say(now)]
  }

  /// Milliseconds until upstream wants to hear from us again.
  private func remainingRetryAfter(at now: Instant) -> Int64 {
    guard let endedAt else { return 0 }
    return retryAfter - max(0, endedAt.milliseconds(to: now))
  }

  private var retryAfter: Int64 {
    if case .failed(_, let retryAfter) = last { Backoff.bounded(retryAfter) } else { 0 }
  }
}
