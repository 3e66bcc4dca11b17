import Synchronization
package import VisitsModel
package import VisitsStore

/// The service that carries out the decisions of sync's state machines while the daemon runs. It decides nothing
/// itself.
package actor SyncService {
  private nonisolated let thread = SyncThread()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// An event for the lanes, or for the service itself.
  private enum Event: Sendable {
    case lanes(SyncLanes.Event)
    /// A user has requested a sync and waits for it.
    case asked
    /// A file was imported.
    case imported
    /// The next batch of changes that were made without an upstream is due. It begins after this place in the store.
    case local(after: LocalPlace)
  }

  /// The interval at which the time of the last complete sync is stored, in milliseconds.
  private static let synced: Int64 = 600_000

  private let context: SyncContext
  private let exchange: any Exchanging
  private let now: @Sendable () -> Instant
  private let clock: any Clock<Duration>
  private let loops: LoopWatch
  private let tell: @Sendable (SyncNotice) -> Void
  private var lanes: SyncLanes
  private var teller = SyncTeller()
  /// The last stored time when both sides were in sync.
  private var syncedNoted: Instant
  /// The number of the last problem that was reported to the operator.
  private var lastProblem: Int64 = .max
  private nonisolated let published: Mutex<SyncReport>
  private nonisolated let hook = Mutex(Hook())
  private nonisolated let events: AsyncStream<Event>
  private nonisolated let happened: AsyncStream<Event>.Continuation
  /// Whether a reported change waits to be handled. While it waits, further changes do not wake sync again.
  private nonisolated let isChangeTold = Atomic(false)

  private nonisolated let waiting = Mutex(Waiting())

  /// The callers who wait for a sync.
  private struct Waiting {
    /// Callers whose sync has not begun.
    var new: [AsyncStream<Never>.Continuation] = []
    /// Callers whose sync is under way.
    var begun: [AsyncStream<Never>.Continuation] = []
    /// Whether the service has ended and will not sync again.
    var isOver = false
  }

  /// The hook, in a struct because a `Mutex` would wrap a bare closure again at each access.
  private struct Hook {
    var call: @Sendable () -> Void = {}
  }

  /// Creates a service that syncs with one upstream.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - clock: The clock that times waits.
  ///   - random: The source of randomness for jitter.
  ///   - loops: Watches whether the loops still make progress.
  ///   - tell: Receives the notices for the operator.
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

  /// The server's base address. It contains no user name or password: the daemon does not start with such an address.
  package nonisolated var address: String { context.settings.base }

  /// The current state of sync.
  package nonisolated var report: SyncReport { published.withLock { $0 } }

  /// Calls `hook` whenever the sync indicator may have changed.
  package nonisolated func onShown(_ hook: @escaping @Sendable () -> Void) {
    self.hook.withLock { $0.call = hook }
  }

  /// Handles the changes of a commit. Never blocks.
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

  /// Starts a push: a local change was queued.
  package nonisolated func wake() {
    if !isChangeTold.exchange(true, ordering: .relaxed) { happened.yield(.lanes(.changed)) }
  }

  /// Requests a sync now.
  ///
  /// - Returns: A stream that ends when the sync is done, whether or not it succeeded.
  package nonisolated func ask() -> AsyncStream<Never> {
    let (done, end) = AsyncStream.makeStream(of: Never.self)
    let isOver = waiting.withLock { waiting in
      if !waiting.isOver { waiting.new.append(end) }
      return waiting.isOver
    }
    if isOver {
      end.finish()
    } else {
      // Without this flag, a report that is read before the loops have begun would say that nothing is left to do.
      published.withLock { $0.isAsked = true }
      happened.yield(.asked)
    }
    return done
  }

  /// Waits for the requested sync that is under way or, if there is none, for the next step of sync. Does not start a
  /// run.
  ///
  /// - Returns: A stream that ends then.
  package nonisolated func join() -> AsyncStream<Never> {
    let (done, end) = AsyncStream.makeStream(of: Never.self)
    let isOver = waiting.withLock { waiting in
      if !waiting.isOver { waiting.begun.append(end) }
      return waiting.isOver
    }
    if isOver { end.finish() }
    return done
  }

  /// Syncs until the task is cancelled. The server may already have carried out a cancelled request; the next start
  /// checks this.
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

  /// Closes the connections of a service that was never run.
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
      // A sync for another caller may have served these callers too.
      guard waiting.withLock({ !$0.new.isEmpty }) else { return [] }
      let errands = lanes.take(.asked, at: now())
      if lanes.asked.due == nil { beginAsked() }
      return errands
    case .imported:
      // A report that was composed meanwhile may have overwritten this flag.
      published.withLock { $0.isLocalWaiting = true }
      // Only a pull shows which of the imported records upstream already has.
      return lanes.pull.succeededAt == nil ? [] : beginLocal()
    case .local(let place): return enqueueLocal(after: place)
    }
  }

  /// Marks the sync that callers wait for as begun.
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
    // The client that sends the requests has already tried a fresh token.
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
      // The loops have not changed, but the Today view of the emergency's worker may have.
      if case .emergency = lane { tellOfChange() }
    case .refused(let id): tell(.emergencyRefused(id))
    case .fault(let error): teller.fault(error, at: now()).forEach(tell)
    }
  }

  /// Publishes the current state. The report contains no counts of the outbox: each step may change them, so readers of
  /// the report query them.
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

  /// Ends the wait of callers whose sync is done. Runs after the report is published, so that these callers read a
  /// current report.
  private func letGo() {
    guard !lanes.pull.isAsked, !lanes.push.isAsked, !lanes.express.isAsked else { return }
    // Local changes are still being enqueued. Before the last batch, it is not known which changes remain to be sent.
    guard !report.isLocalWaiting || lanes.pull.last != .succeeded else { return }
    let done = waiting.withLock { waiting in
      defer { waiting.begun = [] }
      return waiting.begun
    }
    for waiter in done { waiter.finish() }
  }

  /// Stores the time when both sides were in sync, at intervals and at the end. This time is reported after a restart.
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

  /// Begins to enqueue the changes that were made without an upstream. Runs after a pull, which shows which of these
  /// records upstream already has.
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
