import VisitsAPI
import VisitsStore

/// Reads nothing from the database, so that it need not wait behind other reads.
extension SystemHealth: ReadHandler {
  static let isQueued = false

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    Answer(isWritable: call.service.store.fault == nil)
  }
}
