import Catalog
package import VisitsAPI
package import VisitsModel

extension Card {
  /// A visit's card (seed 002).
  ///
  /// - Parameters:
  ///   - lateRule: When something is wrong with it by the clock; `nil`: that is not for whoever reads it.
  ///   - reader: The zone of whoever reads it; `nil`: the agency's. Times stand in the visit's zone, which is named
  ///     where clocks differ.
  ///   - day: The day under which it stands; `nil`: the day of its start. Times of another day say which.
  ///   - others: The worker's other visits at the same time.
  package static func compose(
    _ visit: DayVisit, lateRule: LateRule?, in context: ViewContext, reader: Zone? = nil, day: CareDay? = nil,
    beside others: [DayVisit] = []
  ) -> Card {
    let phrases = context.phrases
    let words = TimeWords(
      context: context, zone: visit.zone ?? context.agencyZone, readerZone: reader ?? context.agencyZone, day: day)
    let time = words.range(visit.start, visit.end)
    let status = phrases[visit.status.phrase]
    let wrong = lateRule.flatMap { visit.passed($0, by: context.now) } ?? visit.conflict
    func alertWords(_ passed: DayVisit.Threshold) -> AlertWords {
      AlertWords(
        passed.kind, since: passed.since, worker: visit.worker, start: visit.start,
        isTimeCritical: visit.isTimeCritical, in: context)
    }
    let passed = wrong.map { passed in
      let alert = alertWords(passed)
      return (kind: alert.kind, since: passed.since, text: alert.text(words))
    }
    let alert = passed.map { Alert(kind: $0.kind, text: $0.text.written, since: $0.since.timestamp) }
    let call = visit.virtual.map { Call($0, in: context) }
    let place = call?.text ?? visit.address.map(SpokenAddress.text)
    func sentence(_ status: String, _ alert: String?) -> String {
      [visit.clientName, time.spoken, place, status, alert].compactMap { $0 }.filter { !$0.isEmpty }
        .joined(separator: phrases[.cardSeparator])
    }
    let overlaps = others.map { OverlapWords($0, beside: visit, reader: reader, day: day, in: context) }
    let spoken = ([sentence(status, passed?.text.spoken)] + overlaps.map(\.text.spoken))
      .joined(separator: phrases[.cardSeparator])
    // A start or a completion settles what the clock has found. A conflict stays until the office settles it.
    let lasting = visit.conflict.map { alertWords($0).text(words).spoken }
    let role = phrases[.cardRole]
    return Card(
      visit: visit.id.rawValue, client: visit.client.rawValue, title: visit.clientName, time: time.written,
      address: call?.text ?? visit.address, virtual: call, status: visit.status.wire, mark: visit.status.mark,
      statusLabel: status, alert: alert, overlaps: overlaps.isEmpty ? nil : overlaps.map(\.onCard),
      photo: visit.photo, initials: Initials.of(visit.clientName, in: context.phrases.language),
      start: visit.start.timestamp,
      end: visit.end.timestamp, version: visit.version, role: role,
      accessibilityLabel: phrases.text(.cardLabel, [.spoken: spoken, .role: role]), spoken: spoken,
      spokenTemplate: sentence(Slot.status.inBraces, lasting), accessibilityHint: phrases[.cardHint])
  }

  /// The card of a visit as it stands on its worker's Today, without a day above it.
  package static func compose(_ placed: PlacedVisit, lateRule: LateRule?, in context: ViewContext) -> Card {
    compose(DayVisit(placed), lateRule: lateRule, in: context, reader: placed.worker?.zone)
  }
}

extension Card.Call {
  /// A call, in the caller's words.
  init(_ virtual: VirtualPlace, in context: ViewContext) {
    self.init(text: context.phrases[.cardVirtual], link: virtual.link)
  }
}

extension DayVisit {
  /// What a card shows of a visit.
  package init(_ placed: PlacedVisit) {
    self.init(
      id: placed.visit.id, worker: placed.visit.worker, client: placed.client.id, clientName: placed.client.name,
      photo: placed.client.photo,
      isTimeCritical: placed.client.isTimeCritical, zone: placed.client.zone, address: placed.address,
      virtual: placed.visit.virtual,
      start: placed.visit.start, end: placed.visit.end, status: placed.visit.status, version: placed.visit.version)
    isWorkerAway = placed.isWorkerAway
  }
}
