import VisitsAPI
import VisitsStore

/// Reads nothing: however many others read, it does not wait behind them.
extension SystemHealth: ReadHandler {
  static let isQueued = false

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    Answer(isWritable: call.service.store.fault == nil)
  }
}
