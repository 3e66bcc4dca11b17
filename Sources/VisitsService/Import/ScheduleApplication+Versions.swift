import VisitsModel
import VisitsStore
import VisitsViews

/// Compares the versions of calendar events with earlier imports, and cancels events.
extension ScheduleApplication {
  /// Records whether the text has an older version of the entry's event than an earlier import had.
  mutating func noteVersion(of entry: PlannedEntry) throws {
    guard let uid = entry.event, let version = entry.occurrence.version, !entry.occurrence.isChange,
      outdated[uid] == nil
    else { return }
    try transaction.goOn()
    outdated[uid] = try days.version(of: uid).map { version.isOlder(than: $0) } ?? false
  }

  /// Whether the text has an older version of the event with this UID than an earlier import had.
  func isOutdated(_ uid: String) -> Bool { outdated[uid] == true }

  /// Whether an entry has an older version than an earlier import had for the same event or day (RFC 5546, 2.1.5).
  ///
  /// - Parameter told: The values that the last import stored for the entry's visit.
  mutating func isOutdated(_ entry: PlannedEntry, since told: ToldOfVisit = ToldOfVisit()) throws -> Bool {
    guard let uid = entry.event, let present = ToldVersion(entry.occurrence) else { return false }
    if present.kind == .series {
      if isOutdated(uid) { return true }
      // A change of one day that was sent alone holds until a newer version of the series is imported.
      guard let day = ToldVersion(told), day.kind == .dayAlone else { return false }
      guard let series = try days.version(of: uid) else { return present.version.isOlder(than: day.version) }
      return !series.isOlder(than: present.version)
    }
    guard let before = ToldVersion(told), before.kind != .series else { return false }
    return present.version.isOlder(than: before.version)
  }

  /// Returns the identity of the day of a series that an entry changes. The imported text has the changed day alone,
  /// without its series, so this function finds the day by its original start.
  mutating func identity(
    of row: PlannedRow, _ entry: PlannedEntry, saying said: SaidOfVisit
  ) throws -> UpstreamIdentity {
    guard let uid = entry.event, let original = entry.occurrence.original else { return row.identity }
    let zone = people.known(entry.client)?.zone
    let day = try days.day(
      of: uid, original, at: row.original, kept: row.original == nil ? nil : said[PlannedRow.Part.original],
      client: zone)
    if let day { return day.identity }
    guard let moment = row.original, try days.isKnown(row.identity, of: uid) else {
      return row.identity
    }
    // By its own time zone, the series has another day with that name.
    let name = OccurrenceIdentity(uid: uid, original: Zone.utc.local(moment).basicText + "Z").text
    return UpstreamIdentity(system: source.rawValue, value: name)
  }

  /// Cancels the visits of an event, or of one of its days. The text gives only the identity of the event, not its
  /// content.
  ///
  /// - Parameter window: The period of the calendar that is imported.
  mutating func apply(_ cancellation: PlannedCancellation, in window: Range<Instant>?) throws {
    var known = try days.days(of: cancellation.event)
    switch cancellation.original {
    case nil: break
    case .start(let time)?:
      var day: KnownDays.Day?
      for (zone, moment) in try moments(of: time, on: known) where day == nil {
        let kept = SaidOfVisit([PlannedRow.kept(moment)])[0]
        day = try days.day(of: cancellation.event, .start(time), at: moment, kept: kept, client: zone)
      }
      known = [day].compactMap(\.self)
    case .day(let date)?:
      known = [try days.day(of: cancellation.event, .day(date), at: nil, kept: nil, client: nil)].compactMap(\.self)
    }
    if let start = cancellation.movedTo {
      known = try known.filter { try wasMoved($0, of: cancellation.event, to: start) }
    }
    guard !known.isEmpty else {
      if cancellation.movedTo == nil { countNeverPlanned() }
      return
    }
    for day in known {
      guard let visit = try transaction.visit(day.visit) else { continue }
      guard visit.isStillAhead(of: call.now) else {
        if cancellation.original != nil, visit.status != .scheduled, visit.status != .cancelled, !visit.isWithdrawn {
          keep(.row(.notScheduled(visit.id, visit.status)), at: cancellation.place)
        }
        continue
      }
      // A day that the office has postponed beyond the window stays.
      if cancellation.movedTo != nil, window?.contains(visit.start) != true { continue }
      if let told = ToldVersion(day.told), cancellation.isOlder(than: told.version) {
        keep(.row(.obsolete), at: cancellation.place)
        continue
      }
      let isNews = !Self.cancelled.repeats(PlannedRow.Part.isCancelled.rawValue, of: day.told)
      do {
        try cancel(visit, isNews: isNews)
      } catch let refusal as Refusal {
        keep(refusal, at: cancellation.place)
        continue
      }
      try transaction.link(day.identity, part: 1, to: visit.id, saying: Self.cancelled, after: day.told)
      guard cancellation.movedTo != nil, isNews else { continue }
      summary.notes.append(
        ImportSummary.Refused(place: cancellation.place, reason: .fault(TextFault(.calendarMovedOut))))
    }
  }

