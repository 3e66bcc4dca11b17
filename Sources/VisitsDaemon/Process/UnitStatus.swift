import Synchronization
import Systemd
import VisitsModel
import VisitsStore
import VisitsSync

/// What `systemctl status` says of the daemon in one line: whether it takes changes, and how sync stands.
final class UnitStatus: Sendable {
  private let store: Store
  private let notifier: Notifier
  private let condition = Mutex<SyncLoop.Condition?>(nil)

  init(of store: Store, notifier: Notifier) {
    self.store = store
    self.notifier = notifier
  }

  /// The line as it is now.
  var line: String {
    switch store.fault?.reason {
    case nil: "Listening." + (condition.withLock(\.self).map { " \($0.sentence)" } ?? "")
    case .diskFull: "Read-only: the disk is full. Free some space."
    case .diskFailing, .shuttingDown: "Read-only: the disk fails. See the journal."
    }
  }

  /// Tells the service manager.
  func tell() { notifier.status(line) }

  /// Takes what sync tells the operator.
  func take(_ notice: SyncNotice) {
    guard case .condition(let condition) = notice else { return }
    self.condition.withLock { $0 = condition }
    tell()
  }
}

extension SyncLoop.Condition {
  fileprivate var sentence: String {
    switch self {
    case .working: "Sync works."
    case .unreachable: "Upstream cannot be reached; changes are saved here."
    case .failing(let failure): "Sync fails: \(failure.words); changes are saved here."
    }
  }
}
