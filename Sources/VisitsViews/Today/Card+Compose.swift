import Catalog
package import VisitsAPI
package import VisitsModel

extension Card {
  /// A visit's card (seed 002).
  ///
  /// - Parameters:
  ///   - reader: The zone of whoever reads it; `nil`: the agency's. Times stand in the visit's zone, which is named
  ///     where clocks differ.
  ///   - day: The day under which it stands; `nil`: the day of its start. Times of another day say which.
  package static func compose(
    _ visit: DayVisit, lateRule: LateRule, in context: ViewContext, reader: Zone? = nil, day: CareDay? = nil
  ) -> Card {
    let phrases = context.phrases
    let words = TimeWords(
      context: context, zone: visit.zone ?? context.agencyZone, readerZone: reader ?? context.agencyZone, day: day)
    let time = words.range(visit.start, visit.end)
    let status = phrases[visit.status.phrase]
    let late = visit.lateSince(lateRule).flatMap { $0 <= context.now ? $0 : nil }.map { since in
      (since: since, text: words.moment(since))
    }
    let alert = late.map { late in
      Alert(kind: .late, text: phrases.text(.cardLate, [.time: late.text.written]), since: late.since.timestamp)
    }
    let parts = [
      visit.clientName, time.spoken, visit.address.map(SpokenAddress.text), status,
      late.map { phrases.text(.cardLate, [.time: $0.text.spoken]) },
    ]
    let spoken = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: phrases[.cardSeparator])
    let role = phrases[.cardRole]
    return Card(
      visit: visit.id.rawValue, client: visit.client.rawValue, title: visit.clientName, time: time.written,
      address: visit.address, status: visit.status.wire, mark: visit.status.mark, statusLabel: status, alert: alert,
      photo: visit.photo, initials: Initials.of(visit.clientName), start: visit.start.timestamp,
      end: visit.end.timestamp, version: visit.version, role: role,
      accessibilityLabel: phrases.text(.cardLabel, [.spoken: spoken, .role: role]), spoken: spoken,
      accessibilityHint: phrases[.cardHint])
  }

  /// The card of a visit as it stands on its worker's Today, without a day above it.
  package static func compose(_ placed: PlacedVisit, lateRule: LateRule, in context: ViewContext) -> Card {
    compose(DayVisit(placed), lateRule: lateRule, in: context, reader: placed.worker?.zone)
  }
}

extension DayVisit {
  /// What a card shows of a visit.
  package init(_ placed: PlacedVisit) {
    self.init(
      id: placed.visit.id, client: placed.client.id, clientName: placed.client.name, photo: placed.client.photo,
      isTimeCritical: placed.client.isTimeCritical, zone: placed.client.zone, address: placed.address,
      start: placed.visit.start, end: placed.visit.end, status: placed.visit.status, version: placed.visit.version,
      isOpen: placed.visit.worker == nil)
  }

  /// The moment from which it is late unless the worker comes; `nil` once it is no longer scheduled, and for an open
  /// visit, to which nobody was to come.
  func lateSince(_ rule: LateRule) -> Instant? {
    status == .scheduled && !isOpen ? rule.threshold(start: start, isTimeCritical: isTimeCritical) : nil
  }
}
