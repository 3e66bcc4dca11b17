import VisitsAPI
import VisitsModel

/// The calls of devices that may only report: of revoked devices, and of workers who have left.
extension EnrolledDevice {
  /// The number of days after a revocation, or after the worker has left, during which a device may still report visits
  /// and care. A phone may have been without a network for that long.
  static let daysOfReports: Int64 = 35

  /// The changes that such a device may send during ``daysOfReports``. A report of a visit or of care is never refused
  /// (`product.md`, A visit's life). The device may also give up its token.
  private static let reports: Set<String> = [
    VisitStart.name, VisitComplete.name, TaskRecord.name, SessionStart.name, SessionTrial.name, SessionEnd.name,
    DeviceLeave.name,
  ]

  /// Whether the device was not revoked, or so recently that it may still report.
  func mayReport(at now: Instant) -> Bool { revokedAt.map { Self.isRecent($0, at: now) } ?? true }

  /// Throws if the device may only report and the method is no report. A call for help is always taken. The device of
  /// a worker who has left may also see the state of an emergency, and loses its reports after ``daysOfReports``.
  ///
  /// - Throws: ``Refusal/revoked``, ``Refusal/formerWorker``, or ``Refusal/formerWorkerOver(days:)`` after these days.
  func require(_ method: String, _ register: DeviceRegister, at now: Instant) throws(Refusal) {
    if method == EmergencyRaise.name { return }
    if revokedAt != nil, !Self.reports.contains(method) { throw .revoked }
    guard let since = register.leftSince(worker) else { return }
    guard Self.isRecent(since, at: now) else { throw .formerWorkerOver(days: Int(Self.daysOfReports)) }
    guard Self.reports.contains(method) || method == EmergencyList.name else { throw .formerWorker }
  }

  private static func isRecent(_ since: Instant, at now: Instant) -> Bool {
    since.milliseconds(to: now) < daysOfReports * 86_400_000
  }
}
