import VisitsAPI
import VisitsModel

extension Discover: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    Answer(document: OpenRPC.document(version: call.service.settings.version))
  }
}
