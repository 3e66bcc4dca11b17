package import JSON
package import JSONRPC
import Synchronization
import VisitsAPI
package import VisitsModel
package import VisitsStore
package import VisitsSync
import VisitsViews

/// The use cases behind the API's methods. Knows nothing of sockets: whoever carries calls hands them in here.
package final class VisitsService: Sendable {
  /// Where everything is kept.
  package let store: Store
  /// What keeps it in step with upstream; `nil`: there is none.
  package let sync: SyncService?
  /// The operator's settings, which may be read anew.
  package var settings: ServiceSettings { currentSettings.withLock { $0 } }
  /// The wall clock.
  package let now: @Sendable () -> Instant
  /// Told of what an operator wants to know; nothing personal is in it.
  package let report: @Sendable (Notice) -> Void
  /// What watches over the loops.
  package let loops: LoopWatch
  private let currentSettings: Mutex<ServiceSettings>
  private let process = Mutex(ProcessView())
  /// What a caller is told of a method that its role does not allow, by the method's name.
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

  /// What the waits of `event.wait` are timed with.
  let clock: any Clock<Duration>

  typealias Job = @Sendable () async -> Void

  /// Tells a caller whole lines; whether it still wants more.
  typealias Telling = @Sendable ([UInt8]) async -> Bool

  /// The service of a store. Both clocks are handed in, and what nobody can guess.
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
      // The order matters: nobody may be told of a change while a cache still holds what was before it.
      for change in changes {
        switch change.detail {
        case .none, .alert, .urgency: break
        case .emergency(let before, let after):
          // Paged before anything else: what follows takes its time after an import.
          if !emergencies.hasHeld(after.id, behind: change.requestID) { escalations.told(after) }
          emergencies.note(after, since: before, at: now(), report)
        case .device(let before, let after): devices.note(after, since: before, report)
        case .worker(let worker, let isActive): devices.note(worker, isActive: isActive, at: change.event.at)
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

  /// Takes in what was open before the start. To be called before calls are taken.
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

  /// Takes settings that were read anew. Who is paged stays as it is: pages may be under way.
  package func take(_ settings: ServiceSettings) {
    currentSettings.withLock { current in
      let pager = current.pager
      current = settings
      current.pager = pager
    }
    forbidden.withLock { $0 = [:] }
    alerts.take(settings.lateRule)
    alertTelling.take(settings.alertCommand)
    forgetTodays()
  }

  /// Forgets every finished Today, since something has changed that is no change of the database: an emergency that it
  /// does not take, or whether it takes changes.
  package func forgetTodays() {
    todays.invalidate()
    homes.invalidate()
    boards.invalidate()
    signal.raise()
  }

  /// What is known outside of the service of the process that it is in.
  var processView: ProcessView { process.withLock { $0 } }

  /// Hands in what knows of the process, for `system.status` and `system.metrics`.
  package func look(at view: ProcessView) { process.withLock { $0 = view } }

  /// Takes a call, in the order in which its connection sent it. Never blocks.
  ///
  /// - Parameter line: the line that says this call and nothing else, for ``finished(_:_:)`` to know it again.
  /// - Returns: the answer when it is at hand; else `nil`, and `answer` is called once, later, from any thread.
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
      // A caller without a role gets no suggestion, which would tell of methods and take time to find.
      let nearest =
        session.role != nil && session.suggestions.take(at: now())
        ? Nearest.method(to: method, among: MethodTable.rows.map(\.name)) : nil
      return .failure(.methodNotFound(method, nearest: nearest))
    }
    var session = session
    if session.role == .gateway, let auth = params.object?["auth"], !auth.isNull {
      guard let device = auth.string.flatMap({ devices.device(token: $0) }) else {
        return .failure(wording(of: Refusal.unauthenticated(.token), in: view(locale: nil)))
      }
      devices.hear(device.id, at: now())
      session = session.behind(device)
    }
    guard let role = session.role, endpoint.row.roles.contains(role), role != .caregiver || session.device != nil else {
      return .failure(forbidding(endpoint.row))
    }
    do {
      try session.device?.require(method, devices, at: now())
    } catch {
      return .failure(wording(of: error, in: view(locale: params.object?["locale"]?.string)))
    }
    return endpoint.begin(
      params.object ?? JSONObject(),
      Opening(service: self, session: session, role: role, line: line, listener: listener),
      answer)
  }

  /// The refusal of a method to every role that it is not for. It is worded once: callers ask again and again.
  private func forbidding(_ row: MethodRow) -> RPCError {
    if let worded = forbidden.withLock({ $0[row.name] }) { return worded }
    let error = RPCError(.forbidden(method: row.name, needs: row.roles, in: view(locale: nil)))
    forbidden.withLock { $0[row.name] = error }
    return error
  }

  /// The finished answer that such a line had before and still has, to a caller of the same role.
  package func finished(_ line: CallLine, _ session: Session) -> [UInt8]? {
    guard let role = session.role else { return nil }
    let now = now()
    guard let answer = todays.answer(to: line, role: role, now: now) else { return nil }
    meter.answered(Self.numberOfToday, isRefused: false, at: now)
    return answer
  }

  private static let numberOfToday = MethodTable.rows.firstIndex { $0.name == Today.name }

  /// An id for something that should never happen.
  func newReference() -> String { identities.next() }

  /// Whether calls of this method wait for something to happen.
  package func waits(_ method: String) -> Bool { endpoints[method]?.waits ?? false }

  /// Notices what a person should look at, and has the operator's command told of it, until the task is cancelled.
  package func watch() async {
    async let telling: Void = alertTelling.run(self)
    await alerts.run()
    await telling
  }

  /// Carries out what cannot be answered at once, until ``stop()`` and everything that was begun is done.
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

  /// Takes no more calls. To be called when nobody waits for an answer any more: what was begun is done, reads that were
  /// not are given up, and ``run()`` returns.
  package func stop() {
    enqueue.finish()
    reads.stop()
    deviceReads.stop()
    signal.close()
  }

  /// Gives up what is only being prepared: whoever sends it again after a stop loses nothing.
  package func stopPreparing() { preparations.stop() }

  /// What views are composed with, in that language.
  func view(locale: String?, now: Instant? = nil) -> ViewContext {
    ViewContext(
      locale: locale, agencyLocale: settings.agencyLocale, agencyZone: settings.agencyZone, now: now ?? self.now(),
      lateRule: settings.lateRule, lastHeard: { [self] in lastHeard(from: $0) })
  }
}
