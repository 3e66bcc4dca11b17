import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsViews

extension EVVCheck: ReadHandler {
  /// The number of visits to read at a time, and the most visits to check for one page. Only visits with problems go on
  /// the page, so without this limit one page could check all visits.
  private static let (step, most) = (200, 5000)

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.page.most
    let farAwayMetres = call.service.settings.farAwayMetres
    let sheet = parameters.profile.map { RecordSheet($0, of: call) }
    return try await call.service.store.read { reader in
      let filter = try call.filter(
        parameters.window, worker: parameters.worker, client: parameters.client, in: reader)
      var mark: VisitFilter.Mark? = try parameters.page.mark()
      var answer = Answer(visits: [], checked: 0, next: nil)
      repeat {
        // Read no more visits than the page has room for, so that it never exceeds its limit.
        let wanted = min(Self.step, limit - answer.visits.count)
        let (visits, next) = try reader.visits(filter, limit: wanted, after: mark)
        for placed in visits {
          var problems: [Problem] = placed.proofGaps(now: call.now, farAwayMetres: farAwayMetres)
            .map { .compose($0, in: call.view) }
          if let sheet {
            problems += sheet.gaps(of: try call.exported(placed, homesFrom: reader)).map { .compose($0, in: call.view) }
          }
          guard !problems.isEmpty else { continue }
          answer.visits.append(Finding(visit: .compose(placed, in: call), problems: problems))
        }
        answer.checked += visits.count
        mark = next
      } while mark != nil && answer.visits.count < limit && answer.checked < Self.most
      answer.next = mark?.text
      return answer
    }
  }
}
