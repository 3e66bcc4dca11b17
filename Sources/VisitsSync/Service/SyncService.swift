import Synchronization
package import VisitsModel
package import VisitsStore

/// The driver of sync while the daemon runs. It passes events to ``SyncLanes`` and carries out the returned actions: it
/// sends requests, waits and reports. All decisions are made by the state machines.
package actor SyncService {
  private nonisolated let thread = SyncThread()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// An event that the service handles, one at a time.
  private enum Event: Sendable {
    case lanes(SyncLanes.Event)
    /// A user has requested a sync and waits for its end.
    case asked
    /// A file was imported, so there may be new local changes to send.
    case imported
    /// The next batch of changes that were made without an upstream server, or imported, must be added to the outbox.
    /// The batch begins after this position in the store.
    case local(after: LocalPlace)
  }

  /// The shortest time after which the time of the last complete sync is stored again, in milliseconds.
  private static let synced: Int64 = 600_000

  private let context: SyncContext
  private let exchange: any Exchanging
  private let now: @Sendable () -> Instant
  private let clock: any Clock<Duration>
  private let loops: LoopWatch
  private let tell: @Sendable (SyncNotice) -> Void
  private var lanes: SyncLanes
  private var teller = SyncTeller()
  /// The time of the last complete sync, as stored last.
  private var syncedNoted: Instant
  /// The number of the last sync problem that was reported to the operator. Only problems with a higher number are
  /// reported.
  private var lastProblem: Int64 = .max
  private nonisolated let published: Mutex<SyncReport>
  private nonisolated let hook = Mutex(Hook())
  private nonisolated let events: AsyncStream<Event>
  private nonisolated let happened: AsyncStream<Event>.Continuation
  /// Whether an event about local changes is in the queue and has not been handled. Meanwhile, further local changes
  /// add no second event.
  private nonisolated let isChangeTold = Atomic(false)

  private nonisolated let waiting = Mutex(Waiting())

  /// The callers who wait for the end of a sync. Their streams finish when it ends.
  private struct Waiting {
    /// Callers whose sync has not begun.
    var new: [AsyncStream<Never>.Continuation] = []
    /// Callers whose sync is under way.
    var begun: [AsyncStream<Never>.Continuation] = []
    /// Whether the service has ended and will not sync again.
    var isOver = false
  }

  /// The closure to call when the sync indicator may have changed. It is in a struct because a `Mutex` would wrap a
  /// bare closure again at each access.
  private struct Hook {
    var call: @Sendable () -> Void = {}
  }

  /// Creates a service that syncs with one upstream server.
  ///
  /// - Parameters:
  ///   - context: The store and the settings.
  ///   - exchange: The client that sends the requests.
  ///   - now: The wall clock.
  ///   - clock: The clock that times the waits.
  ///   - random: The source of randomness that varies the waits.
  ///   - loops: The watch that checks whether the service's event loop still makes progress.
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

  /// The server's base address. It contains no user name or password, because the daemon does not start with such an
  /// address.
  package nonisolated var address: String { context.settings.base }

  /// The state of sync after the last step.
  package nonisolated var report: SyncReport { published.withLock { $0 } }

  /// Sets the closure that the service calls whenever the sync indicator may have changed.
  package nonisolated func onShown(_ hook: @escaping @Sendable () -> Void) {
    self.hook.withLock { $0.call = hook }
  }

  /// Wakes sync if a committed change must be sent upstream, or if the commit was an import. Never blocks.
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

  /// Starts a push, because a local change was added to the outbox.
  package nonisolated func wake() {
    if !isChangeTold.exchange(true, ordering: .relaxed) { happened.yield(.lanes(.changed)) }
  }

  /// Requests a sync. It starts at once, or when the shortest allowed time since the last requested sync has passed.
  ///
  /// - Returns: A stream that ends when the sync has ended, whether or not it succeeded.
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

  /// Waits for the end of the requested sync that is under way. If there is none, waits for the next step of sync. Does
  /// not start a sync.
  ///
  /// - Returns: A stream that ends at that time.
  package nonisolated func join() -> AsyncStream<Never> {
    let (done, end) = AsyncStream.makeStream(of: Never.self)
    let isOver = waiting.withLock { waiting in
      if !waiting.isOver { waiting.begun.append(end) }
      return waiting.isOver
    }
    if isOver { end.finish() }
    return done
  }

  /// Runs sync until the task is cancelled. Cancelling may interrupt a request that the server has already carried out.
  /// The first run after the next start finds out whether it was.
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

  /// Closes the connections of a service whose ``run()`` was never called.
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

  /// Records that the requested sync has begun. All callers who waited for its begin now wait for its end.
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
    case .settled(let id): tell(.emergencySettled(id))
    case .fault(let error): teller.fault(error, at: now()).forEach(tell)
    }
  }

  /// Publishes the report of the current state. The report contains no counts of the outbox, because each step may
  /// change them. Those who read the report query the counts themselves.
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

  /// Finishes the streams of the callers whose requested sync has ended. Runs after the report is published, so that
  /// these callers read a current report.
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

  /// Stores the time of the last complete sync, so that it can be reported after a restart.
  ///
  /// - Parameter milliseconds: The time is stored only if it is later than the stored time by more than this.
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
    guard teller.awaitsSettlement, let open = try? context.store.readNow({ try $0.unsettledKinds() }) else { return }
    teller.settled(besides: open).forEach(tell)
  }

  /// Starts to add to the outbox the changes that were made without an upstream server, or imported. Runs only after a
  /// pull, because the pull shows which of these records upstream already has.
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
