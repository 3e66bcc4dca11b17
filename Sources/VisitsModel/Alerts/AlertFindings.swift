/// What has come to be, and what has come to nothing, at one moment.
package struct AlertFindings: Sendable, Hashable {
  /// Something that is wrong and was not noticed before.
  package struct Raised: Sendable, Hashable {
    /// What.
    package var kind: Alert.Kind
    /// With which visit.
    package var visit: WatchedVisit
    /// The threshold that was passed.
    package var since: Instant
  }

  /// To be raised, in the order of the visits.
  package var raised: [Raised] = []
  /// Those that hold no more.
  package var disproved: [Alert] = []
  /// When the next of these visits passes a threshold, unless something changes before; `nil`: none will.
  package var next: Instant?
}

extension LateRule {
  /// A visit that ended longer ago than this, in milliseconds, raises nothing any more: after a long stop nobody can go
  /// there, and it would only hide what is wrong now.
  package static let memory: Int64 = 24 * 3_600_000

  /// What is to be raised and what is over.
  ///
  /// Raised once: what stands among the open alerts for the same worker and since the same moment is not found again,
  /// however often this is asked. A visit that was moved meanwhile is late anew: who took note of the former plan took
  /// none of this.
  ///
  /// - Parameters:
  ///   - visits: Those to be looked at.
  ///   - open: The unresolved alerts of these visits; those of others stay as they are.
  package func findings(_ visits: [WatchedVisit], open: [Alert], now: Instant) -> AlertFindings {
    var findings = AlertFindings()
    let known = Dictionary(grouping: open, by: \.visit)
    for visit in visits { look(at: visit, known: known.isEmpty ? nil : known[visit.id], now: now, &findings) }
    return findings
  }

  private func look(at visit: WatchedVisit, known: [Alert]?, now: Instant, _ findings: inout AlertFindings) {
    let isForgotten = visit.end.milliseconds + Self.memory <= now.milliseconds
    // A visit that ended too long ago raises nothing any more, so its alerts stay as they are.
    let isUntaken =
      visit.isWorkerAway && (!isForgotten || known?.contains { $0.kind == .openNotTaken } == true)
    let worker = isUntaken && visit.status == .scheduled ? nil : visit.worker
    var holding: [Alert.Kind] = []
    func consider(_ kind: Alert.Kind, from threshold: Instant) {
      guard threshold <= now else {
        findings.next = min(findings.next ?? threshold, threshold)
        return
      }
      if known?.contains(where: {
        $0.kind == kind && $0.worker == worker && (isForgotten || $0.since == threshold)
      }) == true {
        holding.append(kind)
      } else if !isForgotten {
        var visit = visit
        visit.worker = worker
        findings.raised.append(AlertFindings.Raised(kind: kind, visit: visit, since: threshold))
      }
    }
    switch (visit.isWithdrawn ? nil : visit.status, visit.worker) {
    case (.scheduled?, nil): consider(.openNotTaken, from: notTaken(start: visit.start))
    // A worker who is away is not late, but the client waits all the same.
    case (.scheduled?, _) where isUntaken:
      consider(.openNotTaken, from: threshold(start: visit.start, isTimeCritical: visit.isTimeCritical))
    case (.scheduled?, _):
      consider(.late, from: threshold(start: visit.start, isTimeCritical: visit.isTimeCritical))
      consider(.missed, from: missed(start: visit.start, end: visit.end, isTimeCritical: visit.isTimeCritical))
    case (.inProgress?, _): consider(.overrun, from: overrun(end: visit.end))
    default: break
    }
    for alert in known ?? [] {
      if !holds(alert, of: visit, among: holding, worker: worker, now: now) {
        findings.disproved.append(alert)
      } else if alert.kind.endsWithVisit {
        findings.next = min(findings.next ?? visit.end, visit.end)
      }
    }
  }

  /// - Parameter worker: The worker whom the clock waits for; `nil`: the visit lacks a worker.
  private func holds(
    _ alert: Alert, of visit: WatchedVisit, among holding: [Alert.Kind], worker: WorkerID?, now: Instant
  ) -> Bool {
    switch alert.kind {
    case .late, .missed, .overrun, .openNotTaken: holding.contains(alert.kind) && alert.worker == worker
    case .overlap: visit.isOverlapping && !visit.isOver(by: now) && alert.worker == visit.worker
    case .withdrawn: visit.isWithdrawn && visit.end > now
    case .notInCare: visit.isNotInCare && visit.status == .scheduled && !visit.isOver(by: now)
    case .conflict: true
    }
  }
}
