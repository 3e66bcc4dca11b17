import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskDay: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    // Reading a client's day takes less time than handing it to another thread and back.
    let view = try service.store.readNow { reader -> TaskDayView in
      let client: Client
      do {
        client = try reader.shownClient(parameters.client, to: call)
      } catch let refusal as Refusal {
        // Until the first pull has ended, a missing client may still arrive.
        guard call.own == nil, try service.syncFacts(reader).isLoading else { throw refusal }
        let today = service.settings.agencyZone.day(of: call.now)
        let day = try call.day(parameters.date, field: "date", today: today)
        return TaskDayView.loading(day, today: today, client: parameters.client, in: call.view)
      }
      let today = call.today(of: client)
      let day = try call.day(parameters.date, field: "date", today: today)
      let list = CareTaskDay(
        day, today: today, tasks: try reader.tasks(of: client.id), records: try reader.records(of: client.id, on: day))
      return TaskDayView.compose(list, of: client, for: call.own, in: call.view)
    }
    return parameters.ifNoneMatch == view.etag ? .notModified(etag: view.etag) : .view(view)
  }
}
