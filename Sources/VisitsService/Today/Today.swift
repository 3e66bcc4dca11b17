import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Today: CachedReadHandler {
  static func finished(_ parameters: Parameters, _ call: Call) -> [UInt8]? {
    guard isOwn(parameters.subject, call),
      let entry = call.service.todays.entry(of: parameters.subject, key(parameters, call), now: call.now)
    else { return nil }
    let answer = parameters.ifNoneMatch == entry.etag ? entry.notModified : entry.bytes
    // A device's request is checked each time, because its token may have been revoked.
    if let line = call.line, call.own == nil {
      call.service.todays.remember(line, role: call.role, subject: parameters.subject, answer, of: entry)
    }
    return answer
  }

  static func compose(_ parameters: Parameters, _ call: Call) async throws -> [UInt8] {
    let made =
      switch parameters.subject {
      case .worker(let worker): try day(of: worker, parameters, call)
      case .everybody: try await sharedBoard(parameters, call)
      }
    return parameters.ifNoneMatch == made.etag ? made.notModified : made.bytes
  }

  private static func isOwn(_ subject: Subject, _ call: Call) -> Bool {
    guard let own = call.own else { return true }
    return subject == .worker(own.rawValue)
  }

  private static func day(of worker: String, _ parameters: Parameters, _ call: Call) throws -> TodayCache.Entry {
    let service = call.service
    try call.requireOwn(worker)
    let generation = service.todays.generation
    // Reading a worker's day takes less time than handing it to another thread and back.
    let (worker, day, visits, absences, cursor, emergencies, sync) = try service.store.readNow { reader in
      let worker = try reader.shownWorker(worker)
      let zone = worker.zone ?? service.settings.agencyZone
      let today = zone.day(of: call.now)
      let day = try call.day(parameters.date, field: "date", today: today)
      let bounds = zone.bounds(of: day)
      let planned = try reader.day(worker: worker.id, bounds: bounds, isToday: day == today)
      let visits = try reader.markingAbsences(planned).with(conflicts: reader.conflicts()).map(call.shown)
      return (
        worker, day, visits, try reader.absences(of: worker.id, from: bounds.lowerBound, to: bounds.upperBound),
        try reader.cursor, try service.openEmergencies(reader),
        try service.syncFacts(reader, of: worker.id)
      )
    }
    let (view, bytes, validUntil) = TodayView.compose(
      worker: worker, day: day, visits: visits, absences: absences,
      emergencies: emergencies.filter { $0.concerned.contains(worker.id) },
      sync: sync, lateRule: service.settings.lateRule, canRaise: call.canRaise, epoch: cursor.epoch, in: call.view)
    let entry = TodayCache.Entry(
      bytes, etag: view.etag, sequence: cursor.sequence, generation: generation, validUntil: validUntil)
    // Do not cache it under a former id: changes invalidate only the current one.
    if parameters.subject == .worker(worker.id.rawValue) {
      service.todays.keep(entry, of: parameters.subject, key(parameters, call))
    }
    return entry
  }

  private static func sharedBoard(_ parameters: Parameters, _ call: Call) async throws -> TodayCache.Entry {
    // A device may see only its own worker's day.
    guard Set<Role>.office.contains(call.role) else {
      throw RPCError(.forbidden(method: name, needs: .office, in: call.view))
    }
    let service = call.service
    let key = key(parameters, call)
    while true {
      let entry = try await service.boards.board(key) {
        // Another caller may have finished the board between the check of the cache and here.
        if let entry = service.todays.entry(of: parameters.subject, key, now: call.now) { return entry }
        let entry = try await board(parameters, call)
        service.todays.keep(entry, of: parameters.subject, key)
        return entry
      }
      // A view whose composition started before a visit became late is returned only to callers who were already
      // waiting.
      if call.now < entry.validUntil { return entry }
    }
  }

  private static func board(_ parameters: Parameters, _ call: Call) async throws -> TodayCache.Entry {
    let service = call.service
    let generation = service.todays.generation
    let zone = service.settings.agencyZone
    let today = zone.day(of: call.now)
    let day = try call.day(parameters.date, field: "date", today: today)
    let (facts, sequence, emergencies, sync) = try await service.store.read { reader in
      let facts = try BoardFacts(
        reader, bounds: zone.bounds(of: day), isToday: day == today, service.settings.lateRule, now: call.now)
      return (
        facts, try reader.cursor.sequence, try service.openEmergencies(reader), try service.syncFacts(reader)
      )
    }
    let (view, bytes, validUntil) = BoardView.compose(
      day: day, workers: facts.workers, others: facts.others, visits: facts.visits, elsewhere: facts.elsewhere,
      raised: facts.alerts, hasMoreAlerts: facts.hasMoreAlerts, absences: facts.absences, emergencies: emergencies,
      sync: sync,
      lateRule: service.settings.lateRule, canRaise: call.canRaise, in: call.view)
    return TodayCache.Entry(
      bytes, etag: view.etag, sequence: sequence, generation: generation, validUntil: validUntil)
  }

  private static func key(_ parameters: Parameters, _ call: Call) -> TodayCache.Key {
    TodayCache.Key(date: parameters.date, locale: call.locale, role: call.role)
  }
}

extension [DayVisit] {
  /// Returns the visits, each with the time since which it has an open conflict, if it has one.
  fileprivate func with(conflicts: [VisitID: Instant]) -> [DayVisit] {
    guard !conflicts.isEmpty else { return self }
    return map { visit in
      var visit = visit
      visit.conflictSince = conflicts[visit.id]
      return visit
    }
  }
}

extension TodayCache.Entry {
  /// Creates a cache entry from a composed view.
  fileprivate init(_ bytes: [UInt8], etag: String, sequence: Int64, generation: Int, validUntil: Instant) {
    self.init(
      bytes: bytes, notModified: Today.Answer.notModified(etag: etag).bytes, etag: etag, sequence: sequence,
      generation: generation, validUntil: validUntil)
  }
}
