import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Week: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    try call.requireOwn(parameters.worker)
    let (worker, days) = try await service.store.read { reader in
      let worker = try reader.shownWorker(parameters.worker)
      let zone = worker.zone ?? service.settings.agencyZone
      let today = zone.day(of: call.now)
      let day = try call.day(parameters.date, field: "date", today: today)
      let monday = day.adding(days: 1 - day.weekday)
      let days = try (0..<7).map { number in
        let day = monday.adding(days: number)
        let visits = try reader.day(worker: worker.id, bounds: zone.bounds(of: day), isToday: day == today)
        return (day, try reader.markingAbsences(visits).map(call.shown))
      }
      return (worker, days)
    }
    return WeekView.compose(worker: worker, days: days, lateRule: service.settings.lateRule, in: call.view)
  }
}
