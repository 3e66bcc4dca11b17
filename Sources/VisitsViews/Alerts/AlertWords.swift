import Catalog
import VisitsAPI
import VisitsModel

/// What is said of something that is wrong with a visit, wherever it stands.
struct AlertWords {
  let kind: AlertKind
  /// When it began, or for silence, when the device was heard of last.
  let since: Instant
  /// Whether the visit has a worker who is away.
  private let isWorkerAway: Bool

  /// What is said of an alert.
  ///
  /// - Parameters:
  ///   - since: The threshold that was passed.
  ///   - worker: Who is to make the visit; `nil`: nobody.
  ///   - start: When the visit is to begin.
  ///   - isTimeCritical: Whether it is late earlier.
  init(
    _ kind: Alert.Kind, since: Instant, worker: WorkerID?, start: Instant, isTimeCritical: Bool, in context: ViewContext
  ) {
    isWorkerAway = kind == .openNotTaken && worker != nil
    let late = min(since, context.lateRule.threshold(start: start, isTimeCritical: isTimeCritical))
    switch (kind, context.silence(of: worker, since: late)) {
    case (.late, let silent?), (.missed, let silent?): (self.kind, self.since) = (.noNews, silent)
    case (.openNotTaken, _): (self.kind, self.since) = (.openNotTaken, start)
    default: (self.kind, self.since) = (kind.wire, since)
    }
  }

  /// "Late since 8:15 AM", as it is written and as it is spoken.
  func text(_ words: TimeWords) -> TimeWords.Text {
    let time = words.moment(since)
    let phrases = words.context.phrases
    let phrase = isWorkerAway ? .cardWorkerAway : kind.phrase
    return TimeWords.Text(
      written: phrases.text(phrase, [.time: time.written]), spoken: phrases.text(phrase, [.time: time.spoken]))
  }
}

extension Alert.Kind {
  /// As it goes over the wire.
  var wire: AlertKind {
    switch self {
    case .late: .late
    case .missed: .missed
    case .overrun: .overrun
    case .conflict: .conflict
    case .overlap: .overlap
    case .openNotTaken: .openNotTaken
    case .withdrawn: .withdrawn
    case .notInCare: .notInCare
    }
  }
}

extension AlertKind {
  fileprivate var phrase: Phrase {
    switch self {
    case .late: .cardLate
    case .noNews: .cardNoNews
    case .missed: .cardMissed
    case .overrun: .cardOverrun
    case .conflict: .cardConflict
    case .overlap: .cardOverlap
    case .openNotTaken: .cardNotTaken
    case .withdrawn: .cardWithdrawn
    case .notInCare: .cardNotInCare
    }
  }
}
