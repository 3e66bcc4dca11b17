import Dispatch
import VisitsModel
import VisitsService
import VisitsStore
import VisitsTestSupport

extension TestDaemon {
  /// Holds the writer, as a large import does, until the work is done.
  func holdingTheWriter(_ work: () async throws -> Void) async throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    await withCheckedContinuation { isHeld in
      let request = ChangeRequest(
        caller: Caller(by: "root", origin: .socket, scope: "uid:0"), method: "import",
        requestId: "held", fingerprint: [], receivedAt: time.now)
      service.store.change(request) { _ in
        isHeld.resume()
        mayGoOn.wait()
        return .imported(ImportSummary())
      } completion: { _ in
      }
    }
    defer { mayGoOn.signal() }
    try await work()
  }
}
