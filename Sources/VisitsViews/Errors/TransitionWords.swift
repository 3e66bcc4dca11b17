import Catalog
import VisitsModel

/// Why a visit cannot be moved from one state to another, and what can be done with it.
struct TransitionWords {
  let from: Status
  let to: Status
  /// Whether it is refused because the visit is unassigned.
  var isOpen = false

  /// "This visit is completed already (John Smith, 10:00 AM - 11:00 AM): it cannot be started. To undo that, reopen
  /// it."
  func text(_ placed: PlacedVisit?, in context: ViewContext) -> String {
    let phrases = context.phrases
    return phrases.text(
      .transition, [.state: state(of: placed, in: context), .refusal: phrases[refusal], .other: phrases[advice]])
  }

  /// "This visit is completed already (John Smith, 10:00 AM - 11:00 AM)".
  func state(of placed: PlacedVisit?, in context: ViewContext) -> String {
    let state = context.phrases[standing]
    guard let placed else { return state }
    let brief = context.brief(placed.visit, name: placed.client.name, zone: placed.client.zone)
    return context.phrases.text(.transitionOf, [.state: state, .visit: brief])
  }

  private var standing: ErrorPhrase {
    switch from {
    case _ where isOpen: .isOpen
    case .scheduled: .isScheduled
    case .inProgress: .isInProgress
    case .completed: .isCompleted
    case .cancelled: .isCancelled
    case .missed: .isMissed
    }
  }

  private var refusal: ErrorPhrase {
    switch (from, to) {
    case (_, .inProgress) where isOpen: .cannotStart
    // What is still open cannot be reopened; what is finished can, so that there only another change is meant.
    case (.scheduled, .inProgress), (.scheduled, .scheduled), (.inProgress, .scheduled): .cannotReopen
    case (_, .scheduled): .cannotChange
    case (_, .inProgress): .cannotStart
    case (_, .completed): .cannotComplete
    case (_, .cancelled): .cannotCancel
    case (_, .missed): .cannotMiss
    }
  }

  private var advice: ErrorPhrase {
    switch from {
    case .scheduled where isOpen, .inProgress where isOpen: .adviceOpen
    case _ where isOpen: .adviceOpenFinished
    case .scheduled: .adviceScheduled
    case .inProgress: .adviceInProgress
    case .completed, .cancelled, .missed: .adviceFinished
    }
  }
}
