import VisitsModel
import VisitsStore

/// What is done once a day: forgets what need not be known any more, and makes the visits of series up to the horizon.
package struct Housekeeping: Sendable {
  /// On how many days the id of a request is known, today among them: a week offline must not matter (`api.md`,
  /// `requestId`).
  static let daysKept = 36

  private static let day = Duration.seconds(86_400)

  private let service: VisitsService

  /// Of a service, by its clocks.
  package init(of service: VisitsService) {
    self.service = service
  }

  /// Does it now and every day, and forgets uploads that are given up, until the task is cancelled.
  package func run() async {
    async let uploads: Void = service.uploads.forgetGivenUp(
      now: service.now, clock: service.clock, loops: service.loops)
    await runDaily()
    await uploads
  }

  private func runDaily() async {
    defer { service.loops.ended(.housekeeping) }
    while !Task.isCancelled {
      await forgetRequests()
      do {
        try await service.makeDueVisits()
      } catch {
        // A disk that takes no changes today takes them long before these visits are due; anything else is told.
        service.reportFault(error)
      }
      service.loops.waits(.housekeeping, for: Self.day)
      do { try await service.clock.sleep(for: Self.day) } catch { return }
    }
  }

  /// A few at a time, so that changes get their turn between two.
  private func forgetRequests() async {
    // A fault of the disk is told by the changes that meet it; here it costs some space until tomorrow.
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
