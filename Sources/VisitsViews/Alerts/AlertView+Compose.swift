import Catalog
package import VisitsAPI
package import VisitsModel

extension AlertView {
  /// An alert as the API shows it.
  package static func compose(_ placed: PlacedAlert, in context: ViewContext) -> AlertView {
    let alert = placed.alert
    // The alert that a visit lacks a worker names none, even where a worker has the visit and is away.
    let away = placed.visit.flatMap { $0.isWorkerAway ? $0.visit.worker : nil }
    let words = AlertWords(
      alert.kind, since: alert.since, worker: alert.kind == .openNotTaken ? away : alert.worker,
      start: placed.visit?.visit.start ?? alert.since,
      isTimeCritical: placed.visit?.client.isTimeCritical ?? false, in: context)
    return AlertView(
      display: .compose(placed, words, in: context), id: alert.id.rawValue, kind: words.kind,
      visit: alert.visit.rawValue, worker: alert.worker?.rawValue, client: alert.client.rawValue,
      since: alert.since.timestamp, raisedAt: alert.raisedAt.timestamp, state: alert.state.wire,
      by: alert.acknowledged?.by, at: alert.acknowledged?.at.timestamp, note: alert.acknowledged?.note,
      resolvedAt: alert.resolvedAt?.timestamp, version: alert.version, updatedAt: alert.updatedAt.timestamp)
  }
}

extension AlertView.Display {
  fileprivate static func compose(
    _ placed: PlacedAlert, _ words: AlertWords, in context: ViewContext
  ) -> AlertView.Display {
    let visit = placed.visit?.visit
    let zone = placed.visit?.client.zone ?? context.agencyZone
    let day = zone.day(of: visit?.start ?? placed.alert.since)
    let times = TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: day)
    let text = words.text(times)
    let title = placed.visit?.client.name ?? placed.alert.client.rawValue
    let worker = placed.worker?.name ?? placed.alert.worker?.rawValue ?? context.phrases[.visitOpen]
    let status = placed.alert.words(in: context)
    return AlertView.Display(
      title: title, worker: worker, date: context.formats.heading(day, today: context.today(in: zone)),
      time: visit.map { times.range($0.start, $0.end, isUnderItsDate: true).written }
        ?? times.moment(placed.alert.since).written,
      text: text.written, status: status,
      spoken: [title, worker, text.spoken, status].compactMap(\.self)
        .joined(separator: context.phrases[.cardSeparator]))
  }
}

extension Alert {
  /// Who has taken note of it, or that it is over; `nil`: neither.
  func words(in context: ViewContext) -> String? {
    if resolvedAt != nil { return context.phrases[.alertResolved] }
    return acknowledged.map { context.phrases.text(.alertAcknowledged, [.name: $0.by]) }
  }
}

extension Alert.State {
  /// As it goes over the wire.
  var wire: AlertView.State {
    switch self {
    case .open: .open
    case .acknowledged: .acknowledged
    case .resolved: .resolved
    }
  }
}