  /// Returns the instants that a time in the text may mean, each with its time zone. A time without a zone may be in
  /// the zone of each client whom the event's visits have, or in the agency's zone.
  private func moments(
    of time: PlannedEntry.Time, on days: [KnownDays.Day]
  ) throws -> [(zone: Zone, moment: Instant)] {
    let agency = call.service.settings.agencyZone
    switch time {
    case .instant(let instant): return [(agency, instant)]
    case .local(let local, let zone?): return [(zone, zone.moment(of: local).instant)]
    case .local(let local, nil):
      let clients = Set(try days.compactMap { try transaction.visit($0.visit)?.client })
      let zones = try clients.sorted { $0.rawValue < $1.rawValue }.compactMap { try transaction.client($0)?.zone }
      return (zones + [agency]).map { ($0, $0.moment(of: local).instant) }
    }
  }

  /// Whether the last import had a single event (not a series) at another start than its present one.
  private func wasMoved(_ day: KnownDays.Day, of uid: String, to start: PlannedEntry.Time) throws -> Bool {
    guard day.identity.value == uid else { return false }
    guard let told = day.told[PlannedRow.Part.original] else { return true }
    return try moments(of: start, on: [day]).allSatisfy { told != PlannedRow.kept($0.moment) }
  }

  /// Adds an entry to the summary that states why a visit was not changed.
  private mutating func keep(_ refusal: Refusal, at place: TextPlace) {
    let view = ErrorView.wording(
      refusal, in: call.view, zone: nil, farAwayMetres: call.service.settings.farAwayMetres
    ) { _ in nil }
    summary.kept.append(ImportSummary.Refused(place: place, reason: .words(view.message)))
  }

  mutating func countNeverPlanned() { summary.neverPlanned = (summary.neverPlanned ?? 0) + 1 }

  /// Adds a note to the summary if invited workers have declined an event. Each event gets one note.
  mutating func noteDeclined(_ row: PlannedRow, _ entry: PlannedEntry) {
    let names = entry.occurrence.declined
    guard !names.isEmpty, row.workerID == nil || entry.occurrence.comesNobody,
      let event = entry.event ?? entry.identity,
      toldDeclined.insert(event).inserted
    else { return }
    let kind: TextFault.Kind = row.workerID == nil ? .calendarDeclined : .calendarSomeoneDeclined
    summary.notes.append(
      ImportSummary.Refused(
        place: entry.place, reason: .fault(TextFault(kind, [.value: names.prefix(3).joined(separator: ", ")]))))
  }
}

extension PlannedCancellation {
  /// Whether an earlier import had a newer version of the event than this cancellation. A plain cancellation need not
  /// have a timestamp, so only its sequence number is compared.
  fileprivate func isOlder(than told: EventVersion) -> Bool {
    movedTo == nil ? version.sequence < told.sequence : version.isOlder(than: told)
  }
}
