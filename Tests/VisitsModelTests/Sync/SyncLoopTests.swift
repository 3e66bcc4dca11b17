import Testing

@testable import VisitsModel

@Suite("A sync loop")
struct SyncLoopTests {
  private var loop = SyncLoop()
  private var seconds: Int64 = 0

  private var now: Instant { Instant(milliseconds: 1_800_000_000_000 + seconds * 1000) }

  /// What is to be done, a word each: "run", "wait 30", "say working".
  private mutating func step(_ event: SyncLoop.Event) -> [String] {
    loop.step(event, at: now).map { effect in
      switch effect {
      case .run: "run"
      case .wait(let milliseconds, _): "wait \(milliseconds / 1000)"
      case .say(.working): "say working"
      case .say(.unreachable): "say unreachable"
      case .say(.failing(let failure)): "say \(failure)"
      }
    }
  }

  private mutating func end(_ outcome: RunOutcome, jitter: Double = 0) -> [String] {
    step(.ended(outcome, jitter: jitter))
  }

  private mutating func fail(_ retryAfter: Int64? = nil) -> [String] {
    end(.failed(.server, retryAfter: retryAfter))
  }

  @Test("runs at once for what the other loop misses, unless it is in trouble itself")
  mutating func missed() {
    #expect(step(.missed) == [])
    _ = step(.begin)
    #expect(step(.missed) == [])
    _ = end(.succeeded)
    #expect(step(.missed) == ["run"])
    #expect(!loop.isAttemptNear)
    _ = end(.unreachable)
    #expect(step(.missed) == [])
  }

  @Test("runs when it begins, and every 30 seconds")
  mutating func interval() {
    #expect(step(.begin) == ["run"])
    #expect(end(.succeeded) == ["say working", "wait 30"])
    #expect(step(.timer(1)) == ["run"])
    #expect(end(.succeeded) == ["wait 30"])
    #expect(loop.retryAt == nil)
  }

  @Test("takes no notice of a timer that is off")
  mutating func staleTimer() {
    _ = step(.begin)
    _ = end(.succeeded)
    #expect(step(.asked) == ["run"])
    #expect(step(.timer(1)) == [])
    #expect(end(.succeeded) == ["wait 30"])
    #expect(step(.timer(1)) == [])
    #expect(step(.timer(2)) == ["run"])
  }

  @Test("runs once more, and no more than that, for all that came while it ran")
  mutating func collapsing() {
    _ = step(.begin)
    #expect(step(.change) == [])
    #expect(step(.change) == [])
    #expect(step(.asked) == [])
    #expect(end(.succeeded) == ["say working", "run"])
    #expect(loop.isAsked)
    #expect(end(.succeeded) == ["wait 30"])
  }

  @Test("runs once more for a person who asked while it ran, also when that run failed: the network may be back since")
  mutating func askedMeanwhile() {
    _ = step(.begin)
    #expect(step(.asked) == [])
    #expect(end(.unreachable) == ["say unreachable", "run"])
    #expect(loop.isAsked)
    #expect(end(.unreachable) == ["wait 30"])
    #expect(!loop.isAsked)
  }

  @Test("tries every 30 seconds while the network cannot be reached, and a change at once")
  mutating func unreachable() {
    _ = step(.begin)
    for _ in 1...9 {
      #expect(end(.unreachable, jitter: 0.7).last == "wait 30")
      #expect(step(.change) == ["run"])
    }
    #expect(end(.unreachable) == ["wait 30"])
    #expect(loop.retryAt == now.adding(seconds: 30))
    #expect(!loop.isFailing)
  }

  @Test("is said to fail after three failures in a row, at once when it may not come in, and once only")
  mutating func failing() {
    _ = step(.begin)
    #expect(fail() == ["wait 15"], "it neither works nor is said to fail")
    _ = step(.timer(1))
    #expect(fail() == ["wait 15"])
    #expect(!loop.isFailing)
    _ = step(.timer(2))
    #expect(fail() == ["say server", "wait 15"])
    #expect(loop.isFailing)
    _ = step(.timer(3))
    #expect(fail() == ["wait 30"])
    _ = step(.timer(4))
    #expect(end(.succeeded) == ["say working", "wait 30"])
    _ = step(.timer(5))
    #expect(end(.failed(.unauthorized)) == ["say unauthorized", "wait 15"])
    #expect(loop.isFailing)
  }

