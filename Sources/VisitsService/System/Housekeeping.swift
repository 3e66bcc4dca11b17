import VisitsModel
import VisitsStore

/// The daily work: removes old request ids, and creates the visits of series up to the horizon (the last day for which
/// visits are created in advance).
package struct Housekeeping: Sendable {
  /// The number of days, including today, for which a request id is remembered. It is long enough to recognize a
  /// request that a device repeats after a week offline (`api.md`, `requestId`).
  static let daysKept = 36

  private static let day = Duration.seconds(86_400)

  private let service: VisitsService

  /// Creates the housekeeping of a service. It uses the service's clocks.
  package init(of service: VisitsService) {
    self.service = service
  }

  /// Does the daily work now and every day, removes abandoned uploads, and lets announced facts of people take effect.
  /// Runs until the task is cancelled.
  package func run() async {
    async let uploads: Void = service.uploads.forgetGivenUp(
      now: service.now, clock: service.clock, loops: service.loops)
    async let effects: Void = service.runTakingEffect()
    await runDaily()
    await uploads
    await effects
  }

  private func runDaily() async {
    defer { service.loops.ended(.housekeeping) }
    while !Task.isCancelled {
      await forgetRequests()
      do {
        try await service.makeDueVisits()
      } catch {
        // A disk that fails today works again long before these visits are due. Other errors are reported.
        service.reportFault(error)
      }
      service.loops.waits(.housekeeping, for: Self.day)
      do { try await service.clock.sleep(for: Self.day) } catch { return }
    }
  }

  /// Removes old request ids in small batches, so that changes can be written in between.
  private func forgetRequests() async {
    // The next change that fails reports the disk's fault. Here the records only use some space until tomorrow.
    repeat {
      service.loops.works(.housekeeping)
    } while await forgetSome()
  }

  private func forgetSome() async -> Bool {
    guard !Task.isCancelled, let count = try? await service.store.forgetRequests(keeping: Self.daysKept) else {
      return false
    }
    return count > 0
  }
}
