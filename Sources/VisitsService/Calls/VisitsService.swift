package import JSON
package import JSONRPC
import Synchronization
import VisitsAPI
package import VisitsModel
package import VisitsStore
package import VisitsSync
import VisitsViews

/// The use cases behind the API's methods. The service knows nothing of sockets: the transport passes calls to it.
package final class VisitsService: Sendable {
  /// The store of all data.
  package let store: Store
  /// The service that synchronizes the store with the upstream server; `nil` if there is none.
  package let sync: SyncService?
  /// The operator's current settings. Reloading the configuration replaces them.
  package var settings: ServiceSettings { currentSettings.withLock { $0 } }
  /// The wall clock.
  package let now: @Sendable () -> Instant
  /// Sends a notice to the operator. Notices hold no personal data.
  package let report: @Sendable (Notice) -> Void
  /// The watch that notices background loops that are stuck.
  package let loops: LoopWatch
  private let currentSettings: Mutex<ServiceSettings>
  private let process = Mutex(ProcessView())
  /// The composed refusals of methods that the caller's role does not allow, by the method's name.
  private let forbidden = Mutex<[String: RPCError]>([:])
  let meter = CallMeter(methods: MethodTable.rows.count)
  let todays = TodayCache()
  let homes = TodayCache()
  let boards = BoardsUnderWay()
  let people = PeopleCache()
  let emergencies = EmergencyRegister()
  let escalations: Escalations
  let uploads: Uploads
  let devices = DeviceRegister()
  let guesses = GuessLimit()
  let secrets: DeviceSecrets
  let alerts: AlertSweep
  private let alertTelling: AlertTelling
  let signal: FeedSignal
  let recentFeed = RecentFeed()
  let eventLooks = EventLooks()
  let deviceWaits = DeviceWaits()
  let deviceAsks = DeviceAsks()
  let startedAt: Instant
  let identities: IdentitySource
  private let endpoints: [String: Endpoint]
  let preparations = Preparations()
  private let jobs: AsyncStream<Job>
  let enqueue: AsyncStream<Job>.Continuation
  let reads = ReadQueue()
  let deviceReads = ReadQueue(places: ReadQueue.atOnceOfDevices)

  /// The clock that measures waits and pauses, such as the wait of `event.wait`. It is not the wall clock.
  let clock: any Clock<Duration>

  typealias Job = @Sendable () async -> Void

  /// A function that sends complete lines to a caller. Returns whether the caller is still listening.
  typealias Telling = @Sendable ([UInt8]) async -> Bool

  /// Creates the service for a store. Both clocks and the source of random numbers are injected.
  package init(
    store: Store, sync: SyncService? = nil, settings: ServiceSettings, now: @escaping @Sendable () -> Instant,
    identities: IdentitySource,
    random: () -> (UInt64, UInt64), clock: any Clock<Duration> = ContinuousClock(),
    loops: LoopWatch? = nil, report: @escaping @Sendable (Notice) -> Void
  ) {
    self.store = store
    self.sync = sync
    currentSettings = Mutex(settings)
    uploads = Uploads(limit: settings.uploadBytes)
    let watch = WatchedClock(now)
    let now: @Sendable () -> Instant = { watch.now() }
    self.now = now
    self.identities = identities
    secrets = DeviceSecrets(random: random)
    self.clock = clock
    self.report = report
    let loops = loops ?? LoopWatch(clock)
    self.loops = loops
    startedAt = now()
    signal = FeedSignal()
    escalations = Escalations(plan: settings.pager.plan)
    alertTelling = AlertTelling(settings.alertCommand)
    alerts = AlertSweep(
      store: store, rule: settings.lateRule, now: now, clock: clock, loops: loops,
      newID: { identities.next() }, report: report)
    endpoints = Dictionary(
      uniqueKeysWithValues: MethodTable.rows.enumerated().compactMap { number, row in
        Endpoint(row, number: number).map { (row.name, $0) }
      })
    (jobs, enqueue) = AsyncStream.makeStream(of: Job.self)
    watch.whenSetBack { [todays, homes, alerts, devices] now in
      todays.invalidate()
      homes.invalidate()
      alerts.lookAnew()
      devices.clockIsSet(to: now)
    }
    store.onCommit {
      [
        devices, emergencies, escalations, todays, homes, boards, people, alerts, alertTelling, recentFeed, signal,
        sync,
        meter
      ]
      changes in
      meter.changed(changes.count, at: now())
      sync?.note(changes)
      // Invalidate the caches before raising the signal: a caller who learns of a change must not read the old data
      // from a cache.
      for change in changes {
        switch change.detail {
        case .none, .alert, .urgency: break
        case .emergency(let before, let after):
          // Page first: the steps that follow take a while after an import.
          if !emergencies.hasHeld(after.id, behind: change.requestID) { escalations.told(after) }
          emergencies.note(after, since: before, at: now(), report)
        case .device(let before, let after): devices.note(after, since: before, report)
        case .worker(let worker, let key, let isActive):
          devices.note(worker, key: key)
          devices.note(worker, isActive: isActive, at: change.event.at)
        case .clash(let clash): report(.fieldClash(clash))
        }
        todays.invalidate(change)
        homes.invalidateHomes(change)
        people.invalidate(change)
        for notice in change.alertNotices { report(notice) }
      }
      boards.invalidate()
      recentFeed.note(changes.map(\.event))
      signal.raise(Set(changes.map(\.event.topic)))
      alerts.note(changes)
      alertTelling.note(changes)
    }
  }

  /// Loads the emergencies, alerts and devices that are stored. Call it when the daemon starts, before it accepts
  /// calls.
  package func load() throws {
    let (open, present) = try store.readNow { reader in
      (
        try reader.emergencies(isOpen: true, limit: .max).map { ($0, try reader.pages(of: $0)) },
        try reader.cursor
      )
    }
    recentFeed.begin(at: present)
    for (emergency, pages) in open {
      emergencies.note(emergency)
      escalations.told(emergency, pages: pages)
    }
    try loadDevices()
    try alerts.load()
    try alertTelling.load(from: store, now: now())
    holdSpooled()
    sync?.onShown { [weak self] in self?.forgetTodays() }
    store.onSpoolImport { [weak self] in try await self?.adopt($0) ?? false }
  }

  /// Replaces the settings after the operator has reloaded the configuration. If the tiers have changed, open
  /// emergencies are paged by the new ones; commands that are running are not interrupted.
  package func take(_ settings: ServiceSettings) {
    let before = currentSettings.withLock { current in
      defer { current = settings }
      return current.pager
    }
    if settings.pager.tiers != before.tiers || settings.pager.plan != before.plan {
      escalations.take(settings.pager.plan)
    }
    forbidden.withLock { $0 = [:] }
    alerts.take(settings.lateRule)
    if let notice = alertTelling.take(settings.alertCommand) { report(notice) }
    forgetTodays()
  }

  /// Drops all cached Today views and wakes the callers that wait for events. Called when a view changes without a
  /// change of the database: for example when the database cannot store an emergency, or when it begins or ceases to
  /// accept changes.
  package func forgetTodays() {
    todays.invalidate()
    homes.invalidate()
    boards.invalidate()
    signal.raise()
  }

  /// Facts about the process that the service does not know itself, such as the number of connections.
  var processView: ProcessView { process.withLock { $0 } }

  /// Sets the source of the facts about the process that `system.status` and `system.metrics` show.
  package func look(at view: ProcessView) { process.withLock { $0 = view } }

  /// Handles a call. The calls of a connection must be passed in the order in which the caller sent them. Never blocks.
  ///
  /// - Parameter line: The request line. If the answer is cached, ``finished(_:_:)`` returns it for a later call with
  ///   the same line.
  /// - Returns: The answer if it is ready. Otherwise `nil`, and `answer` is called once, later, from any thread.
  package func handle(
    _ method: String, _ params: JSONValue, saidBy line: CallLine? = nil, _ session: Session,
    from listener: any Listener, answer: @escaping @Sendable (RPCReply) -> Void
  ) -> RPCReply? {
    let endpoint = endpoints[method]
    let number = endpoint?.number
    let reply = begin(endpoint, method, params, saidBy: line, session, from: listener) { [meter, now] reply in
      meter.answered(number, isRefused: reply.isFailure, at: now())
      answer(reply)
    }
    if let reply { meter.answered(number, isRefused: reply.isFailure, at: now()) }
    return reply
  }

  private func begin(
    _ endpoint: Endpoint?, _ method: String, _ params: JSONValue, saidBy line: CallLine?, _ session: Session,
    from listener: any Listener, answer: @escaping @Sendable (RPCReply) -> Void
  ) -> RPCReply? {
    guard let endpoint else {
      // A caller without a role gets no suggestion: it would reveal methods and take time to find.
      let nearest =
        session.role != nil && session.suggestions.take(at: now())
        ? Nearest.method(to: method, among: MethodTable.rows.map(\.name)) : nil
      return .failure(.methodNotFound(method, nearest: nearest))
    }
    var session = session
    if session.role == .gateway, let auth = params.object?["auth"], !auth.isNull {
      let now = now()
      guard let device = auth.string.flatMap({ devices.device(token: $0, at: now) }) else {
        return .failure(wording(of: Refusal.unauthenticated(.token), in: view(locale: nil)))
      }
      devices.hear(device.id, at: now)
      do {
        try devices.compare(params.object?["authWorker"]?.string, with: device)
        try device.require(method, devices, at: now)
      } catch {
        return .failure(wording(of: error, in: view(locale: params.object?["locale"]?.string)))
      }
      session = session.behind(device)
    }
    guard let role = session.role, endpoint.row.roles.contains(role), role != .caregiver || session.device != nil else {
      return .failure(forbidding(endpoint.row))
    }
    return endpoint.begin(
      params.object ?? JSONObject(),
      Opening(service: self, session: session, role: role, line: line, listener: listener),
      answer)
  }

  /// Returns the refusal for callers whose role may not call the method. It is composed once and then cached, since
  /// such callers tend to repeat their calls.
  private func forbidding(_ row: MethodRow) -> RPCError {
    if let worded = forbidden.withLock({ $0[row.name] }) { return worded }
    let error = RPCError(.forbidden(method: row.name, needs: row.roles, in: view(locale: nil)))
    forbidden.withLock { $0[row.name] = error }
    return error
  }

  /// Returns the cached answer to a request line, if a caller with the same role has sent the same line before and the
  /// answer is still valid.
  package func finished(_ line: CallLine, _ session: Session) -> [UInt8]? {
    guard let role = session.role else { return nil }
    let now = now()
    guard let answer = todays.answer(to: line, role: role, now: now) else { return nil }
    meter.answered(Self.numberOfToday, isRefused: false, at: now)
    return answer
  }

  private static let numberOfToday = MethodTable.rows.firstIndex { $0.name == Today.name }

  /// Returns a new unique reference, such as the one under which the log has an unexpected error.
  func newReference() -> String { identities.next() }

  /// Whether calls of this method wait for an event.
  package func waits(_ method: String) -> Bool { endpoints[method]?.waits ?? false }

  /// Runs the alert sweep and the operator's alert command until the task is cancelled.
  package func watch() async {
    async let telling: Void = alertTelling.run(self)
    await alerts.run()
    await telling
  }

  /// Carries out the work of calls that cannot be answered at once. Returns after ``stop()`` was called and the calls
  /// that had begun have finished.
  package func run() async {
    async let reading: Void = reads.run()
    async let readingOfDevices: Void = deviceReads.run()
    await withDiscardingTaskGroup { group in
      for await job in jobs { group.addTask { await job() } }
      signal.close()
    }
    await reading
    await readingOfDevices
  }

  /// Stops accepting calls. Call it once no caller waits for an answer any more. Calls that have begun are finished,
  /// and queued reads that have not begun are dropped. Then ``run()`` returns.
  package func stop() {
    enqueue.finish()
    reads.stop()
    deviceReads.stop()
    signal.close()
  }

  /// Abandons imports that are still being prepared. They have changed nothing yet, and their callers can send them
  /// again after the restart.
  package func stopPreparing() { preparations.stop() }

  /// Returns the context with which views are composed in the given language; `nil` for the agency's language.
  func view(locale: String?, now: Instant? = nil) -> ViewContext {
    ViewContext(
      locale: locale, agencyLocale: settings.agencyLocale, agencyZone: settings.agencyZone, now: now ?? self.now(),
      lateRule: settings.lateRule, lastHeard: { [self] in lastHeard(from: $0) })
  }
}
