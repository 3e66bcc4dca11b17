import VisitsModel
import VisitsSync

/// What a daemon keeps in memory for sync, and loses in a crash: the very lanes that the production's interpreter drives.
struct SimulatedDaemon {
  private var lanes: SyncLanes
  /// How many runs of each lane have succeeded.
  private(set) var successes: [SyncLanes.Lane: Int] = [:]

  /// - Parameter jitter: 0 ..< 1, the same in every run of a seed.
  init(_ context: SyncContext, jitter: @escaping () -> Double) { lanes = SyncLanes(context, jitter: jitter) }

  var pull: SyncLoop { lanes.pull }
  var push: SyncLoop { lanes.push }
  var express: ExpressLane { lanes.express }

  /// Takes what happened.
  mutating func take(_ event: SyncLanes.Event, at now: Instant) -> [SyncLanes.Errand] {
    let errands = lanes.take(event, at: now)
    for case .ended(let lane, .succeeded) in errands { successes[lane, default: 0] += 1 }
    return errands
  }
}
