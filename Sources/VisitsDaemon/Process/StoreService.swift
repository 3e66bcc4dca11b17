import ServiceLifecycle
import Systemd
import VisitsModel
import VisitsService
import VisitsStore

/// Keeps the store open while the others run, and closes it last. Meanwhile it checks the database, if that was not
/// done when it was opened, tries a disk that has failed until it takes changes again, and tells of each fault.
struct StoreService: Service {
  let service: VisitsService
  let store: Store
  let log: Log
  let status: UnitStatus
  let clock: any Clock<Duration>

  func run() async throws {
    await cancelWhenGracefulShutdown {
      async let imported: Void = checkAndImport()
      await recover(by: clock)
      await imported
    }
    await store.close()
  }

  /// Checks the database, then brings the spooled emergencies into it. In a damaged database they would be lost when the
  /// operator restores a backup; in the spool they outlast it.
  private func checkAndImport() async {
    // A finding is the store's fault, of which `recover` tells. Whoever stops the daemon meanwhile is not kept waiting;
    // the next start checks again.
    if !store.isChecked { _ = try? await store.check() }
    if !Task.isCancelled { await importSpool() }
  }

  private func recover<Watch: Clock<Duration>>(by clock: Watch) async {
    var schedule = ProbeSchedule()
    var writableSince = clock.now
    var told: DiskFault?
    faults: for await fault in store.faults {
      let failedAt = clock.now
      schedule.fault(after: writableSince.duration(to: failedAt))
      var reason: DiskFault? = fault
      while let fault = reason {
        if fault != told {
          // Todays say it too.
          service.forgetTodays()
          log(fault)
          status.tell()
        }
        told = fault
        // Nothing but a start with another database ends it.
        if fault.isDamage { continue faults }
        guard (try? await clock.sleep(for: schedule.next())) != nil else { return }
        reason = await store.reopen()
      }
      told = nil
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
    case Refusal.unavailable(.databaseDamaged): "the database is damaged" as StaticString
    case Refusal.unavailable: "the disk fails" as StaticString
    case SpoolFault.failed(let number): SystemErrorNumber(number)
    case StoreFault.busy: "the database is busy" as StaticString
    default: OpaqueID("\(type(of: error))")
    }
  }
}

extension Log {
  /// Writes why no changes are taken any more.
  fileprivate func callAsFunction(_ fault: DiskFault) {
    if fault.isDamage { return self(.databaseDamaged, ["VISITS_PROBLEM": Configured(fault.words)]) }
    self(
      .readOnly,
      [
        "VISITS_REASON": OpaqueID(fault.reason.rawValue), "VISITS_PROBLEM": Configured(fault.words),
        "VISITS_CODE": fault.code,
      ])
  }
}
