import VisitsModel

/// What the board tells of one worker, gathered visit by visit.
struct BoardDay {
  /// How many are completed, of how many: those that start on the day and are not cancelled.
  var completed = 0
  var total = 0
  /// The one that is being made, the last that was begun.
  var current: DayVisit?
  /// The next that is to be made and is not late.
  var next: DayVisit?
  /// How many are late.
  var late = 0
  /// How many need somebody's attention, for whatever reason.
  var alerts = 0
  /// Which of a worker's visits overlap each other.
  var bookings = DoubleBookings()
  /// Whether any visit stands on the day that was not cancelled.
  var hasVisits = false

  /// Takes in one more; they come in order of start.
  mutating func add(_ visit: DayVisit, startsOnIt: Bool, isLate: Bool) {
    guard visit.status != .cancelled else { return }
    hasVisits = true
    if startsOnIt {
      total += 1
      if visit.status == .completed { completed += 1 }
    }
    switch visit.status {
    case .inProgress: current = visit
    case .scheduled where isLate: late += 1
    // A worker who is away does not go there next.
    case .scheduled: if next == nil, !visit.isWorkerAway { next = visit }
    case .completed, .cancelled, .missed: break
    }
  }
}
