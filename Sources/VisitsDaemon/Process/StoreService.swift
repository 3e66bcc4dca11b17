import ServiceLifecycle
import Systemd
import VisitsModel
import VisitsService
import VisitsStore

/// Keeps the store open while the others run, and closes it last. Meanwhile it checks the database, if that was not
/// done when it was opened, and tries a disk that has failed until it takes changes again.
struct StoreService: Service {
  let service: VisitsService
  let store: Store
  let log: Log
  let status: UnitStatus
  let clock: any Clock<Duration>

  func run() async throws {
    await cancelWhenGracefulShutdown {
      async let checked: Void = check()
      await importSpool()
      await recover(by: clock)
      await checked
    }
    await store.close()
  }

  private func check() async {
    guard !store.isChecked else { return }
    // Whoever stops the daemon meanwhile is not kept waiting; the next start checks again.
    for finding in (try? await store.check()) ?? [] { log(.databaseDamaged, ["VISITS_PROBLEM": Configured(finding)]) }
  }

  private func recover<Watch: Clock<Duration>>(by clock: Watch) async {
    var schedule = ProbeSchedule()
    var writableSince = clock.now
    for await fault in store.faults {
      let failedAt = clock.now
      schedule.fault(after: writableSince.duration(to: failedAt))
      var reason: DiskFault? = fault
      var told: DiskFault?
      while let fault = reason {
        if fault != told {
          // Todays say it too.
          service.forgetTodays()
          log(.readOnly, fault.fields)
          status.tell()
        }
        told = fault
        guard (try? await clock.sleep(for: schedule.next())) != nil else { return }
        reason = await store.reopen()
      }
      service.forgetTodays()
      writableSince = clock.now
      log(.writable, ["VISITS_SPAN": failedAt.duration(to: writableSince)])
      status.tell()
      await importSpool()
    }
  }

  private func importSpool() async {
    do {
      let outcome = try await service.bringInEmergencies()
      if outcome.imported > 0 {
        log(
          .spoolImported,
          ["VISITS_CHANGES": Self.amount(outcome.imported), "VISITS_COUNT": outcome.imported])
      }
      guard let copy = outcome.copy else { return }
      if outcome.isDamaged { log(.spoolKept, ["VISITS_COPY": Configured(copy)]) }
      if outcome.refused > 0 {
        log(
          .spoolRefused,
          [
            "VISITS_CHANGES": Self.amount(outcome.refused), "VISITS_COUNT": outcome.refused,
            "VISITS_COPY": Configured(copy),
          ])
      }
    } catch Refusal.unavailable(.shuttingDown) {
      // The next start brings them in.
    } catch {
      log(.spoolStays, ["VISITS_PROBLEM": Self.problem(error)])
    }
  }

  /// How much was done about emergencies, for people and for programs.
  private static func amount(_ count: Int) -> Configured {
    Configured(count == 1 ? "1 change of an emergency" : "\(count) changes of emergencies")
  }

  /// What keeps the emergencies in the spool, in an operator's words.
  private static func problem(_ error: any Error) -> any Loggable {
    switch error {
    case Refusal.unavailable(.diskFull): "the disk is full" as StaticString
    case Refusal.unavailable: "the disk fails" as StaticString
    case SpoolFault.failed(let number): SystemErrorNumber(number)
    case StoreFault.busy: "the database is busy" as StaticString
    default: OpaqueID("\(type(of: error))")
    }
  }
}

extension DiskFault {
  fileprivate var fields: KeyValuePairs<FieldName, any Loggable> {
    ["VISITS_REASON": OpaqueID(reason.rawValue), "VISITS_PROBLEM": Configured(words), "VISITS_CODE": code]
  }
}
