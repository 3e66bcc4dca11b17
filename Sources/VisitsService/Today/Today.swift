import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Today: CachedReadHandler {
  static func finished(_ parameters: Parameters, _ call: Call) -> [UInt8]? {
    guard
      let entry = call.service.todays.entry(worker: parameters.worker, key(parameters, call), now: call.now)
    else { return nil }
    let answer = parameters.ifNoneMatch == entry.etag ? entry.notModified : entry.bytes
    if let line = call.line {
      call.service.todays.remember(line, role: call.role, worker: parameters.worker, answer, of: entry)
    }
    return answer
  }

  static func compose(_ parameters: Parameters, _ call: Call) async throws -> [UInt8] {
    let service = call.service
    // A worker's day is read in less time than it takes to hand the reading to another thread and back.
    let (worker, day, visits, sequence) = try service.store.readNow { reader in
      let worker = try reader.shownWorker(parameters.worker)
      let zone = worker.zone ?? service.settings.agencyZone
      let today = zone.day(of: call.now)
      let day = try call.day(parameters.date, field: "date", today: today)
      let visits = try reader.day(worker: worker.id, bounds: zone.bounds(of: day), isToday: day == today)
      return (worker, day, visits, try reader.cursor.sequence)
    }
    let (view, bytes, validUntil) = TodayView.compose(
      worker: worker, day: day, visits: visits, sync: .noUpstream, lateRule: service.settings.lateRule,
      canRaise: false, in: call.view)
    let entry = TodayCache.Entry(
      bytes: bytes, notModified: Answer.notModified(etag: view.etag).bytes, etag: view.etag, sequence: sequence,
      validUntil: validUntil)
    service.todays.keep(entry, worker: parameters.worker, key(parameters, call))
    return parameters.ifNoneMatch == view.etag ? entry.notModified : entry.bytes
  }

  private static func key(_ parameters: Parameters, _ call: Call) -> TodayCache.Key {
    TodayCache.Key(date: parameters.date, locale: call.locale, role: call.role)
  }
}
