import JSON
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Home: CachedReadHandler {
  static func finished(_ parameters: Parameters, _ call: Call) -> [UInt8]? {
    guard call.own.map({ $0.rawValue == parameters.worker }) ?? true,
      let entry = call.service.homes.entry(of: .worker(parameters.worker), key(parameters, call), now: call.now)
    else { return nil }
    return parameters.ifNoneMatch == entry.etag ? entry.notModified : entry.bytes
  }

  static func compose(_ parameters: Parameters, _ call: Call) async throws -> [UInt8] {
    let service = call.service
    try call.requireOwn(parameters.worker)
    let generation = service.homes.generation
    // Reading a worker's Home takes less time than handing it to another thread and back.
    let (home, sequence, emergencies) = try service.store.readNow { reader in
      (
        try reader.home(parameters, call), try reader.cursor.sequence,
        try service.openEmergencies(reader)
      )
    }
    let (view, bytes) = HomeView.compose(
      home, emergencies: emergencies.filter { $0.concerned.contains(home.worker.id) }, canRaise: call.canRaise,
      in: call.view)
    let zone = home.worker.zone ?? service.settings.agencyZone
    let midnight = zone.start(of: zone.day(of: call.now).adding(days: 1))
    let entry = TodayCache.Entry(
      bytes: bytes, notModified: Answer.notModified(etag: view.etag).bytes, etag: view.etag, sequence: sequence,
      generation: generation,
      // The Home shows the clients of visits within a window around now (`Call/window`), which moves on with time.
      validUntil: min(midnight, call.now.adding(minutes: 15)))
    // Do not cache it under a former id: changes invalidate only the current one.
    if home.worker.id.rawValue == parameters.worker {
      service.homes.keep(entry, of: .worker(parameters.worker), key(parameters, call))
    }
    return parameters.ifNoneMatch == entry.etag ? entry.notModified : entry.bytes
  }

  private static func key(_ parameters: Parameters, _ call: Call) -> TodayCache.Key {
    TodayCache.Key(date: parameters.date, locale: call.locale, role: call.role)
  }
}

extension StoreReader {
  /// Reads the data for a worker's Home: the visits of a day, the latest practice sessions, and the worker's clients
  /// with their goals.
  fileprivate func home(_ parameters: Home.Parameters, _ call: Call) throws -> WorkerHome {
    let worker = try shownWorker(parameters.worker)
    let zone = worker.zone ?? call.service.settings.agencyZone
    let today = zone.day(of: call.now)
    let day = try call.day(parameters.date, field: "date", today: today)
    let bounds = zone.bounds(of: day)
    let visits = try self.day(worker: worker.id, bounds: bounds, isToday: day == today)
    let bank = try goalBank(of: worker.id, within: call.window)
    return WorkerHome(
      worker: worker, day: day, lastSession: try lastSession(of: worker.id).map { try placed($0) },
      running: try runningSession(of: worker.id).map { try placed($0) },
      goals: bank.reduce(0) { $0 + $1.goals }, clientCount: bank.count,
      clients: try bank.prefix(WorkerHome.clientLimit).compactMap { own in
        try client(own.client).map { WorkerHome.OwnClient(client: $0, lastSession: try lastSession(of: own.client)) }
      },
      // A visit across midnight counts on the day on which it starts, as on Today.
      visitsLeft: visits.count {
        bounds.contains($0.start) && ($0.status == .scheduled || $0.status == .inProgress)
      })
  }
}
