import Catalog
package import VisitsAPI
package import VisitsModel

/// A problem of sync with all that its words need.
package struct PlacedProblem: Sendable {
  /// The problem.
  package var kept: KeptProblem
  /// The visit that it is about.
  package var visit: PlacedVisit?
  /// The emergency that it is about.
  package var emergency: PlacedEmergency?
  /// What it is about, where that is neither.
  package var care: PlacedCare?
  /// What is wrong with a record, where that is the problem.
  package var fault: TextFault?
  /// What stands here, or stood.
  package var ours: SyncedValue?
  /// What stands upstream.
  package var theirs: SyncedValue?
  /// The names of the people in these values, by their ids.
  package var names: [String: String]

  /// A problem.
  package init(
    _ kept: KeptProblem, visit: PlacedVisit?, emergency: PlacedEmergency? = nil, care: PlacedCare? = nil,
    fault: TextFault? = nil,
    ours: SyncedValue?, theirs: SyncedValue?, names: [String: String]
  ) {
    self.care = care
    self.fault = fault
    self.kept = kept
    self.visit = visit
    self.emergency = emergency
    self.ours = ours
    self.theirs = theirs
    self.names = names
  }
}

/// Something that was recorded of a client's care, as far as a problem with it names it.
package enum PlacedCare: Sendable {
  /// What was recorded of a care task.
  case record(CareTaskRecord, of: CareTask, Client)
  case goal(Goal, Client)
  case session(PlacedSession)
}

extension SyncProblemView {
  /// A problem as the API shows it.
  package static func compose(_ placed: PlacedProblem, in context: ViewContext) -> SyncProblemView {
    let (kept, visit) = (placed.kept, placed.visit)
    let zone = visit?.client.zone ?? context.agencyZone
    let times = TimeWords(
      context: context, zone: zone, readerZone: context.agencyZone, day: visit.map { zone.day(of: $0.visit.start) })
    let agency = TimeWords(
      context: context, zone: context.agencyZone, readerZone: context.agencyZone,
      day: context.today(in: context.agencyZone))
    let values = SyncedValueWords(names: placed.names, times: times, context: context)
    return SyncProblemView(
      problem: Int(kept.number), kind: kept.problem.kind.wire, visit: visit?.visit.id.rawValue,
      thing: kept.problem.subject, since: kept.since.timestamp, attempts: kept.times,
      words: placed.fault?.words(in: context) ?? kept.problem.said(in: context), ours: placed.ours.map(values.text),
      theirs: placed.theirs.map(values.text),
      display: Display(
        title: visit?.client.name ?? placed.emergency.map { EmergencyWords($0, in: context).banner }
          ?? placed.care.map { $0.title(in: context) } ?? placed.clientName ?? kept.problem.subject,
        worker: visit.map { $0.worker?.name ?? context.phrases[.visitOpen] },
        date: visit.map { context.formats.heading(zone.day(of: $0.visit.start), today: context.today(in: zone)) }
          ?? placed.care.map { $0.date(in: context) },
        time: visit.map { times.range($0.visit.start, $0.visit.end, isUnderItsDate: true).written },
        since: agency.moment(kept.since).written))
  }
}

extension PlacedProblem {
  /// The name of the client whom it is about.
  fileprivate var clientName: String? {
    guard let parts = SyncThing(rawValue: kept.problem.subject).parts, parts.topic == .client else { return nil }
    return names[parts.id]
  }
}

extension PlacedCare {
  /// Whose it is, and what.
  fileprivate func title(in context: ViewContext) -> String {
    let (client, what) =
      switch self {
      case .record(_, let task, let client): (client, task.title(in: context))
      case .goal(let goal, let client): (client, goal.title)
      case .session(let placed): (placed.client, placed.goal.title)
      }
    return [client.name, what].joined(separator: context.phrases[.cardSeparator])
  }

  /// The day that it is about, where the client is.
  fileprivate func date(in context: ViewContext) -> String {
    func heading(_ client: Client, _ day: (Zone) -> CareDay) -> String {
      let zone = client.zone ?? context.agencyZone
      return context.formats.heading(day(zone), today: context.today(in: zone))
    }
    return switch self {
    case .record(let record, _, let client): heading(client) { _ in record.day }
    case .goal(let goal, let client): heading(client) { $0.day(of: goal.statusAt) }
    case .session(let placed): heading(placed.client) { $0.day(of: placed.session.start.at) }
    }
  }
}

/// A field of a visit in words.
private struct SyncedValueWords {
  let names: [String: String]
  let times: TimeWords
  let context: ViewContext

  func text(_ value: SyncedValue) -> String {
    switch value {
    case .plan(let plan): times.range(plan.start, plan.end).written
    case .worker(let id): id.map { names[$0.rawValue] ?? $0.rawValue } ?? context.phrases[.visitOpen]
    case .client(let id): names[id.rawValue] ?? id.rawValue
    case .address(let text), .service(let text), .note(let text): text ?? context.phrases[.syncNothing]
    case .life(let life): self.life(life)
    }
  }

  private func life(_ life: SyncedLife) -> String {
    let status: Phrase =
      switch life {
      case .scheduled: .statusScheduled
      case .inProgress: .statusInProgress
      case .completed: .statusCompleted
      case .cancelled: .statusCancelled
      case .missed: .statusMissed
      case .withdrawn: .syncWithdrawn
      }
    let checks = [life.checkIn, life.checkOut].compactMap { $0.map { times.moment($0).written } }
    return ([context.phrases[status]] + checks).joined(separator: context.phrases[.cardSeparator])
  }
}

extension SyncProblem.Kind {
  fileprivate var wire: SyncProblemView.Kind {
    switch self {
    case .parked: .parked
    case .overruled: .overruled
    case .unread: .unread
    }
  }
}

extension SyncProblem {
  /// Upstream's own words; in the caller's language what stands there by a name of ours.
  fileprivate func said(in context: ViewContext) -> String {
    guard let code, let phrase = Phrase(rawValue: "sync.problem.\(kind.rawValue).\(code)") else { return words }
    return context.phrases[phrase]
  }
}
