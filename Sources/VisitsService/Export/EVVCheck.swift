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
            .map { .compose($0, of: placed, in: call.view) }
          if let sheet { problems += try Self.problems(of: placed, in: sheet, reader, call) }
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

  /// Returns the reasons for which an aggregator would refuse a visit, or read its times otherwise than they are.
  private static func problems(
    of placed: PlacedVisit, in sheet: RecordSheet, _ reader: StoreReader, _ call: Call
  ) throws -> [Problem] {
    let exported = try call.exported(placed, homesFrom: reader)
    var others: [Visit] = []
    if let worker = placed.visit.worker, let made = placed.visit.made {
      // Visits are found by their plan, and made some hours beside it.
      let day: Int64 = 24 * 60
      others = try reader.overlapping(
        worker: worker, start: made.lowerBound.adding(minutes: -day), end: made.upperBound.adding(minutes: day),
        except: placed.visit.id)
    }
    return sheet.gaps(of: exported).map { .compose($0, in: call.view) }
      + sheet.refusals(of: placed.visit, beside: others).map { .compose($0, in: call.view) }
      + sheet.readings(of: exported).map { .compose($0, in: call.view) }
  }
}
