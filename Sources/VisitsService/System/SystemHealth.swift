import VisitsAPI
import VisitsStore

/// Answers without reading the database, so that the call need not wait for other reads.
extension SystemHealth: ReadHandler {
  static let isQueued = false

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    Answer(isWritable: call.service.store.fault == nil)
  }
}
