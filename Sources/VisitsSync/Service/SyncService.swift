import Synchronization
package import VisitsModel
package import VisitsStore

/// Carries out what the machines of sync decide, for as long as the daemon runs. It decides nothing.
package actor SyncService {
  private nonisolated let thread = SyncThread()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// What happens beside a lane's own events.
  private enum Event: Sendable {
    case lanes(SyncLanes.Event)
    /// A person wants it done now, and waits.
    case asked
    /// Something was taken in beside upstream.
    case imported
    /// What was made before there was an upstream is to be sent, from this row of the visits on.
    case local(after: LocalPlace)
  }

  /// How often it is written down that all is in step, in milliseconds.
  private static let synced: Int64 = 600_000

  private let context: SyncContext
  private let exchange: any Exchanging
  private let now: @Sendable () -> Instant
  private let clock: any Clock<Duration>
  private let loops: LoopWatch
  private let tell: @Sendable (SyncNotice) -> Void
  private var lanes: SyncLanes
  private var teller = SyncTeller()
  /// The last moment at which all was in step that is written down.
  private var syncedNoted: Instant
  /// The number of the last problem that the operator was told of.
  private var lastProblem: Int64 = .max
  private nonisolated let published: Mutex<SyncReport>
  private nonisolated let hook = Mutex(Hook())
  private nonisolated let events: AsyncStream<Event>
  private nonisolated let happened: AsyncStream<Event>.Continuation
  /// Whether a change was told of that has not had its turn yet: thousands of them wake sync once.
  private nonisolated let isChangeTold = Atomic(false)

  private nonisolated let waiting = Mutex(Waiting())

  /// Those who wait until it is done.
  private struct Waiting {
    /// What they asked for has not begun.
    var new: [AsyncStream<Never>.Continuation] = []
    /// What they asked for is under way.
    var begun: [AsyncStream<Never>.Continuation] = []
    /// Whether nothing more will be done.
    var isOver = false
  }

  /// In a struct, since a `Mutex` would wrap a bare closure anew with each look at it.
  private struct Hook {
    var call: @Sendable () -> Void = {}
  }

  /// Sync with one upstream.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - clock: What waits are timed with.
  ///   - random: What jitter is made of.
  ///   - loops: What watches over the loops.
  ///   - tell: Told of what an operator wants to know.
  package init(
    _ context: SyncContext, over exchange: any Exchanging, now: @escaping @Sendable () -> Instant,
    clock: any Clock<Duration>,
    random: @escaping @Sendable () -> (UInt64, UInt64), loops: LoopWatch? = nil,
    tell: @escaping @Sendable (SyncNotice) -> Void
  ) {
    self.context = context
    self.exchange = exchange
    self.now = now
    self.clock = clock
    self.loops = loops ?? LoopWatch(clock)
    self.tell = tell
    lanes = SyncLanes(context) { Double(random().0 >> 11) / Double(UInt64(1) << 53) }
    let before = context.syncedBefore()
    published = Mutex(
      SyncReport(
        pull: SyncLoop(), push: SyncLoop(), wasEverPulled: context.wasEverPulled,
        isLocalWaiting: (try? context.isLocalToBeSent()) ?? true, syncedBefore: before))
    syncedNoted = before ?? Instant(milliseconds: 0)
    (events, happened) = AsyncStream.makeStream(of: Event.self)
  }

  /// The server's base address. Names and passwords do not stand in it: the start refuses such a one.
  package nonisolated var address: String { context.settings.base }

  /// Where it stands.
  package nonisolated var report: SyncReport { published.withLock { $0 } }

  /// Calls `hook` whenever the indicator may say something else.
  package nonisolated func onShown(_ hook: @escaping @Sendable () -> Void) {
    self.hook.withLock { $0.call = hook }
  }

  /// Takes what a commit changed here. Never blocks.
  package nonisolated func note(_ changes: [CommittedChange]) {
    if changes.contains(where: { $0.event.method == "import" }) {
      published.withLock { $0.isLocalWaiting = true }
      happened.yield(.imported)
    }
    for change in changes where change.waitsForUpstream {
      if case .emergency(_, let emergency) = change.detail {
        happened.yield(.lanes(.emergency(emergency.id)))
      } else {
        wake()
      }
    }
  }

  /// Something waits for upstream that did not before.
  package nonisolated func wake() {
    if !isChangeTold.exchange(true, ordering: .relaxed) { happened.yield(.lanes(.changed)) }
  }

  /// A person wants it done now.
  ///
  /// - Returns: Ends when it is done, as well as could be.
  package nonisolated func ask() -> AsyncStream<Never> {
    let (done, end) = AsyncStream.makeStream(of: Never.self)
    let isOver = waiting.withLock { waiting in
      if !waiting.isOver { waiting.new.append(end) }
      return waiting.isOver
    }
    if isOver {
      end.finish()
    } else {
      // Whoever looks before the loops have heard of it is not told that all is done.
      published.withLock { $0.isAsked = true }
      happened.yield(.asked)
    }
    return done
  }

  /// Waits for the run that is under way, or else for the next, and causes none.
  ///
  /// - Returns: Ends when it is done.
  package nonisolated func join() -> AsyncStream<Never> {
    let (done, end) = AsyncStream.makeStream(of: Never.self)
    let isOver = waiting.withLock { waiting in
      if !waiting.isOver { waiting.begun.append(end) }
      return waiting.isOver
    }
    if isOver { end.finish() }
    return done
  }

  /// Syncs until the task is cancelled. What is under way then may have arrived; the next start finds out.
  package func run() async {
    lastProblem = (try? context.store.readNow { try $0.problems().last?.number }) ?? 0
    happened.yield(.lanes(.begin))
    await withDiscardingTaskGroup { group in
      for await event in events {
        if Task.isCancelled { break }
        loops.works(.sync)
        let errands = take(event)
        publish()
        for errand in errands { carryOut(errand, in: &group) }
        loops.waits(.sync, for: nil)
      }
      group.cancelAll()
    }
    loops.ended(.sync)
    noteSynced(atLeastAfter: 0)
    happened.finish()
    let left = waiting.withLock { waiting in
      waiting.isOver = true
      return waiting.new + waiting.begun
    }
    for waiter in left { waiter.finish() }
    await exchange.shutdown()
  }

  /// Gives up what it holds of the network, where it was never run.
  package nonisolated func close() async { await exchange.shutdown() }

  private func take(_ event: Event) -> [SyncLanes.Errand] {
    switch event {
    case .lanes(let event):
      if case .changed = event { isChangeTold.store(false, ordering: .relaxed) }
      let errands = lanes.take(event, at: now())
      if case .timer(.asked) = event { beginAsked() }
      let isPulled = errands.contains { if case .ended(.pull, .succeeded) = $0 { true } else { false } }
      return isPulled ? errands + beginLocal() : errands
    case .asked:
      // Another one's turn may have been theirs too.
      guard waiting.withLock({ !$0.new.isEmpty }) else { return [] }
      let errands = lanes.take(.asked, at: now())
      if lanes.asked.due == nil { beginAsked() }
      return errands
    case .imported:
      // A report that was put together meanwhile may not know of it.
      published.withLock { $0.isLocalWaiting = true }
      // What upstream has of it is known when it was pulled once.
      return lanes.pull.succeededAt == nil ? [] : beginLocal()
    case .local(let place): return enqueueLocal(after: place)
    }
  }

  /// What they wait for has begun.
  private func beginAsked() {
    waiting.withLock { waiting in
      waiting.begun += waiting.new
      waiting.new = []
    }
  }

  private func carryOut(_ errand: SyncLanes.Errand, in group: inout DiscardingTaskGroup) {
    switch errand {
    case .advance(let lane): happened.yield(.lanes(.advance(lane)))
    case .send(let request, let lane, let milliseconds):
      let limit = milliseconds.map { Duration.milliseconds($0) }
      group.addTask { [exchange, happened] in
        happened.yield(.lanes(.answered(lane, await exchange.perform(request, within: limit))))
      }
    // Whoever carries requests has tried a fresh one already.
    case .renew(let lane): happened.yield(.lanes(.renewed(lane, isFresh: false)))
    case .wait(let milliseconds, let timer):
      group.addTask { [clock, happened] in
        guard (try? await clock.sleep(for: .milliseconds(milliseconds))) != nil else { return }
        happened.yield(.lanes(.timer(timer)))
      }
    case .say(let lane, let condition): teller.hear(lane, condition, at: now()).forEach(tell)
    case .ended(let lane, _):
      tellOfProblems()
      noteSynced(atLeastAfter: Self.synced)
      // The loops stand as before; whose emergency it was does not.
      if case .emergency = lane { tellOfChange() }
    case .refused(let id): tell(.emergencyRefused(id))
    case .fault(let error): teller.fault(error, at: now()).forEach(tell)
    }
  }

  /// What waits here is counted by whoever looks: each step may have changed it.
  private func publish() {
    defer { letGo() }
    let before = report
    let after = SyncReport(
      pull: lanes.pull, push: lanes.push, pullTrouble: lanes.troubles[.pull], pushTrouble: lanes.troubles[.push],
      wasEverPulled: before.wasEverPulled || context.wasEverPulled,
      isLocalWaiting: before.isLocalWaiting && (try? context.isLocalToBeSent()) ?? true,
      syncedBefore: before.syncedBefore, taken: lanes.taken, askedAt: lanes.asked.due)
    published.withLock { report in
      report = after
      report.isAsked = waiting.withLock { !$0.new.isEmpty }
    }
    if !after.looks(like: before) || lanes.push.isCarrying { tellOfChange() }
  }

  /// Whoever waits finds what is told by then.
  private func letGo() {
    guard !lanes.pull.isAsked, !lanes.push.isAsked, !lanes.express.isAsked else { return }
    // What was made here before is being queued: only then is it known what is still to be done.
    guard !report.isLocalWaiting || lanes.pull.last != .succeeded else { return }
    let done = waiting.withLock { waiting in
      defer { waiting.begun = [] }
      return waiting.begun
    }
    for waiter in done { waiter.finish() }
  }

  /// Writes down when all was in step, now and then and at the end: it is told after a restart.
  private func noteSynced(atLeastAfter milliseconds: Int64) {
    let report = SyncReport(pull: lanes.pull, push: lanes.push, wasEverPulled: true, syncedBefore: syncedNoted)
    guard let at = report.standing(of: SyncStanding.Rows()).lastSyncedAt else { return }
    guard at.milliseconds - syncedNoted.milliseconds > milliseconds else { return }
    syncedNoted = at
    context.noteSynced(at: at)
  }

  private func tellOfChange() {
    let call = hook.withLock { $0.call }
    call()
  }

  private func tellOfProblems() {
    let problems = (try? context.store.readNow { try $0.problems(after: lastProblem) }) ?? []
    lastProblem = problems.last?.number ?? lastProblem
    teller.ended(problems, at: now()).forEach(tell)
  }

  /// What was made here before there was an upstream goes there, once it is known what upstream has of it.
  private func beginLocal() -> [SyncLanes.Errand] {
    do {
      return try context.isLocalToBeSent() ? enqueueLocal(after: .beginning) : []
    } catch {
      return [.fault(error)]
    }
  }

  private func enqueueLocal(after place: LocalPlace) -> [SyncLanes.Errand] {
    do {
      if let next = try context.enqueueLocal(after: place) {
        happened.yield(.local(after: next))
        return []
      }
      return lanes.waiting() + lanes.take(.changed, at: now())
    } catch {
      return [.fault(error)]
    }
  }
}
