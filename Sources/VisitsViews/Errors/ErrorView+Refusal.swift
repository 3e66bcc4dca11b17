import Catalog
import VisitsAPI
package import VisitsModel

extension ErrorView {
  /// The words of a refusal, in the caller's language.
  ///
  /// - Parameters:
  ///   - zone: The zone in which times stand that belong to no visit; `nil`: the agency's.
  ///   - describe: A visit with its people, where they are known; see ``VisitsModel/Refusal/mentionedVisits``.
  package static func wording(
    _ refusal: Refusal, in context: ViewContext, zone: Zone? = nil, farAwayMetres: Double,
    describe: (VisitID) -> PlacedVisit?
  ) -> ErrorView {
    let phrases = context.phrases
    switch refusal {
    case .notFound(let thing, let id):
      return ErrorView(.notFound, phrases.text(thing.missing, [.id: id]), ["thing": thing.rawValue, "id": id])
    case .versionConflict(let expected, let current):
      return conflict(expected, current, in: context, farAwayMetres: farAwayMetres, describe: describe)
    case .invalidTransition(let visit, let from, let to):
      return ErrorView(
        .invalidTransition, TransitionWords(from: from, to: to).text(describe(visit), in: context),
        ["from": from.wire, "to": to.wire])
    case .openVisit(let visit, let from, let to):
      return ErrorView(
        .invalidTransition, TransitionWords(from: from, to: to, isOpen: true).text(describe(visit), in: context),
        ["from": from.wire, "to": to.wire])
    case .emergencyOver(_, let state):
      return ErrorView(
        .invalidTransition, phrases[.emergencyOver], ["from": EmergencyView.State.resolved, "to": state.wire])
    case .alertOver:
      return ErrorView(
        .invalidTransition, phrases[.alertOver], ["from": AlertView.State.resolved, "to": AlertView.State.acknowledged])
    case .absenceOver:
      return ErrorView(
        .invalidTransition, phrases[.absenceOver],
        ["from": AbsenceView.State.over, "to": AbsenceView.State.over])
    case .sessionRunning(let placed):
      let words = TimeWords(
        context: context, zone: zone ?? context.agencyZone, readerZone: context.agencyZone,
        day: context.today(in: context.agencyZone))
      return ErrorView(
        .invalidTransition,
        phrases.text(
          .sessionRunning,
          [
            .name: placed.client.name, .time: words.moment(placed.session.start.at).written,
            .id: placed.session.id.rawValue,
          ]),
        ["from": SessionState.running, "to": SessionState.running, "session": placed.session.id.rawValue])
    case .sessionOver(let session):
      let words = TimeWords(
        context: context, zone: zone ?? context.agencyZone, readerZone: context.agencyZone,
        day: context.today(in: context.agencyZone))
      return ErrorView(
        .invalidTransition,
        phrases.text(.sessionOver, [.time: words.moment(session.end?.mark.at ?? session.start.at).written]),
        ["from": SessionState.ended, "to": SessionState.running, "field": "at"])
    case .overlap(let visits):
      return overlap(visits, in: context, farAwayMetres: farAwayMetres, describe: describe)
    case .absent(let placed):
      let view = AbsenceView.compose(placed, in: context)
      return ErrorView(
        .absent,
        phrases.text(
          .absent, [.name: view.display.title, .reason: view.display.reason, .time: view.display.time]),
        ["absence": view])
    case .requestIdReused(let id):
      return ErrorView(.requestIdReused, phrases.text(.requestIdReused, [.id: id]), ["requestId": id])
    case .invalid(let field, let problem):
      let words = ProblemWords(field: field, zone: zone ?? context.agencyZone, context: context)
      return ErrorView(.invalidParams, words.text(problem), ["field": field])
    case .cursorGone(let present):
      return ErrorView(
        .cursorGone, phrases.text(.cursorGone, [.current: present.text]), ["cursor": present.text])
    case .unreadableImport(let refused):
      // A table whose headings are not known can be read all the same.
      return ErrorView(
        .invalidParams,
        phrases.text(
          refused.place == .table ? .unusableTable : .unreadableImport,
          [.place: refused.place.words(in: context), .value: refused.reason.words(in: context)]),
        ["field": "content"])
    case .takesTooLong(let seconds, let progress?) where progress.done > 0:
      return ErrorView(
        .tooLarge,
        phrases.text(
          .importHoldsUpAfter,
          [
            .seconds: String(seconds), .completed: String(progress.done), .total: String(progress.total),
          ]),
        ["limit": "importSeconds", "value": seconds, "entries": progress.done])
    case .takesTooLong(let seconds, _):
      return ErrorView(
        .tooLarge, phrases.text(.importHoldsUp, [.seconds: String(seconds)]),
        ["limit": "importSeconds", "value": seconds])
    case .row(let problem): return row(problem, in: context, describe: describe)
    case .upload(let problem): return upload(problem, in: context)
    case .unauthenticated(let credential): return ErrorView(.unauthenticated, phrases[credential.phrase])
    case .otherWorker(let credential):
      return ErrorView(.otherWorker, phrases[credential == .code ? .codeOfOtherWorker : .tokenOfOtherWorker])
    case .revoked:
      return ErrorView(
        .forbidden, phrases[.revokedDevice], ["needs": [Role.caregiver.rawValue], "reason": "revoked"])
    case .formerWorker:
      return ErrorView(
        .forbidden, phrases[.formerWorker], ["needs": [Role.caregiver.rawValue], "reason": "formerWorker"])
    case .formerWorkerOver(let days):
      return ErrorView(
        .forbidden, phrases.text(.formerWorkerOver, [.limit: String(days)]),
        ["needs": [Role.caregiver.rawValue], "reason": "formerWorker"])
    case .tooManyGuesses(let seconds):
      return ErrorView(
        .busy, phrases.text(.tooManyGuesses, count: seconds, [.seconds: String(seconds)]), ["retryAfter": seconds])
    case .overQuota(let quota, let limit, let seconds):
      let words =
        switch quota {
        case .changesOfOne: phrases.text(.dailyChangesOfOne, [.limit: String(limit)])
        case .changesOfDevice: phrases.text(.dailyChanges, [.limit: String(limit)])
        case .bytesOfDevice: phrases.text(.dailyBytes, [.limit: String(limit / 1_000_000)])
        }
      return ErrorView(.busy, words, ["retryAfter": seconds, "limit": quota.rawValue, "value": limit])
    case .unavailable(let reason):
      return ErrorView(.unavailable, phrases[reason.phrase], ["reason": reason.rawValue])
    }
  }

