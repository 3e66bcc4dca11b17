extension StoreRefusal {
  /// What an operator is to do.
  package var advice: String {
    switch self {
    case .noDirectory: "Make the folder and give it to the user that visitsd runs as, or name another with --state."
    case .inUse: "Stop that one first."
    case .notAFile, .notOurs: "Move it away, or name another folder with --state."
    case .unreadable: "See to it that the user that visitsd runs as may read and write it."
    case .empty, .notADatabase, .truncated, .damaged:
      "Keep it as it is for a second look, and put the latest backup in its place: visitsd restore FILE."
    case .missing(_, let log):
      "Put it back, or the latest backup with visitsd restore FILE; \(log) holds changes that belong to it."
    case .newer: "Install the version of visitsd that wrote it, or a later one."
    case .backupFailed: "See to it that the folder has room and may be written."
    case .migrationFailed: "Nothing was changed: go back to the version before this one, and report it."
    case .notDurable: "Report it: changes would not be safe."
    case .failed: "See to it that the disk has room and works; visitsd check tells whether the database is whole."
    }
  }

  /// The problem and the advice, for an operator.
  package var sentences: String { "\(description). \(advice)" }
}
