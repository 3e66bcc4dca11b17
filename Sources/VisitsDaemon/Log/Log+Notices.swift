import Systemd
import VisitsAPI
import VisitsModel
import VisitsService
import VisitsStore

extension SpoolFault {
  fileprivate var number: SystemErrorNumber {
    guard case .failed(let number) = self else { return SystemErrorNumber(0) }
    return SystemErrorNumber(number)
  }
}

extension CommandOutcome {
  /// What it came to. The text is ours, and the numbers are the system's.
  fileprivate var problem: any Loggable {
    switch self {
    case .succeeded: "it went well" as StaticString
    case .failed(let status): Configured("it ended with status \(status)")
    case .killed(let signal): Configured("signal \(signal) ended it")
    case .timedOut: "it took too long and was ended" as StaticString
    case .notStarted(let number): SystemErrorNumber(number)
    }
  }
}

extension Log {
  /// Writes what opening the database has found or done.
  func callAsFunction(_ step: OpeningStep) {
    switch step {
    case .migrated(let version, let copy):
      self(.migrated, ["VISITS_VERSION": version, "VISITS_COPY": Configured(copy)])
    case .restored(let moment):
      self(.restored, ["VISITS_AT": OpaqueID(Timestamp(milliseconds: moment.milliseconds).text)])
    case .noSpool(let fault): self(.noSpool, ["VISITS_CODE": fault.number])
    case .spoolDamaged(let path): self(.spoolDamaged, ["VISITS_SPOOL": Configured(path)])
    case .checkingAfterUncleanStop: self(.uncleanStop)
    case .migrating, .migration, .checkingAfterMigration, .checkingOnFailingDisk: break
    }
  }

  /// Writes what the service tells the operator.
  func callAsFunction(_ notice: VisitsService.Notice) {
    switch notice {
    case .internalFault(let reference, let error):
      self(.internalError, ["VISITS_ERROR": OpaqueID(reference), "VISITS_TYPE": OpaqueID(error)])
    case .seriesUnreadable(let id): self(.seriesUnreadable, ["VISITS_SERIES": OpaqueID(id.rawValue)])
    case .imported(let added, let changed, let unchanged, let kept, let refused):
      self(
        .imported,
        [
          "VISITS_ADDED": added, "VISITS_CHANGED": changed, "VISITS_UNCHANGED": unchanged, "VISITS_KEPT": kept,
          "VISITS_REFUSED": refused,
        ])
    case .emergencyRaised(let id, let raises, let isStored):
      self(
        !isStored ? .emergencyUnstored : raises > 1 ? .emergencyRaisedAgain : .emergencyRaised,
        ["VISITS_EMERGENCY": OpaqueID(id.rawValue), "VISITS_RAISES": raises])
    case .emergencyAcknowledged(let id):
      self(.emergencyAcknowledged, ["VISITS_EMERGENCY": OpaqueID(id.rawValue)])
    case .emergencyResolved(let id): self(.emergencyResolved, ["VISITS_EMERGENCY": OpaqueID(id.rawValue)])
    case .emergencyUnacknowledged(let id, let tier, let minutes):
      self(
        .emergencyUnacknowledged,
        ["VISITS_EMERGENCY": OpaqueID(id.rawValue), "VISITS_TIER": tier, "VISITS_MINUTES": minutes])
    case .paged(let id, let page, .succeeded):
      self(
        .paged,
        ["VISITS_EMERGENCY": OpaqueID(id.rawValue), "VISITS_TIER": page.tier, "VISITS_ATTEMPT": page.attempt])
    case .paged(let id, let page, let outcome):
      self(
        .notPaged,
        [
          "VISITS_EMERGENCY": OpaqueID(id.rawValue), "VISITS_TIER": page.tier, "VISITS_ATTEMPT": page.attempt,
          "VISITS_PROBLEM": outcome.problem,
        ])
    case .deviceEnrolled(let id): self(.deviceEnrolled, ["VISITS_DEVICE": OpaqueID(id.rawValue)])
    case .deviceRevoked(let id): self(.deviceRevoked, ["VISITS_DEVICE": OpaqueID(id.rawValue)])
    case .codesGuessed: self(JournalEvent.codesGuessed)
    case .fieldClash(let clash):
      self(
        .fieldClash,
        ["VISITS_VISIT": OpaqueID(clash.visit.rawValue), "VISITS_REASON": OpaqueID(clash.kind.rawValue)])
    case .alertRaised(let id, let kind, let visit):
      self(
        .alertRaised,
        [
          "VISITS_KIND": OpaqueID(kind.rawValue), "VISITS_VISIT": OpaqueID(visit.rawValue),
          "VISITS_ALERT": OpaqueID(id.rawValue),
        ])
    case .alertAcknowledged(let id): self(.alertAcknowledged, ["VISITS_ALERT": OpaqueID(id.rawValue)])
    case .alertResolved(let id): self(.alertResolved, ["VISITS_ALERT": OpaqueID(id.rawValue)])
    case .alertCommandFails(let runs, let outcome):
      self(.alertCommandFails, ["VISITS_PROBLEM": outcome.problem, "VISITS_RUNS": runs])
    case .alertCommandWorks(let runs): self(.alertCommandWorks, ["VISITS_RUNS": runs])
    case .alertCommandGone(let runs): self(.alertCommandGone, ["VISITS_RUNS": runs])
    case .backedUp(let path, let bytes): self(.backedUp, ["VISITS_COPY": Configured(path), "VISITS_BYTES": bytes])
    case .backupFailed(let words): self(.backupFailed, ["VISITS_PROBLEM": Configured(words)])
    case .backupWithoutRoom(let folder, let free, let needed):
      self(
        .backupWithoutRoom,
        ["VISITS_FREE": free, "VISITS_FOLDER": Configured(folder), "VISITS_NEEDED": needed])
    }
  }
}
