import VisitsModel

/// The tokens that stand for pictures. A client maps each to a picture of its own.
enum Symbol: String, Sendable, CaseIterable {
  /// All is confirmed: ✓.
  case check
  /// An attempt is under way.
  case sync
  /// Kept here until the network is back: a gray cloud.
  case cloud
  /// Something failed: ⚠.
  case warning
  /// An empty day.
  case calendar
  /// Two people: the clients.
  case people
  /// A session: a watch.
  case watch
  /// A clock: the last session.
  case clock
  /// Concentric circles: goals.
  case target
}

extension Status {
  /// The sign of a visit's state, so that it is never told by colour alone (`screens.md`).
  var mark: String {
    switch self {
    case .completed: "✓"
    case .scheduled: "○"
    case .inProgress: "◐"
    case .cancelled: "–"
    case .missed: "✗"
    }
  }
}
