/// A visit that recurs: what a person agreed to, as a time on the client's wall clock and the days on which it comes.
///
/// Its visits are made ahead as far as the horizon, each for one day. What is decided of one visit stays so.
package struct Series: Sendable, Hashable {
  /// That somebody has ended it, or has changed it from a day on, which is another series then.
  package struct Ending: Sendable, Hashable {
    /// The first day that it does not hold for.
    package var day: CareDay
    /// Why, in the caller's words; `nil`: another series goes on.
    package var reason: String?

    /// The end of a series.
    package init(day: CareDay, reason: String?) {
      self.day = day
      self.reason = reason
    }
  }

  /// The id.
  package var id: SeriesID
  /// Who receives the visits.
  package var client: ClientID
  /// Who makes them; `nil`: they are open.
  package var worker: WorkerID?
  /// The days and the time of day.
  package var recurrence: Recurrence
  /// On whose clocks.
  package var zone: Zone
  /// How long each lasts on the clocks. A visit from 22:00 to 8:00 ends at 8:00 also in the night of a clock change.
  package var minutes: Int
  /// The place, when it is not the client's address.
  package var address: String?
  /// What is done.
  package var service: String?
  /// What their payer calls that, where it is not what the payer calls other visits of this service.
  package var serviceCode: ServiceCode?
  /// What is noted of each.
  package var note: String?
  /// Where it was cut off.
  package var ending: Ending?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A series; version and instant are set by the store when it is kept.
  package init(
    id: SeriesID, client: ClientID, worker: WorkerID?, recurrence: Recurrence, zone: Zone, minutes: Int,
    address: String? = nil, service: String? = nil, serviceCode: ServiceCode? = nil, note: String? = nil,
    ending: Ending? = nil, version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.client = client
    self.worker = worker
    self.recurrence = recurrence
    self.zone = zone
    self.minutes = minutes
    self.address = address
    self.service = service
    self.serviceCode = serviceCode
    self.note = note
    self.ending = ending
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension Series {
  /// The occurrences whose original days lie in a range of days.
  package func occurrences(from first: CareDay, through last: CareDay) -> [Occurrence] {
    let last = ending.map { min(last, $0.day.adding(days: -1)) } ?? last
    guard first <= last else { return [] }
    // What clocks skip may start on the day after its own.
    let window = zone.start(of: first)..<zone.start(of: last.adding(days: 2))
    return recurrence.occurrences(within: window, on: zone)
      .filter { $0.original.day >= first && $0.original.day <= last }
  }

  /// The first day from one on for which it gives a visit; `nil`: it is over.
  package func nextDay(from day: CareDay) -> CareDay? {
    guard let next = recurrence.first(from: day, on: zone)?.original.day else { return nil }
    return ending.map { next < $0.day } ?? true ? next : nil
  }

  /// The last day that it may give a visit for, where that is known without counting.
  package var lastDay: CareDay? {
    let limit: CareDay? =
      switch recurrence.rule.limit {
      case .never, .count: nil
      case .day(let day): day
      case .local(let local): local.day
      case .instant(let instant): zone.day(of: instant)
      }
    return [limit, ending?.day.adding(days: -1)].compactMap(\.self).min()
  }

  /// When the visit of a day is planned.
  package func time(on day: CareDay) -> (start: Instant, end: Instant) {
    var local = recurrence.start
    local.day = day
    return (zone.moment(of: local).instant, zone.end(from: local, lasting: Int64(minutes) * 60))
  }

  /// The visit of a day.
  ///
  /// - Parameter worker: Who makes it.
  package func visit(_ id: VisitID, on day: CareDay, worker: WorkerID?) -> Visit {
    let time = time(on: day)
    return Visit(
      id: id, worker: worker, client: client, start: time.start, end: time.end, address: address, service: service,
      serviceCode: serviceCode, note: note, series: self.id.rawValue)
  }

  /// Whether the visit of a day has another time than the series plans for that day.
  package func isMoved(_ visit: Visit, on day: CareDay) -> Bool {
    let time = time(on: day)
    // In earlier versions a night in which clocks change kept its length.
    let isOfOldRule = visit.end == visit.start.adding(minutes: Int64(minutes))
    return visit.start != time.start || visit.end != time.end && !isOfOldRule
  }

  /// The local time that clocks skip on the day of a visit, where that is why the visit starts later.
  package func skippedTime(of visit: Visit) -> LocalTime? {
    // Clocks that skip a time near midnight start the visit on the day after its own.
    let day = zone.day(of: visit.start)
    return [day, day.adding(days: -1)].lazy.map { day in
      var local = recurrence.start
      local.day = day
      return local
    }.first { local in
      let moment = zone.moment(of: local)
      return moment.isMoved && moment.instant == visit.start
    }
  }
}

/// A series with the people it concerns, as the API shows it.
package struct PlacedSeries: Sendable, Hashable {
  /// The series.
  package var series: Series
  /// Who receives the visits.
  package var client: Client
  /// Who makes them; `nil`: they are open.
  package var worker: Worker?

  /// A series with its people.
  package init(series: Series, client: Client, worker: Worker?) {
    self.series = series
    self.client = client
    self.worker = worker
  }
}
