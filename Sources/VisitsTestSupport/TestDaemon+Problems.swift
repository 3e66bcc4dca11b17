package import VisitsModel
import VisitsService
import VisitsStore

extension TestDaemon {
  /// Notes a problem of sync, as a run would that met it.
  package func note(_ problem: SyncProblem) throws {
    try service.store.keepNow { try $0.note(problem, at: time.now) }
  }
}