  private static func conflict(
    _ expected: Int, _ current: Refusal.Current, in context: ViewContext, farAwayMetres: Double,
    describe: (VisitID) -> PlacedVisit?
  ) -> ErrorView {
    func view(_ phrase: ErrorPhrase, _ version: Int, _ view: any WireValue, visit: String = "", name: String = "")
      -> ErrorView
    {
      let message = context.phrases.text(
        phrase, [.expected: String(expected), .current: String(version), .visit: visit, .name: name])
      return ErrorView(.versionConflict, message, ["current": view])
    }
    switch current {
    case .visit(let visit):
      let placed = describe(visit.id)
      let current = VisitView.compose(
        visit, client: placed?.client, worker: placed?.worker, farAwayMetres: farAwayMetres, in: context)
      let brief = context.phrases.text(
        .visitBriefStatus,
        [.name: current.display.title, .time: current.display.time, .status: current.display.status])
      return view(.visitChanged, visit.version, current, visit: brief)
    case .worker(let worker):
      return view(.personChanged, worker.version, WorkerView.compose(worker, in: context), name: worker.name)
    case .client(let client):
      return view(.personChanged, client.version, ClientView.compose(client, in: context), name: client.name)
    case .emergency(let placed):
      return view(.emergencyChanged, placed.emergency.version, EmergencyView.compose(placed, in: context))
    case .device(let placed):
      return view(.deviceChanged, placed.device.version, DeviceView.compose(placed, in: context))
    case .series(let placed):
      return view(
        .seriesHasChanged, placed.series.version, SeriesView.compose(placed, in: context), name: placed.client.name)
    case .task(let task):
      return view(
        .taskChanged, task.version, TaskView.compose(task, today: context.today(in: context.agencyZone), in: context),
        name: task.title(in: context))
    case .taskRecord(let record):
      return view(.taskRecordChanged, record.version, TaskRecordView.compose(record, of: nil, in: context))
    case .goal(let goal):
      return view(.goalChanged, goal.version, GoalView.compose(goal, in: context), name: goal.title)
    case .session(let placed):
      return view(
        .sessionChanged, placed.session.version, SessionView.compose(placed, in: context), name: placed.client.name)
    case .absence(let placed):
      return view(
        .absenceChanged, placed.absence.version, AbsenceView.compose(placed, in: context),
        name: placed.worker?.name ?? placed.absence.worker.rawValue)
    case .alert(let placed):
      return view(.alertChanged, placed.alert.version, AlertView.compose(placed, in: context))
    }
  }