  @Test("goes at once when a person asks, and from there on waits as after a first failure; what is said stays")
  mutating func asked() {
    _ = step(.begin)
    for number in 1...7 {
      _ = fail()
      _ = step(.timer(number))
    }
    #expect(fail() == ["wait 450"])
    #expect(step(.asked) == ["run"])
    #expect(loop.isFailing)
    #expect(fail() == ["wait 15"])
    #expect(loop.isFailing)
  }

  @Test("with a failing server tries a change no sooner than 30 seconds after the last run, and no later")
  mutating func changeWhileFailing() {
    _ = step(.begin)
    for number in 1...7 {
      _ = fail()
      _ = step(.timer(number))
    }
    #expect(fail() == ["wait 450"])
    seconds = 10
    #expect(step(.change) == ["wait 20"])
    #expect(loop.isAttemptNear)
    #expect(step(.change) == [])
    #expect(step(.timer(8)) == [])
    seconds = 30
    #expect(step(.timer(9)) == ["run"])
    #expect(fail() == ["wait 450"])
    seconds = 100
    #expect(step(.change) == ["run"])
  }

  @Test("keeps a change back as long as the server asked for, and does not call that syncing")
  mutating func retryAfter() {
    _ = step(.begin)
    #expect(fail(600_000).last == "wait 600")
    seconds = 60
    #expect(step(.change) == [])
    #expect(!loop.isAttemptNear)
  }

  @Test("a person who asks shortens no wait that the server asked for")
  mutating func askedTooEarly() {
    _ = step(.begin)
    #expect(fail(600_000).last == "wait 600")
    seconds = 60
    for _ in 1...88 { #expect(step(.asked) == []) }
    #expect(!loop.isAsked)
    seconds = 600
    #expect(step(.asked) == ["run"])
    #expect(step(.asked) == [])
    #expect(fail(600_000) == ["wait 600"])
    #expect(!loop.isAsked)
  }

  @Test("runs at once when upstream was reached beside it, unless nothing came between")
  mutating func reached() {
    #expect(step(.reached) == [])
    _ = step(.begin)
    #expect(step(.reached) == [], "it runs already")
    _ = end(.succeeded)
    #expect(step(.reached) == [])
    _ = step(.asked)
    #expect(end(.unreachable).last == "wait 30")
    #expect(step(.reached) == ["run"])
    for number in 1...7 {
      _ = fail()
      _ = step(.timer(number + 2))
    }
    #expect(fail() == ["wait 450"])
    #expect(step(.reached) == ["run"])
    #expect(fail() == ["wait 15"])
  }

  @Test("runs again at once when upstream was reached while a run hung in silence")
  mutating func reachedMeanwhile() {
    _ = step(.begin)
    #expect(step(.reached) == [])
    #expect(end(.unreachable).last == "run")
    #expect(end(.unreachable).last == "wait 30")
  }

  @Test("waits as long as the server asked for when it was reached beside it, and no longer")
  mutating func reachedTooEarly() {
    _ = step(.begin)
    for number in 1...7 {
      _ = fail()
      _ = step(.timer(number))
    }
    #expect(fail(60_000) == ["wait 450"])
    seconds = 10
    #expect(step(.reached) == ["wait 50"])
    #expect(step(.reached) == [])
    seconds = 60
    #expect(step(.timer(9)) == ["run"])
  }

  @Test("waits no longer because a clock was set back")
  mutating func clockSetBack() {
    _ = step(.begin)
    for number in 1...7 {
      _ = fail()
      _ = step(.timer(number))
    }
    _ = fail()
    seconds = -7200
    #expect(step(.change) == ["wait 30"])
  }

  @Test("after a run that failed does not go on at once for what came meanwhile")
  mutating func failedMeanwhile() {
    _ = step(.begin)
    _ = step(.change)
    #expect(end(.unreachable) == ["say unreachable", "wait 30"])
    #expect(!loop.isAttemptNear)
  }
}