  private static func overlap(
    _ visits: [Visit], in context: ViewContext, farAwayMetres: Double, describe: (VisitID) -> PlacedVisit?
  ) -> ErrorView {
    let views = visits.map { visit in
      let placed = describe(visit.id)
      return VisitView.compose(
        visit, client: placed?.client, worker: placed?.worker, farAwayMetres: farAwayMetres, in: context)
    }
    // Three are enough to see what is wrong; the rest stand in the data.
    let named = zip(visits, views).prefix(3).map { visit, view in
      context.brief(visit, name: view.display.title, zone: describe(visit.id)?.client.zone)
    }
    return ErrorView(
      .overlap,
      context.phrases.text(
        .overlap, count: visits.count,
        [
          .count: String(visits.count),
          .visits: named.joined(separator: "; ") + (visits.count > named.count ? "; …" : ""),
        ]),
      ["visits": views])
  }
}

extension ViewContext {
  /// A visit in few words: "John Smith, 10:00 AM - 11:00 AM"; of another day, the day too.
  func brief(_ visit: Visit, name: String, zone: Zone?) -> String {
    let zone = zone ?? agencyZone
    let words = TimeWords(context: self, zone: zone, readerZone: agencyZone, day: today(in: zone))
    return phrases.text(.visitBrief, [.name: name, .time: words.range(visit.start, visit.end).written])
  }
}

extension Refusal.Thing {
  fileprivate var missing: ErrorPhrase {
    switch self {
    case .visit: .noVisit
    case .worker: .noWorker
    case .client: .noClient
    case .emergency: .noEmergency
    case .device: .noDevice
    case .series: .noSeries
    case .alert: .noAlert
    case .task: .noTask
    case .taskRecord: .noTaskRecord
    case .goal: .noGoal
    case .session: .noSession
    case .absence: .noAbsence
    }
  }
}

extension Refusal.Credential {
  fileprivate var phrase: ErrorPhrase {
    switch self {
    case .token: .unknownToken
    case .tokenOutsideGateway: .tokenOutsideGateway
    case .code: .unknownCode
    }
  }
}

extension Refusal.Unavailability {
  fileprivate var phrase: ErrorPhrase {
    switch self {
    case .diskFull: .diskFull
    case .diskFailing: .diskFailing
    case .databaseDamaged: .databaseDamaged
    case .shuttingDown: .shuttingDown
    }
  }
}

extension ViewContext {
  /// What is said while the store has more to write than it can keep waiting.
  package var tooManyChanges: String { phrases[.tooManyChanges] }

  /// What is said to a device as many of whose calls wait for something to happen as may.
  package func tooManyWaiting(limit: Int) -> String { phrases.text(.waitingOfDevice, [.limit: String(limit)]) }
}
